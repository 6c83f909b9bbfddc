import type { CodeGap } from "@/components/simulator/crash/code-gaps";
import { crashWords } from "@/components/simulator/crash/crash-words";
import type { CrashHandle } from "@/components/simulator/crash/use-crash-handle";
import type { Locale } from "@/lib/locale";
import { describeCrashPoint } from "@/lib/simulator/words/crash-scale";
import styles from "@/components/simulator/crash/code-gap.module.css";

interface CodeGapMarkProps {
  gap: CodeGap;
  handle: CrashHandle;
  locale: Locale;
}

/**
 * A gap in the code: two strokes, a hatched box where some schedules violate, a band where all do. Pointing at it or
 * focusing it lights the same gap on the scale; a press moves the crash there.
 */
export function CodeGapMark({ gap: { gaps, violates }, handle, locale }: CodeGapMarkProps) {
  const { scale, calls, lit, light } = handle;
  const isHere = gaps.includes(handle.gap);
  const target = isHere ? handle.gap : (gaps.find((gap) => scale.points[gap]?.violates === violates) ?? gaps[0] ?? 0);
  const point = scale.points[target];
  if (!point) return null;
  return (
    <button
      type="button"
      className={styles.gap}
      data-violates={violates}
      data-lit={(lit !== null && gaps.includes(lit)) || undefined}
      aria-current={isHere || undefined}
      // One stop of the Tab key for all gaps: where the crash is. The slider moves it.
      tabIndex={isHere ? 0 : -1}
      aria-label={describeCrashPoint(calls, target, point)[locale]}
      onClick={() => handle.moveTo(target)}
      onPointerEnter={() => light(target)}
      onPointerLeave={() => light(null)}
      onFocus={() => light(target)}
      onBlur={() => light(null)}
    >
      <span className={styles.sign}>
        {isHere && (
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2 2L10 10M10 2L2 10" />
          </svg>
        )}
      </span>
      {violates === "all" && <span className={styles.name}>{crashWords.window[locale]}</span>}
    </button>
  );
}
