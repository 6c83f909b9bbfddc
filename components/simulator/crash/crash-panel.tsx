import { crashWords } from "@/components/simulator/crash/crash-words";
import { glyphs, mostEffects } from "@/components/simulator/crash/point-glyph";
import type { CrashHandle, Prediction, Side } from "@/components/simulator/crash/use-crash-handle";
import { windowOf } from "@/components/simulator/crash/read-scale";
import { inGroups } from "@/components/ui/in-groups";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { CrashedRun, CrashPoint } from "@/lib/simulator/explore/crash-scale";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import { describePrediction } from "@/lib/simulator/words/crash-scale";
import { countEnglish, countRussian } from "@/lib/simulator/words/numbers";
import styles from "@/components/simulator/crash/crash.module.css";

interface CrashPanelProps {
  handle: CrashHandle;
  effects: readonly EffectDeclaration[];
  verdicts: Record<VerdictName, string>;
  locale: Locale;
}

/** Beside the scale: where the crash is, how the run can go on from there, and the learner's own window. */
export function CrashPanel({ handle, effects, verdicts, locale }: CrashPanelProps) {
  const { prediction, point } = handle;
  if (prediction?.open) return <PredictionPanel prediction={prediction} locale={locale} />;
  return (
    <div className={styles.panel}>
      <div className={styles.ways} role="group" aria-label={crashWords.ways[locale]}>
        {waysOf(point).map((side) => (
          <Way key={side} side={side} run={point[side]} handle={handle} effects={effects} verdicts={verdicts} locale={locale} />
        ))}
      </div>
      {prediction && !handle.fresh && <p className={styles.fine}>{predictionSentence(handle, locale)}</p>}
      {point.otherOrder && <p className={styles.fine}>{crashWords.notFromHere[locale]}</p>}
    </div>
  );
}

/** The runs that there are to choose from. */
function waysOf({ otherOrder }: CrashPoint): Side[] {
  return otherOrder ? ["calmest", "worst", "otherOrder"] : ["calmest", "worst"];
}

/** The sentence about the learner's window, once it was compared; null otherwise. */
export function predictionSentence({ prediction, calls, scale }: CrashHandle, locale: Locale): string | null {
  return prediction && !prediction.open ? describePrediction(calls, prediction.marked, windowOf(scale))[locale] : null;
}

interface WayProps extends CrashPanelProps {
  side: Side;
  run: CrashedRun | null;
}

/** An outcome as coins and words; its run is one press away. */
function Way({ side, run, handle, effects, verdicts, locale }: WayProps) {
  const violated = run !== null && run.verdict !== "ok";
  return (
    <button
      type="button"
      className={styles.way}
      aria-pressed={handle.side === side}
      aria-disabled={run === null || undefined}
      data-violated={violated || undefined}
      onClick={run === null ? undefined : () => handle.choose(side)}
    >
      <span className={styles.wayName}>{crashWords[side][locale]}</span>
      <span className={styles.outcome}>
        {run && <OutcomeGlyph outcome={glyphs[run.verdict]} effects={Math.max(2, mostEffects(run.frames.outcome.effects))} />}
        <span>{run ? outcomeWords(run, effects, verdicts, locale) : crashWords.endless[locale]}</span>
      </span>
      {run?.schedule && (
        <span className={styles.fine}>
          {crashWords.schedule[locale]} <b>{inGroups(BigInt(run.schedule), locale)}</b>
        </span>
      )}
    </button>
  );
}

function outcomeWords({ frames, verdict }: CrashedRun, effects: readonly EffectDeclaration[], verdicts: Record<VerdictName, string>, locale: Locale): string {
  const counts = effects.flatMap(({ name, noun }) =>
    Object.values(frames.outcome.effects[name] ?? {}).map((count) => (locale === "ru" ? countRussian(count, noun.ru) : countEnglish(count, noun.en))),
  );
  return verdict === "ok" ? counts.join(", ") : `${counts.join(", ")}: ${verdicts[verdict]}`;
}

function PredictionPanel({ prediction, locale }: { prediction: Prediction; locale: Locale }) {
  const ready = prediction.marked.size > 0;
  return (
    <div className={styles.panel} role="group" aria-label={crashWords.where[locale]}>
      <p className={styles.question}>{crashWords.where[locale]}</p>
      <p className={styles.fine}>{crashWords.mark[locale]}</p>
      <div className={styles.buttons}>
        <button type="button" className="button" aria-disabled={!ready} onClick={ready ? prediction.compare : undefined}>
          {crashWords.compare[locale]}
        </button>
        <button type="button" className="text-button" onClick={prediction.skip}>
          {crashWords.show[locale]}
        </button>
      </div>
    </div>
  );
}

/** The ways to move the crash without dragging. */
export function CrashButtons({ handle, locale }: { handle: CrashHandle; locale: Locale }) {
  const { gap, scale, moveTo } = handle;
  const move = (by: number, name: string, path: string) => {
    const possible = gap + by >= 0 && gap + by < scale.points.length;
    return (
      <button type="button" aria-label={name} title={name} aria-disabled={!possible} onClick={possible ? () => moveTo(gap + by) : undefined}>
        <svg viewBox="0 0 14 14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
          <path d={path} />
        </svg>
      </button>
    );
  };
  return (
    <div className={styles.moves} role="group" aria-label={crashWords.point[locale]}>
      {move(-1, crashWords.earlier[locale], "M9 3L5 7L9 11")}
      {move(1, crashWords.later[locale], "M5 3L9 7L5 11")}
    </div>
  );
}
