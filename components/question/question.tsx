"use client";

import { lazy, Suspense, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useLesson } from "@/components/lesson/lesson-context";
import { answeredRows, feedbackOnWhole, marksOnWhole } from "@/components/question/answered";
import { ConfidenceSwitch } from "@/components/question/confidence-switch";
import { LockedRows } from "@/components/question/locked-rows";
import { MainButton } from "@/components/question/main-button";
import { OpenRows } from "@/components/question/open-rows";
import { KeysHint, Prompt } from "@/components/question/prompt";
import { mayGiveUp } from "@/components/question/question-state";
import { answerField, readAnswer } from "@/components/question/read-answer";
import { WholeFeedback } from "@/components/question/whole-feedback";
import { sentenceOf } from "@/components/question/sentence";
import { useDraft } from "@/components/question/use-draft";
import { useQuestion } from "@/components/question/use-question";
import { RunLinkNote } from "@/components/simulator/run-link-note";
import type { CodeLine, PublicQuestion } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { newAttemptId } from "@/lib/outbox/attempt-id";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";
import styles from "@/components/question/question.module.css";

/** Only an answer that can be shown needs one of these. */
const Reveal = lazy(() => import("@/components/question/reveal"));
const RunFigure = lazy(() => import("@/components/simulator/run-figure"));
const TrafficFigure = lazy(() => import("@/components/traffic/traffic-figure"));
const WhatIfRuns = lazy(() => import("@/components/question/what-if-runs"));

/** What takes the focus when a question opens again. */
const firstControl = `input[name="${answerField}"]:not([type="hidden"]), ol button`;

export interface QuestionProps {
  /** Options stand in the order to show. */
  question: PublicQuestion;
  locale: Locale;
  /** What the server has recorded, oldest first. */
  stored: readonly AttemptReply[];
  /** In which a place is picked; empty for all other kinds. */
  code: readonly CodeLine[];
  /** Id of the element on the page. */
  anchor: string;
  /** "question 1 of 8" */
  position: string;
  /** Where the button leads after the verdict, and what it says. */
  next: { anchor: string; label: string };
}

/**
 * A question of a lesson: choose, say how sure, commit, read the verdict. The form is uncontrolled, so what a reader
 * picks before the script has arrived is kept, and the browser restores it on its own.
 */
export function Question({ question, locale, stored, code, anchor, position, next }: QuestionProps) {
  const { words } = useLesson();
  const { state, dispatch, again, sendNow } = useQuestion(question.id, stored);
  const form = useRef<HTMLFormElement>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const choosing = state.phase === "choosing";
  const whole = feedbackOnWhole(question, state);
  const draft = useDraft(form, question.id, question.version, choosing);
  const options = useOptions(question, state.replies[0]?.shownOrder);
  const rows = answeredRows(question, options, state, locale);
  const latest = state.replies.at(-1);

  function commit(given: Pick<AttemptRequest, "answer" | "confidence">) {
    const request: AttemptRequest = {
      ...given,
      id: newAttemptId(),
      question: question.id,
      version: question.version,
      locale,
      context: "lesson",
      shownOrder: options.map(({ id }) => id),
      answeredAt: new Date().toISOString(),
    };
    dispatch({ type: "committed", request });
    draft.forget();
    // The controls that were in use are about to go; this button stays and becomes the next step.
    mainButton.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!choosing) return;
    const tried = state.replies.map(({ answer }) => answer);
    const given = readAnswer(question.kind, new FormData(event.currentTarget), tried);
    if ("missing" in given) dispatch({ type: "incomplete", missing: given.missing });
    else commit(given);
  }

  function edit() {
    if (form.current) draft.keep(form.current);
    dispatch({ type: "edited" });
  }

  const giveUp = () => commit({ answer: null, confidence: null });

  function openAgain() {
    again();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(firstControl)?.focus());
  }

  return (
    <section id={anchor} className={styles.question} data-kind={question.kind} tabIndex={-1}>
      <form ref={form} noValidate onSubmit={submit} onKeyDown={handleKey} onChange={edit}>
        <KeysHint kind={question.kind} />
        <fieldset className={styles.rows}>
          <Prompt question={question} position={position} state={state} />
          {state.phase === "choosing" ? (
            <OpenRows
              question={question}
              options={options}
              code={code}
              state={state}
              rows={rows}
              describedBy={`${anchor}-status`}
              kept={draft.answer}
              onMoved={edit}
            />
          ) : (
            <LockedRows question={question} code={code} rows={rows} marks={marksOnWhole(question, state)} />
          )}
        </fieldset>
        {whole && <WholeFeedback {...whole} />}
        <div className={choosing ? styles.commit : styles.verdict}>
          {choosing && <ConfidenceSwitch labelledBy={`${anchor}-sure`} />}
          <p id={`${anchor}-status`} role="status" className={styles.sentence}>
            {sentenceOf(state, words)}
          </p>
          <div className={styles.buttons}>
            {mayGiveUp(state) && (
              <button key="give-up" type="button" className={styles.quiet} onClick={giveUp}>
                {words.showAnswer}
              </button>
            )}
            <MainButton key="main" ref={mainButton} state={state} next={next} again={openAgain} sendNow={sendNow} />
          </div>
        </div>
        {state.phase === "settled" && (
          <Suspense fallback={null}>
            <Reveal question={question} rows={rows} state={state} locale={locale} />
          </Suspense>
        )}
        <noscript>
          <p className={styles.withoutScript}>{words.withoutScript}</p>
        </noscript>
      </form>
      {latest?.traffic && (
        <Suspense fallback={null}>
          <TrafficFigure key={latest.id} traffic={latest.traffic.shown} cause={latest.traffic.cause} words={words.traffic} locale={locale} />
        </Suspense>
      )}
      {latest?.run ? (
        <Suspense fallback={null}>
          <RunFigure
            key={latest.id}
            run={latest.run}
            anchor={anchor}
            arriving={stored.some(({ id }) => id === latest.id)}
            words={words.simulator}
            locale={locale}
          />
        </Suspense>
      ) : (
        state.phase !== "settled" && <RunLinkNote anchor={anchor} text={words.simulator.linkWaits} />
      )}
      {latest?.reveal?.whatIf && (
        <Suspense fallback={null}>
          <WhatIfRuns changes={latest.reveal.whatIf} locale={locale} />
        </Suspense>
      )}
    </section>
  );
}

/**
 * The options in the order in which they were shown when the question was answered. Until then in the order that the
 * page came with: a refresh that knows more about the learner must not move them under the reader's hand.
 */
function useOptions({ options }: PublicQuestion, answered: readonly string[] | undefined): PublicQuestion["options"] {
  const [order] = useState(() => options.map(({ id }) => id));
  const ids = answered ?? order;
  return options.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Keys work only while focus is inside the question: digits pick, `?` shows the keys, a held Enter commits once. */
function handleKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
  const typing = event.target instanceof HTMLInputElement && event.target.type === "text";
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "?") {
    const hint = event.currentTarget.querySelector("details");
    if (hint) hint.open = !hint.open;
  }
  if (!/^[1-6]$/.test(event.key)) return;
  const option = event.currentTarget.querySelector<HTMLInputElement>(`input[data-key="${event.key}"]`);
  option?.focus();
  option?.click();
}
