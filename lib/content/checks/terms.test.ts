import { expect, test } from "vitest";
import { Report } from "../problem";
import { checkTerms, type Passage, type QuestionText, type TermsBefore } from "./terms";

const sections = ["goal", "body", "end"];
const nobody: TermsBefore = { explained: new Set(), explainedHere: new Map(), sections };
let line = 0;

const plain = (term: string) => ({ term, isMarked: false, words: term, place: { file: "ru.mdx", line: ++line, column: 1 } });
const mark = (term: string) => ({ ...plain(term), isMarked: true, words: "" });

function check(passages: Passage[], { texts = [], before = {} }: { texts?: QuestionText[]; before?: Partial<TermsBefore> } = {}) {
  const report = new Report();
  const asked = checkTerms(passages, () => texts, { ...nobody, ...before }, report);
  return { told: report.problems.map(({ what }) => /"([a-z]+)"/.exec(what)?.[1]), asked: [...asked.values()].flat() };
}

test("a term has to be marked before it is used, and is free afterwards", () => {
  expect(check([{ section: "goal", uses: [plain("lease"), mark("lease"), plain("lease")] }]).told).toEqual(["lease"]);
  expect(check([{ section: "goal", uses: [mark("lease")] }, { section: "end", uses: [plain("lease")] }]).told).toEqual([]);
});

test("it is free from the section on that explains it, and after a lesson that has", () => {
  const passages: Passage[] = [{ section: "goal", uses: [plain("lease")] }, { section: "body", uses: [plain("gap")] }];
  expect(check(passages, { before: { explainedHere: new Map([["lease", "body"], ["gap", "body"]]) } }).told).toEqual(["lease"]);
  expect(check(passages, { before: { explained: new Set(["lease", "gap"]) } }).told).toEqual([]);
});

test("what a question asks about is explained beside it, and known from there on", () => {
  const passages: Passage[] = [{ section: "goal", uses: [mark("gap")] }, { section: "goal", question: "q" }, { section: "goal", uses: [plain("lease")] }];
  const texts: QuestionText[] = [{ kind: "asked", uses: [plain("gap"), plain("lease")] }, { kind: "asked", uses: [plain("lease")] }];
  expect(check(passages, { texts })).toEqual({ told: [], asked: ["lease"] });
});

test("each text of feedback brings its own mark, because nobody reads all of them", () => {
  const texts: QuestionText[] = [{ kind: "told", uses: [mark("lease"), plain("lease")] }, { kind: "told", uses: [plain("lease"), plain("lease")] }];
  expect(check([{ section: "goal", question: "q" }, { section: "end", uses: [plain("lease")] }], { texts }).told).toEqual(["lease", "lease"]);
});
