import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { OutcomeGlyph, type Outcome } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { Words } from "@/lib/simulator/plain";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import { countEnglish, countRussian } from "@/lib/simulator/words/numbers";
import styles from "@/components/simulator/simulator.module.css";

interface RunVerdictProps {
  effects: readonly EffectDeclaration[];
  counts: EffectCounts;
  /** Null while the schedule is open. */
  verdict: VerdictName | null;
  words: SimulatorWords;
  locale: Locale;
}

const glyphs: Record<VerdictName, Outcome> = {
  double: "double",
  lost: "lost",
  wrong: "wrong",
  stuck: "stuck",
  ok: "one",
};

/** How often each effect happened, and what that makes of the run. Red where money moved twice or not at all. */
export function RunVerdict({ effects, counts, verdict, words, locale }: RunVerdictProps) {
  const violated = verdict !== null && verdict !== "ok";
  return (
    <p className={styles.verdict} data-violated={violated || undefined}>
      {effects.flatMap((effect) =>
        Object.entries(counts[effect.name] ?? {}).map(([identity, count]) => (
          <span key={`${effect.name} ${identity}`}>
            {verdict !== null && <OutcomeGlyph outcome={glyphs[verdict]} effects={count} />}
            <b>{counted(effect, count)[locale]}</b> <span className={styles.identity}>{identity}</span>
          </span>
        )),
      )}
      <span>{words.verdict[verdict ?? "open"]}</span>
    </p>
  );
}

function counted({ noun }: EffectDeclaration, count: number): Words {
  return { ru: countRussian(count, noun.ru), en: countEnglish(count, noun.en) };
}
