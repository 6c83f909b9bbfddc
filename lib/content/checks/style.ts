import type { Locale } from "@/lib/locale";
import type { Rich, RichNode } from "../compiled";
import type { Report } from "../problem";
import type { QuestionWords } from "../question/question";
import type { YamlPath, YamlSource } from "../yaml-source";
import { absolute, allOrNone, negation, position, sentenceEnd } from "./style-patterns";

/** The right option may be this much longer than the median before its length gives it away. */
const longestKeyInMedians = 1.5;

interface StyleContext {
  question: string;
  /** Ids of the right options; empty where nothing is chosen among texts. */
  keys: readonly string[];
  yaml: YamlSource;
  locale: Locale;
}

/** Warns about what makes a question measure something other than understanding. */
export function checkStyle(words: QuestionWords, at: StyleContext, report: Report): void {
  checkPrompt(words, at, report);
  const { question, yaml, locale } = at;
  for (const [rich, path] of textsOf(words)) {
    const found = position[locale].exec(plain(rich))?.[0];
    if (found) report.add("style-position", yaml.place(path), { question, words: found });
  }
  words.options.forEach((option, index) => {
    const found = allOrNone[locale].exec(plain(option.text))?.[0];
    if (found) report.add("style-all-or-none", yaml.place(["options", index, "text"]), { question, words: found });
  });
  if (at.keys.length === 0) return;
  checkAbsolutes(words, at, report);
  checkEndings(words, at, report);
  checkLength(words, at, report);
}

/** A prompt asks, in a sentence of its own, and not for what is not. */
function checkPrompt({ prompt }: QuestionWords, { question, yaml, locale }: StyleContext, report: Report): void {
  const turning = negation[locale].exec(plain(prompt, ["strong", "code", "pre"]))?.[0];
  if (turning) report.add("style-negation", yaml.place(["prompt"]), { question, word: turning });
  const last = prompt.findLast((node) => typeof node !== "string" || node.trim() !== "");
  const isCode = typeof last === "object" && last.tag === "pre";
  const text = plain(prompt).trim();
  if (!isCode && !sentenceEnd.test(text)) report.add("style-open-prompt", yaml.place(["prompt"]), { question, words: text.split(/\s+/).slice(-3).join(" ") });
}

/** Everything that a reader gets to read about options, with its field. */
function textsOf({ prompt, explanation, options, number, pairs, right, otherwise, incomplete }: QuestionWords): [Rich, YamlPath][] {
  const wrong = [...(number?.wrong ?? []), ...pairs];
  return [
    [prompt, ["prompt"]],
    [explanation, ["explanation"]],
    ...options.flatMap((option, index): [Rich, YamlPath][] => [
      [option.text, ["options", index, "text"]],
      [option.feedback, ["options", index, "feedback"]],
    ]),
    ...wrong.map(({ feedback }, index): [Rich, YamlPath] => [feedback, ["wrong", index, "feedback"]]),
    [right ?? [], ["right"]],
    [otherwise ?? [], ["otherwise"]],
    [incomplete ?? [], ["incomplete"]],
  ];
}

/** An absolute word in a wrong option is a cue unless a right one has one too. */
function checkAbsolutes({ options }: QuestionWords, { question, keys, yaml, locale }: StyleContext, report: Report): void {
  const wordIn = ({ text }: { text: Rich }) => absolute[locale].exec(plain(text, ["code"]))?.[0];
  if (options.some((option) => keys.includes(option.id) && wordIn(option))) return;
  options.forEach((option, index) => {
    const word = wordIn(option);
    if (word) report.add("style-absolute", yaml.place(["options", index, "text"]), { question, word });
  });
}

/** The right options alone end like a sentence, or alone do not: they were written at another time than the others. */
function checkEndings({ options }: QuestionWords, { question, keys, yaml }: StyleContext, report: Report): void {
  const isKey = ({ id }: { id: string }) => keys.includes(id);
  const ends = ({ text }: { text: Rich }) => sentenceEnd.test(plain(text).trim());
  const [right, wrong] = [options.filter(isKey).map(ends), options.filter((option) => !isKey(option)).map(ends)];
  const [first] = right;
  if (first === undefined || right.includes(!first) || wrong.includes(first)) return;
  const place = yaml.place(["options", options.findIndex(isKey), "text"]);
  report.add("style-odd-ending", place, { question, keys: right.length, stop: first });
}

function checkLength({ options }: QuestionWords, { question, keys, yaml }: StyleContext, report: Report): void {
  const lengthOf = ({ text }: { text: Rich }) => plain(text).length;
  const right = options.filter(({ id }) => keys.includes(id));
  const key = median(right.map(lengthOf));
  // One option is compared with all, itself included; several of them with the others.
  const compared = right.length > 1 ? options.filter(({ id }) => !keys.includes(id)) : options;
  const middle = median(compared.map(lengthOf));
  if (key <= longestKeyInMedians * middle) return;
  const index = options.findIndex(({ id }) => keys.includes(id));
  report.add("style-long-key", yaml.place(["options", index, "text"]), { question, key: Math.round(key), keys: right.length, median: middle });
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
