import { expect, test } from "vitest";
import { catalogue } from "./catalogue";
import { proveClaims } from "./claims/prove";
import { ClaimResults } from "./claims/results";
import { checkTraffic } from "./claims/traffic";
import { compileContent } from "./compile";
import { courseHints } from "./course-file";
import { glossaryHints } from "./glossary/glossary-file";
import { frontMatterHints } from "./lesson/front-matter";
import { formatProblem } from "./problem";
import { claimHints } from "./question/claim";
import { questionHints } from "./question/schema";
import { brokenContents } from "./testing/fixtures";

const results = new ClaimResults();
const fixtures = brokenContents().map((fixture) => {
  const { report, output } = compileContent(fixture.files, results);
  const unpublished = report.problems.length > 0;
  checkTraffic(fixture.files, report);
  proveClaims(fixture.files, report, results);
  return { ...fixture, output, unpublished, told: [...report.problems, ...report.warnings], problems: report.problems };
});

test.each(fixtures)("$name: the author reads what is wrong, where, and how to mend it", ({ rule, told, expected }) => {
  expect(told.map(formatProblem).join("\n")).toBe(expected);
  expect(told.map((problem) => problem.rule)).toContain(rule);
});

test("content with a problem in its texts is not written, content with warnings is", () => {
  for (const { name, unpublished, output } of fixtures) expect(output === null, name).toBe(unpublished);
});

/** Needs files on disk; see handler-types.test.ts. */
const provedElsewhere = ["code-types"];

test("every message of the catalogue has a fixture", () => {
  const proved = new Set([...fixtures.flatMap(({ told }) => told.map(({ rule }): string => rule)), ...provedElsewhere]);
  expect(Object.keys(catalogue).filter((rule) => !proved.has(rule))).toEqual([]);
});

test("every hint on a field has a fixture", () => {
  const told = new Set(fixtures.flatMap((fixture) => fixture.told.map(({ fix }) => fix)));
  const hints = [courseHints, glossaryHints, frontMatterHints, questionHints, claimHints].flatMap((group): string[] =>
    Object.values(group),
  );
  expect(hints.filter((hint) => !told.has(hint))).toEqual([]);
});

test("every fix is one sentence in the imperative, without a full stop", () => {
  const verbs =
    /^(add|ask|bring|call|check|correct|delete|divide|end|give|keep|let|link|make|mark|move|name|offer|put|remove|replace|run|save|shorten|show|split|start|use|write)\b/;
  const fixes = new Set(fixtures.flatMap(({ told }) => told.map(({ fix }) => fix)));
  expect([...fixes].filter((fix) => !verbs.test(fix) || fix.endsWith("."))).toEqual([]);
});
