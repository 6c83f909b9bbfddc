import { expect, test } from "vitest";
import type { SearchDocument } from "./documents";
import type { DocumentKind, SearchResult } from "./contract";
import { indexDocuments, search } from "./search";

function document(kind: DocumentKind, path: string, ru: [title: string, text: string], en: [title: string, text: string]): SearchDocument {
  return { kind, path, title: { ru: ru[0], en: en[0] }, within: null, names: { ru: "", en: "" }, text: { ru: ru[1], en: en[1] } };
}

const lease = document("term", "glossary#lease", ["аренда", "Право на время: на сообщение или бронь."], ["lease", "A right to a message for a limited time."]);
const documents = [
  document("section", "lessons/a#prose", ["Два воркера", "Пока держится аренда, сообщение скрыто. Таймаут видимости истекает."], ["Two workers", "While the lease lasts the message is hidden."]),
  lease,
  document("section", "lessons/a#lease", ["Аренда и её конец", "Чем она кончается."], ["A lease and its end", "How it ends."]),
  document("lesson", "lessons/b", ["Аренды сообщений", "Урок."], ["Leases of messages", "A lesson."]),
  document("scenario", "lab/moves", ["Партиция переезжает", "обработчик · kafka"], ["A partition moves", "handler · kafka"]),
];
const index = indexDocuments(documents);
const pathsOf = (query: string, locale: "ru" | "en" = "ru") => search(index, query, locale).map(({ href }) => href.replace(/^\/(?:ru|en)\//, ""));
const marked = (result: SearchResult | undefined) => (result?.excerpt?.stretches ?? []).filter(({ isHit }) => isHit).map(({ text }) => text);

test("a title weighs more than a heading, a heading more than a term, a term more than prose", () => {
  expect(pathsOf("аренда")).toEqual(["lessons/b", "lessons/a#lease", "glossary#lease", "lessons/a#prose"]);
});

test.each(["аренда", "АРЕНДУ", "арендой", "аренд", "lease", "Leases"])("%s finds all forms in both languages", (query) => {
  expect(pathsOf(query, "ru").toSorted()).toEqual(pathsOf("lease", "en").toSorted());
});

test("ё is е, and a word is found by its beginning from four letters on", () => {
  expect(pathsOf("её")).toEqual(pathsOf("ее"));
  expect(pathsOf("парти")).toEqual(["lab/moves"]);
  expect(pathsOf("пар")).toEqual([]);
});

test("what holds more of the words hides what holds fewer", () => {
  expect(pathsOf("аренда бронь")).toEqual(["glossary#lease"]);
  expect(pathsOf("аренда нигде")).toEqual(pathsOf("аренда"));
});

test.each(["", "   ", "…", "-- / <> \" ' %", "нигде-не-написано"])("%j finds nothing", (query) => expect(pathsOf(query)).toEqual([]));

test("found words are set apart, and nothing of the text is lost or changed", () => {
  const [result] = search(index, "таймауты видимость", "ru");
  expect(marked(result)).toEqual(["Таймаут", "видимости"]);
  expect(result?.excerpt?.stretches.map(({ text }) => text).join("")).toBe("Пока держится аренда, сообщение скрыто. Таймаут видимости истекает.");
});

test("words that stand in the other language only are shown in that language", () => {
  const [result] = search(index, "hidden", "ru");
  expect([result?.excerpt?.locale, marked(result)]).toEqual(["en", ["hidden"]]);
  expect(result?.title.map(({ text }) => text).join("")).toBe("Два воркера");
});

test("of a long text the part is shown that holds most of the words", () => {
  const filler = "ничего особенного здесь не сказано ".repeat(20);
  const long = document("section", "x", ["Раздел", `Зазор. ${filler}Краш падает в зазор. ${filler}`], ["Section", ""]);
  const [result] = search(indexDocuments([long]), "краш зазор", "ru");
  expect(marked(result)).toEqual(["Краш", "зазор"]);
  expect(result?.excerpt).toMatchObject({ isCutBefore: true, isCutAfter: true });
  expect(result?.excerpt?.stretches.map(({ text }) => text).join("").length).toBeLessThan(200);
});

test("a term says what it is called in the other language", () => {
  expect(search(index, "право", "ru")[0]?.within).toBe("lease");
});

test("only so much of a query is looked at", () => {
  expect(pathsOf(`${"x".repeat(200)} аренда`)).toEqual([]);
  expect(pathsOf("a b c d e f g h аренда")).toEqual(pathsOf("a b c d e f g h"));
});
