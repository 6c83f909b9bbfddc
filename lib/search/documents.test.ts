import { beforeAll, expect, test } from "vitest";
import { compileContent } from "@/lib/content/compile";
import type { Glossary, LabScenario, PublicLesson, SecretLesson } from "@/lib/content/compiled";
import { contentOf, goodContent } from "@/lib/content/testing/fixtures";
import { documentsOf, type SearchDocument } from "./documents";

let documents: SearchDocument[];
let secret: SecretLesson;
let lab: LabScenario;

beforeAll(() => {
  const { output } = compileContent(contentOf(goodContent()));
  const read = <Shape>(path: string) => JSON.parse(output?.get(path) ?? "null") as Shape;
  secret = read<SecretLesson>("secret/sample.json");
  lab = read<LabScenario>("lab/charge-once.json");
  const lesson = { ru: read<PublicLesson>("public/sample.ru.json"), en: read<PublicLesson>("public/sample.en.json") };
  documents = documentsOf([lesson], read<Glossary>("public/glossary.json"), lab ? [lab] : []);
});

const pathsOf = (kind: SearchDocument["kind"]) => documents.filter((one) => one.kind === kind).map(({ path }) => path);

test("lessons, their sections and questions, and terms are found where they stand", () => {
  expect(pathsOf("lesson")).toEqual(["lessons/sample"]);
  expect(pathsOf("section")).toEqual(["lessons/sample#goal", "lessons/sample#charge-once", "lessons/sample#kinds"]);
  expect(pathsOf("question")).toContain("lessons/sample#worst-case");
  expect(pathsOf("term")).toEqual(["glossary#crash-window", "glossary#gap", "glossary#ghost"]);
});

test("a section holds its prose with notes and facts, and nothing of its questions", () => {
  const goal = documents.find(({ path }) => path === "lessons/sample#goal");
  expect(goal?.text.ru).toBe("Найдите окно краша. Таймаут видимости здесь 30 секунд. Зазор стоит между шагами.");
  expect(documents.find(({ path }) => path === "lessons/sample#charge-once")?.text.en).not.toContain("workers");
});

test("nothing that answers a question can be found: feedback, explanations, options, the summary", () => {
  const searched = JSON.stringify(documents);
  const textsOf = (value: unknown): string[] =>
    typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
  const told = Object.values(secret.questions).flatMap(({ options, wrong, pairs, right, otherwise, incomplete, explanation }) =>
    textsOf([options.map(({ feedback }) => feedback), wrong.map(({ feedback }) => feedback), pairs.map(({ feedback }) => feedback), right, otherwise, incomplete, explanation]),
  );
  const sentences = told.filter((text) => text.length > 12);
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.filter((text) => searched.includes(text))).toEqual([]);
  // Options, which a reader has to weigh, and the summary, which is folded.
  for (const text of ["database rolls it back", "Одно списание", "does not protect", "не защищает"]) expect(searched).not.toContain(text);
});
