"use client";

import { useEffect, useId, useMemo, useState, useSyncExternalStore } from "react";
import { effectsAt, linesAt, linkIn, logAt, runFragment, sentenceAt, stepsOfLink } from "@/components/simulator/run-at";
import { RunChoices } from "@/components/simulator/run-choices";
import { RunCode } from "@/components/simulator/run-code";
import { RunControls } from "@/components/simulator/run-controls";
import { RunLog } from "@/components/simulator/run-log";
import { RunTable } from "@/components/simulator/run-table";
import { RunVerdict } from "@/components/simulator/run-verdict";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { useEngine } from "@/components/simulator/use-engine";
import type { ShownRun } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { formatRunLink, isSameVersion, type RunLink } from "@/lib/simulator/run/permalink";
import { describeBounds } from "@/lib/simulator/words/bounds";
import styles from "@/components/simulator/simulator.module.css";

interface RunFigureProps {
  run: ShownRun;
  /** Id of the element that a link to this run leads to. */
  anchor: string;
  words: SimulatorWords;
  locale: Locale;
}

/**
 * A run: the recorded one at first, which needs no engine, and from the moment that the reader takes over whatever the
 * reader makes happen. Every state has an address.
 */
export default function RunFigure({ run: { frames: shown, setup }, anchor, words, locale }: RunFigureProps) {
  const title = useId();
  const { engine, open, step, back, reset, cancel, close } = useEngine(setup);
  const link = useRunLink(anchor);
  const linked = link && stepsOfLink(shown, link);
  /** Null until the reader moves: then the whole run is shown, or as much of it as the address says. */
  const [moved, setMoved] = useState<number | null>(null);
  const steps = moved ?? linked ?? shown.frames.length;
  const live = engine.view;
  const frames = live?.frames ?? shown;
  const at = live ? frames.frames.length : steps;

  const verdict = at === frames.frames.length ? frames.verdict : null;
  const sentence = live?.frames.stopped?.words[locale] ?? sentenceAt(frames, at)?.[locale] ?? "";
  const [handler] = Object.values(setup.handlers);
  const address = () => {
    const choices = frames.frames.slice(0, at).map(({ choice }) => choice);
    return runFragment(anchor, formatRunLink({ ...frames, choices, schedule: null }));
  };

  return (
    <section className={styles.run} aria-labelledby={title}>
      <h3 id={title}>{words.title}</h3>
      <RunVerdict
        effects={setup.scenario.effects}
        counts={effectsAt(frames, at)}
        verdict={verdict}
        words={words}
        locale={locale}
      />
      <p className={styles.bounds}>
        {describeBounds(frames.bounds)[locale]}. {words.oneSchedule}
      </p>
      <RunControls
        engine={engine}
        position={{ at, of: frames.frames.length }}
        words={words}
        locale={locale}
        toStart={live ? reset : () => setMoved(0)}
        back={live ? back : () => setMoved(steps - 1)}
        onwards={live ? null : { step: () => setMoved(steps + 1), toEnd: () => setMoved(frames.frames.length) }}
        takeOver={() => open(shown.frames.slice(0, steps).map(({ choice }) => choice))}
        giveBack={close}
        cancel={cancel}
        address={address}
      />
      {link && linked === null && ["off", "cancelled"].includes(engine.status) && (
        <p>
          <button type="button" className={styles.quiet} onClick={() => open(link.choices)}>
            {words.openLink}
          </button>
        </p>
      )}
      <p className={styles.sentence} aria-live="polite">
        {sentence}
      </p>
      {link && live && !isSameVersion(link, frames) && <p className={styles.note}>{words.otherVersion}</p>}
      {live && (
        <RunChoices
          offers={live.offers}
          ended={frames.ended}
          busy={engine.status !== "ready"}
          choose={step}
          words={words}
          locale={locale}
        />
      )}
      <RunTable frames={frames} steps={at} words={words} locale={locale} />
      {handler && <RunCode source={handler.source} lines={linesAt(frames, at)} label={words.code} />}
      <RunLog lines={logAt(frames, at)} words={words} />
    </section>
  );
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** The run that the page's address names for this anchor. The reader is brought to it. */
function useRunLink(anchor: string): RunLink | null {
  const fragment = useSyncExternalStore(
    onHashChange,
    () => window.location.hash,
    () => "",
  );
  const link = useMemo(() => linkIn(fragment, anchor), [fragment, anchor]);
  useEffect(() => {
    if (link) document.getElementById(anchor)?.scrollIntoView();
  }, [link, anchor]);
  return link;
}
