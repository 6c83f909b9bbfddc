import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import type { GlossaryTerm } from "../compiled";
import { flatTexts } from "../flat-text";
import { TermWords } from "./term-uses";

function term(id: string, name: string, more: Partial<GlossaryTerm> = {}): [string, GlossaryTerm] {
  return [id, { id, name: { ru: name, en: id }, also: { ru: [], en: [] }, common: false, definition: { ru: ["О нём."], en: ["Of it."] }, explained: null, related: [], ...more }];
}

const terms = new TermWords(
  new Map([
    term("crash", "краш"),
    term("crash-window", "окно краша"),
    term("dlq", "DLQ", { also: { ru: ["очередь недоставленных сообщений"], en: [] } }),
    term("redrive", "возврат из DLQ"),
    term("step", "шаг", { common: true }),
    term("lease", "аренда", { definition: { ru: [{ tag: "given", source: "x", children: ["30 секунд"] }, " ждут."], en: [] } }),
  ]),
  "ru",
);

function uses(text: string): string[] {
  const tree = unified().use(remarkParse).use(remarkMdx).parse(text);
  return flatTexts(tree)
    .flatMap((flat) => terms.usesIn(flat, (position) => ({ file: "ru.mdx", ...position })))
    .map(({ term: id, isMarked, words, place }) => `${isMarked ? "marked " : ""}${id} ${place.line}:${place.column}${words && ` ${words}`}`);
}

test.each([
  ["Два краша, Краш и крашем.", ["crash 1:5 краша", "crash 1:12 Краш", "crash 1:19 крашем"]],
  ["Найдите окно краша.", ["crash-window 1:9 окно краша"]],
  ["Это возврат из DLQ, а не DLQ.", ["redrive 1:5 возврат из DLQ", "dlq 1:26 DLQ"]],
  ["В очереди недоставленных\nсообщений.", ["dlq 1:3 очереди недоставленных сообщений"]],
  ["Окно. Краша не было.", ["crash 1:7 Краша"]],
  ["Шаг за шагом, `краш`, окно, закрашено.", []],
])("%s", (text, expected) => expect(uses(text)).toEqual(expected));

test("a mark is a use at its own place, and the words in it are none", () => {
  expect(uses('До <Term id="crash-window">окна</Term> и <Term id="lease">**её краша**</Term> краш.')).toEqual([
    "marked crash-window 1:4",
    "marked lease 1:42",
    "crash 1:79 краш",
  ]);
});

test("what stands over a page names the term and holds no link", () => {
  expect(terms.glossOf("lease")).toEqual([{ tag: "strong", children: ["Аренда."] }, " ", "30 секунд", " ждут."]);
});
