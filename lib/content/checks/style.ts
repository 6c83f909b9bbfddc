import type { Locale } from "@/lib/locale";
import type { Rich, RichNode } from "../compiled";
import type { Report } from "../problem";
import type { QuestionWords } from "../question/question";
import type { YamlPath, YamlSource } from "../yaml-source";

/** The right option may be this much longer than the median before its length gives it away. */
const longestKeyInMedians = 1.5;

const allOrNone: Record<Locale, RegExp> = {
  ru: /вс[её] (?:выше)?перечисленное|все (?:варианты|ответы)|ничего из перечисленного|ни одно из перечисленного|ни один из (?:вариантов|ответов)/iu,
  en: /(?:all|none|both) of (?:the above|these|them|the options)|all options|no option/iu,
};

/** Letters and numbers of options are capitals: "answer a question" names no place. */
const position: Record<Locale, RegExp> = {
  ru: /(?<!\p{L})(?:[Вв]ариант|[Оо]твет|[Пп]ункт)\p{L}*\s+[А-ЕA-F1-6](?![\p{L}\d])|(?<!\p{L})(?:[Пп]ерв|[Вв]тор|[Тт]рет|[Чч]етв[её]рт|[Пп]ят|[Шш]ест|[Пп]оследн)\p{L}*\s+(?:вариант|пункт)\p{L}*/u,
  en: /\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice)\s+[A-F1-6]\b|\b(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ll]ast)\s+(?:option|choice)\b/u,
};

const negation: Record<Locale, RegExp> = { ru: /(?<!\p{L})НЕ(?!\p{L})/u, en: /(?<!\p{L})NOT(?!\p{L})/u };

/** Warns about what makes a question measure something other than understanding. `key` is the id of the right option. */
export function checkStyle(
  words: QuestionWords,
  at: { question: string; key: string | null; yaml: YamlSource; locale: Locale },
  report: Report,
): void {
  const { question, yaml, locale } = at;
  const shouting = negation[locale].exec(plain(words.prompt, ["strong", "code", "pre"]))?.[0];
  if (shouting) report.add("style-negation", yaml.place(["prompt"]), { question, word: shouting });
  const texts: [Rich, YamlPath][] = [
    [words.prompt, ["prompt"]],
    [words.explanation, ["explanation"]],
    ...words.options.flatMap((option, index): [Rich, YamlPath][] => [
      [option.text, ["options", index, "text"]],
      [option.feedback, ["options", index, "feedback"]],
    ]),
  ];
  for (const [rich, path] of texts) {
    const found = position[locale].exec(plain(rich))?.[0];
    if (found) report.add("style-position", yaml.place(path), { question, words: found });
  }
  words.options.forEach((option, index) => {
    const found = allOrNone[locale].exec(plain(option.text))?.[0];
    if (found) report.add("style-all-or-none", yaml.place(["options", index, "text"]), { question, words: found });
  });
  checkLength(words, at, report);
}

function checkLength(
  words: QuestionWords,
  { question, key, yaml }: { question: string; key: string | null; yaml: YamlSource },
  report: Report,
): void {
  const lengths = words.options.map((option) => plain(option.text).length);
  const index = words.options.findIndex(({ id }) => id === key);
  const own = lengths[index];
  const middle = median(lengths);
  if (own !== undefined && own > longestKeyInMedians * middle)
    report.add("style-long-key", yaml.place(["options", index, "text"]), { question, key: own, median: middle });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The words of a text, without those inside the given elements. */
function plain(rich: Rich, without: readonly string[] = []): string {
  return rich
    .map((node: RichNode) =>
      typeof node === "string" ? node : without.includes(node.tag) ? " " : plain(node.children, without),
    )
    .join("");
}
