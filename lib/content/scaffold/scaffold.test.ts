import { expect, test } from "vitest";
import { proveClaims } from "../claims/prove";
import { ClaimResults } from "../claims/results";
import { compileContent } from "../compile";
import { memoryFiles } from "../files";
import { Report } from "../problem";
import { questionKinds } from "../question/schema";
import { goodContent } from "../testing/fixtures";
import { withLesson } from "./course-entry";
import { markOf } from "./lesson";
import { planScaffold, type ScaffoldRequest } from "./scaffold";

const results = new ClaimResults();

/** The good content with a scaffold written into it. */
function scaffolded(request: ScaffoldRequest, before: ReadonlyMap<string, string> = goodContent()): Map<string, string> {
  const { create, extend } = planScaffold(request, memoryFiles(before));
  return new Map([...before, ...create, ...[...extend].map(([path, { to }]) => [path, to] as const)]);
}

/** Writes something in every open place, as an author does. The translation was read again afterwards. */
function filledIn(content: ReadonlyMap<string, string>): Map<string, string> {
  const filled = new Map(
    [...content].map(([path, text]) => [path, text.replace(/FILL IN \([^)]*\)/g, "Word").replaceAll("fill-in-the", "a")]),
  );
  for (const [path, text] of filled)
    if (path.endsWith("en.mdx")) {
      const russian = filled.get(path.replace("en.mdx", "ru.mdx")) ?? "";
      filled.set(path, text.replace(/^source: .*$/m, `source: ${markOf(russian)}`));
    }
  return filled;
}

function check(content: ReadonlyMap<string, string>, drafts: "refused" | "shown" = "refused") {
  const files = memoryFiles(content);
  const compiled = compileContent(files, results, new Report(drafts));
  proveClaims(files, compiled.report, results);
  return { ...compiled, told: [...compiled.report.problems, ...compiled.report.warnings].filter(({ file }) => !file.includes("sample")) };
}

const aCase = scaffolded({ kind: "case", slug: "two-mails" });
const extended = scaffolded({ kind: "question", slug: "asked-again", lesson: "two-mails", section: "handler" }, aCase);
const shown = scaffolded({ kind: "lesson", slug: "short", scenario: "two-mails" }, aCase);

test.each([
  ["a case", aCase],
  ["a case with one more question", extended],
  ["a lesson about a known scenario", shown],
  ["a lesson without a scenario", scaffolded({ kind: "lesson", slug: "bare" })],
])("%s is a draft: only its open places are told, each by line, and it can be shown but not published", (_, content) => {
  const { told, output } = check(content);
  expect([...new Set(told.map(({ rule }) => rule))]).toEqual(["place-unfinished"]);
  for (const { file, line } of told) expect(content.get(file)?.split("\n")[line - 1]).toMatch(/FILL IN|fill-in/i);
  expect(output).toBeNull();
  expect(check(content, "shown").output).not.toBeNull();
});

test.each([
  ["a case with one more question", extended],
  ["a lesson about a known scenario", shown],
])("%s passes the check as soon as its open places are filled in", (_, content) => {
  const { told, output } = check(filledIn(content));
  expect(told).toEqual([]);
  expect(output).not.toBeNull();
});

test.each(questionKinds)("a question of the kind %s is a draft with nothing wrong but its open places, and passes once they are filled", (asks) => {
  const content = scaffolded({ kind: "question", slug: "asked-again", lesson: "two-mails", section: "handler", asks }, aCase);
  expect([...new Set(check(content).told.map(({ rule }) => rule))]).toEqual(["place-unfinished"]);
  expect(check(filledIn(content)).told).toEqual([]);
});

test("the key of a scaffolded question is what the simulator finds, and a wrong one is refuted", () => {
  const wrong = new Map(filledIn(aCase));
  const file = "lessons/two-mails/ru.mdx";
  wrong.set(file, wrong.get(file)?.replace(/^prove: .*$/m, (line) => line.replace("max: 2", "max: 1")) ?? "");
  expect(check(wrong).told.map(({ rule }) => rule)).toContain("claim-refuted");
});

test("a question goes to the end of its section in both languages, and an up-to-date translation stays so", () => {
  for (const locale of ["ru", "en"])
    expect(extended.get(`lessons/two-mails/${locale}.mdx`)).toMatch(
      /\[#handler\][^]*id=two-mails-worst-case [^]*\n```\n\n```predict id=asked-again [^]*\n```\n\n## \S.* \[#summary\]/,
    );
  expect(extended.get("lessons/two-mails/en.mdx")).toContain(`source: ${markOf(extended.get("lessons/two-mails/ru.mdx") ?? "")}`);
});

test("the course keeps its text, comments included, and gets one entry more", () => {
  const course = "# Order\nlessons:\n  - slug: first\n    level: junior\n# The end\n";
  expect(withLesson(course, "second")?.replace(/ {2}- slug: second\n(?: {4}.*\n)+/, "")).toBe(course);
  expect(withLesson(course, "first")).toBe(course);
  expect(withLesson("lessons: []\n", "first")).toBeNull();
});

test.each<[string, ScaffoldRequest, RegExp]>([
  ["a lesson that exists", { kind: "lesson", slug: "sample" }, /^content\/lessons\/sample\/ru\.mdx exists already/],
  ["a scenario whose handler exists", { kind: "scenario", slug: "charge-once" }, /handlers\/given\.ts exists already/],
  ["a scenario that does not exist", { kind: "lesson", slug: "bare", scenario: "none" }, /^There is no file content\/scenarios\/none\/scenario\.yaml\.$/],
  ["a question without its place", { kind: "question", slug: "more" }, /--lesson <slug> --section <anchor>/],
  ["a kind that does not exist", { kind: "question", slug: "more", lesson: "sample", section: "charge-once", asks: "essay" }, /^"essay" is no kind of question: --kind choice, several/],
  ["a question id of another lesson", { kind: "question", slug: "worst-case", lesson: "sample", section: "charge-once" }, /^The lesson sample has a question worst-case already/],
  ["a section that does not exist", { kind: "question", slug: "more", lesson: "sample", section: "none" }, /ru\.mdx has no section \[#none\]\.$/],
  ["a section before any snippet", { kind: "question", slug: "more", lesson: "sample", section: "goal" }, /shows no snippet before the end of its section \[#goal\]\.$/],
  ["a name that leads elsewhere", { kind: "lesson", slug: "../sample" }, /is no slug/],
])("refuses %s in one sentence", (_, request, sentence) => {
  expect(() => planScaffold(request, memoryFiles(goodContent()))).toThrow(sentence);
});
