import type { Locale } from "@/lib/locale";
import type { Place, Report } from "./problem";

/** Number words in every form that can stand before a noun. */
const numberWords: Record<Locale, string> = {
  ru: [
    "ноль|нуль|нуля|нулём|один|одна|одно|одни|одного|одной|одну|одному|одним|одном|два|две|двух|двум|двумя|оба|обе|обоих|обеих",
    "три|трёх|трех|трём|трем|тремя|четыре|четырёх|четырех|пять|пяти|шесть|шести|семь|семи|восемь|восьми|девять|девяти",
    "десять|десяти|одиннадцать|двенадцать|двадцать|тридцать|сорок|пятьдесят|сто|ста|двести|пятьсот|тысяча|тысячи|тысяч|миллион|миллионов",
  ].join("|"),
  en: [
    "zero|one|a single|single|two|both|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
    "twenty|thirty|forty|fifty|a hundred|hundred|a thousand|thousand|million",
  ].join("|"),
};

export interface TypedNumber {
  kind: "digits" | "words";
  /** Offset in the text. */
  index: number;
  text: string;
}

/**
 * Numbers typed into a text: digits anywhere, number words directly before one of the counted nouns («два списания»).
 * What must not be searched (code, facts with a source) is left out by the caller.
 */
export function typedNumbers(text: string, nouns: readonly string[], locale: Locale): TypedNumber[] {
  const found: TypedNumber[] = [];
  for (const match of text.matchAll(/\d(?:[\d.,:\u00A0\u2009\u202F]*\d)?/g))
    found.push({ kind: "digits", index: match.index, text: match[0] });
  if (nouns.length > 0) {
    const noun = nouns.map(escapePattern).join("|");
    const counted = new RegExp(`(?<![\\p{L}\\p{N}])(?:${numberWords[locale]})\\s+(?:${noun})(?![\\p{L}\\p{N}])`, "giu");
    for (const match of text.matchAll(counted))
      found.push({ kind: "words", index: match.index, text: match[0].replace(/\s+/g, " ") });
  }
  return found.sort((a, b) => a.index - b.index);
}

/** Reports every typed number of a text. `placeAt` is the place of an offset in it. */
export function reportNumbers(
  text: string,
  { nouns, locale }: { nouns: readonly string[]; locale: Locale },
  placeAt: (offset: number) => Place,
  report: Report,
): void {
  for (const number of typedNumbers(text, nouns, locale)) {
    if (number.kind === "digits") report.add("number-typed", placeAt(number.index), { number: number.text });
    else report.add("number-word-typed", placeAt(number.index), { words: number.text });
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
}
