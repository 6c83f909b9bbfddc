import { expect, test } from "vitest";
import { readingMinutes } from "./minutes";

test("a lesson of four snippets, eight questions and about 1,050 words takes about fourteen minutes", () => {
  const minutes = readingMinutes({ words: 1_050, codeLines: 75, questions: 8 });
  expect(minutes).toBeGreaterThanOrEqual(13);
  expect(minutes).toBeLessThanOrEqual(15);
});

test("the shortest lesson takes a minute", () => {
  expect(readingMinutes({ words: 3, codeLines: 0, questions: 0 })).toBe(1);
});
