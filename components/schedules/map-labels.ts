import { fill } from "@/components/ui/fill";
import type { CellLine, MapColumn } from "@/components/schedules/map-layout";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import type { Outcome } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";
import { countEnglish, countRussian } from "@/lib/simulator/words/numbers";

const sql = /^(?:select|insert|update|delete|begin|commit|rollback)\b/;

/** A step as it stands in code: SQL in capitals, the second of its kind with its number. */
export function stepName(step: string): string {
  const [verb = "", number] = step.split("~");
  return (sql.test(verb) ? verb.toUpperCase() : verb) + (number === undefined ? "" : ` ${number}`);
}

/** Where the first crash falls: "charge → INSERT", "before the first step", "after ack". */
export function gapLabel({ between, path }: MapColumn, words: ScheduleWords): string {
  if (between === null) return words.noCrash;
  if (between.last === null) return words.beforeFirst;
  const before = path.map((step) => `${stepName(step)}, `).join("");
  const last = before + stepName(between.last);
  return between.next.length === 0 ? fill(words.after, { step: last }) : `${last} → ${between.next.map(stepName).join(" / ")}`;
}

/** When the second delivery sets off. */
export function rowLabel(row: string, words: ScheduleWords): string {
  if (row === "none") return words.noSecond;
  return row === "start" ? words.beforeFirst : fill(words.after, { step: stepName(row) });
}

export const glyphOf: Readonly<Record<VerdictName, Outcome>> = { double: "double", lost: "lost", wrong: "wrong", stuck: "stuck", ok: "one" };

/** How schedules end: "2 charges, more than wanted"; the count only where there is one kind of effect. */
export function outcomeLabel({ verdict, most }: Pick<CellLine, "verdict" | "most">, effects: readonly EffectDeclaration[], words: ScheduleWords, locale: Locale): string {
  const [effect] = effects;
  const verdictWords = verdict === "ok" ? words.one : words[verdict];
  if (!effect || effects.length > 1) return verdictWords;
  const { noun } = effect;
  return `${locale === "ru" ? countRussian(most, noun.ru) : countEnglish(most, noun.en)}, ${verdictWords}`;
}
