import type { Locale } from "@/lib/locale";
import type { ExplorationResult } from "@/lib/simulator/explore/result";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import { countEnglish, countRussian } from "@/lib/simulator/words/numbers";

/** Outcomes that count the same and are judged the same, whatever became of the messages. */
export interface OutcomeRow {
  verdict: VerdictName;
  /** Such as "2 charges". */
  counts: string;
  /** The largest count, for the glyph. */
  most: number;
  /** Number of schedules; null where there is no end to them or the search stopped early. */
  schedules: bigint | null;
}

/** Worst first, as the exploration has ordered them. */
export function outcomeRows(result: ExplorationResult, effects: readonly EffectDeclaration[], locale: Locale): OutcomeRow[] {
  const rows = new Map<string, OutcomeRow>();
  for (const outcome of result.outcomes) {
    const counts = describeCounts(outcome.effects, effects, locale);
    const schedules = outcome.schedules === null ? null : BigInt(outcome.schedules);
    const key = `${outcome.verdict} ${counts}`;
    const known = rows.get(key);
    if (known) known.schedules = known.schedules === null || schedules === null ? null : known.schedules + schedules;
    else rows.set(key, { verdict: outcome.verdict, counts, most: mostOf(outcome.effects, effects), schedules });
  }
  return [...rows.values()];
}

function describeCounts(counts: EffectCounts, effects: readonly EffectDeclaration[], locale: Locale): string {
  return effects
    .flatMap((effect) => Object.values(counts[effect.name] ?? {}).map((count) => nounOf(effect, count, locale)))
    .join(", ");
}

function nounOf({ noun }: EffectDeclaration, count: number, locale: Locale): string {
  return locale === "ru" ? countRussian(count, noun.ru) : countEnglish(count, noun.en);
}

/** The largest count of any effect. */
export function mostOf(counts: EffectCounts, effects: readonly EffectDeclaration[]): number {
  return Math.max(0, ...effects.flatMap(({ name }) => Object.values(counts[name] ?? {})));
}

/** How many schedules have a verdict; null where that is not known. */
export function schedulesWith(rows: readonly OutcomeRow[], verdict: VerdictName): bigint | null {
  const all = rows.filter((row) => row.verdict === verdict).map(({ schedules }) => schedules);
  return all.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0n);
}
