import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { OutcomeGlyph, type Outcome } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
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

/** How often each effect happened, and what that makes of the run. Red is the count that is another than wanted. */
export function RunVerdict({ effects, counts, verdict, words, locale }: RunVerdictProps) {
  const violated = verdict !== null && verdict !== "ok";
  const counted = effects.flatMap((effect) =>
    Object.entries(counts[effect.name] ?? {}).map(([identity, count]) => ({ effect, identity, count })),
  );
  return (
    <p className={styles.verdict} data-violated={violated || undefined}>
      {verdict !== null && counted[0] && <OutcomeGlyph outcome={glyphs[verdict]} effects={counted[0].count} />}
      {counted.map(({ effect, identity, count }, index) => (
        <span key={`${effect.name} ${identity}`}>
          {index > 0 && ", "}
          <b data-violated={(violated && count !== effect.wanted) || undefined}>{nounOf(effect, count, locale)}</b> {words.per} <code>{identity}</code>
        </span>
      ))}
      : {words.verdict[verdict ?? "open"]}
    </p>
  );
}

function nounOf({ noun }: EffectDeclaration, count: number, locale: Locale): string {
  return locale === "ru" ? countRussian(count, noun.ru) : countEnglish(count, noun.en);
}
