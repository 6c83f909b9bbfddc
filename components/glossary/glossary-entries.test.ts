import { expect, test } from "vitest";
import type { Glossary, PublicLesson } from "@/lib/content/compiled";
import { indexOf, themesOf } from "./glossary-entries";

const term = (id: string, ru: string, en: string, more: { explained?: string; related?: string[] } = {}) => ({
  id,
  name: { ru, en },
  also: { ru: [], en: [] },
  common: false,
  definition: { ru: [ru], en: [en] },
  explained: more.explained ?? null,
  related: more.related ?? [],
});
const glossary: Glossary = {
  themes: [
    { id: "keys", title: { ru: "Ключи", en: "Keys" }, terms: [term("lease", "аренда", "lease", { explained: "one#leases", related: ["inbox"] })] },
    { id: "data", title: { ru: "База", en: "Data" }, terms: [term("inbox", "inbox", "inbox"), term("gap", "зазор", "gap", { explained: "unwritten#start" })] },
  ],
  sources: { ru: {}, en: {} },
};
const lesson = (slug: string, terms: PublicLesson["terms"]) =>
  ({
    slug,
    locale: "ru",
    title: `Урок ${slug}`,
    sections: [
      { id: "goal", title: "Цель", kind: "goal", questions: [] },
      { id: "leases", title: "Аренды", kind: "prose", questions: [] },
    ],
    terms,
  }) as unknown as PublicLesson;
const lessons = [lesson("one", { lease: ["goal", "leases"], inbox: ["leases"] }), lesson("two", { lease: ["goal"], gap: ["leases", "goal"] })];
const entry = (id: string) => themesOf(glossary, lessons, "ru").flatMap(({ entries }) => entries).find((one) => one.id === id);

test("a term leads to the section that explains it, and to the first one that names it in every other lesson", () => {
  expect(entry("lease")).toMatchObject({
    explained: { href: "/ru/lessons/one#leases", section: "Аренды" },
    used: [{ href: "/ru/lessons/two#goal", section: "Цель" }],
    related: [{ id: "inbox", name: "inbox" }],
  });
});

test("where a lesson is not written yet, the term leads to those that use it", () => {
  expect(entry("gap")).toMatchObject({ explained: null, used: [{ href: "/ru/lessons/two#leases" }] });
});

test("the name in the other language is shown where it is another word", () => {
  expect([entry("lease")?.foreign, entry("inbox")?.foreign]).toEqual([{ locale: "en", name: "lease" }, null]);
});

test("the index has every name under its letter, in the order of the alphabet of the language", () => {
  const letters = (locale: "ru" | "en") => indexOf(themesOf(glossary, [], locale), locale).map(({ letter, entries }) => [letter, ...entries.map(({ id }) => id)]);
  expect(letters("en")).toEqual([["G", "gap"], ["I", "inbox"], ["L", "lease"]]);
  expect(letters("ru")).toEqual([["А", "lease"], ["З", "gap"], ["I", "inbox"]]);
});
