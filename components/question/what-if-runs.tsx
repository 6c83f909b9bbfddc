import { useState } from "react";
import { useLesson } from "@/components/lesson/lesson-context";
import { whatIfAddress } from "@/components/question/what-if-address";
import { glyphs, mostEffects } from "@/components/simulator/crash/point-glyph";
import { RunDiagram } from "@/components/simulator/diagram/run-diagram";
import { sentenceAt } from "@/components/simulator/run-at";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { ChangedCircumstances } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import type { Words } from "@/lib/simulator/plain";
import type { Frames } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/question/what-if.module.css";

/** Comes with the changes, so that the page of a lesson does not carry it. */
const words = {
  title: { ru: "А что, если…", en: "What if…" },
  inLab: { ru: "Этот прогон в лаборатории", en: "This run in the lab" },
  settingInLab: { ru: "Эти условия в лаборатории", en: "These circumstances in the lab" },
} as const satisfies Record<string, Words>;

/** The handler of a settled question under other circumstances: one press shows the verdict of all schedules and the simplest bad run. */
export default function WhatIfRuns({ changes, locale }: { changes: readonly ChangedCircumstances[]; locale: Locale }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const change = chosen === null ? undefined : changes[chosen];
  return (
    <section className={styles.whatIf} aria-label={words.title[locale]}>
      <p className={styles.title}>{words.title[locale]}</p>
      <ul className={styles.changes}>
        {changes.map(({ id, scenario, title }, index) => (
          <li key={`${scenario.slug}/${id}`}>
            <button type="button" className={styles.change} aria-pressed={index === chosen} onClick={() => setChosen(index === chosen ? null : index)}>
              {title[locale]}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.verdict} data-violated={(change && change.verdict !== "ok") || undefined}>
        {change && (
          <>
            <OutcomeGlyph outcome={glyphs[change.verdict]} effects={Math.max(2, mostEffects(change.frames?.outcome.effects ?? {}))} /> {change.words[locale]}
          </>
        )}
      </p>
      {change?.frames && <ChangedRun key={chosen} frames={change.frames} pointOfNoReturn={change.pointOfNoReturn} effects={change.effects} locale={locale} />}
      {change && (
        <p className={styles.toLab}>
          <a href={whatIfAddress(change, locale)}>{(change.frames ? words.inLab : words.settingInLab)[locale]}</a>
        </p>
      )}
    </section>
  );
}

/** The run as it was recorded: every step in the diagram is a button that says what happens there. */
function ChangedRun({ frames, pointOfNoReturn, effects, locale }: { frames: Frames; pointOfNoReturn: number | null; effects: readonly EffectDeclaration[]; locale: Locale }) {
  const { words: lesson } = useLesson();
  const [at, setAt] = useState(frames.frames.length);
  return (
    <>
      <p className={styles.sentence} aria-live="polite">
        {sentenceAt(frames, at)?.[locale]}
      </p>
      <RunDiagram
        frames={frames}
        effects={effects}
        at={at}
        select={setAt}
        waiting={[]}
        windows={[]}
        handle={null}
        pointOfNoReturn={pointOfNoReturn}
        words={lesson.simulator}
        locale={locale}
      />
    </>
  );
}
