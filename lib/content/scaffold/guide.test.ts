import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { proveClaims } from "../claims/prove";
import { ClaimResults } from "../claims/results";
import { compileContent } from "../compile";
import { diskFiles, memoryFiles } from "../files";
import { formatProblem, Report } from "../problem";
import { planScaffold, scaffoldKinds } from "./scaffold";

/** The guide for authors, taken literally. */
const guide = readFileSync("docs/authoring.md", "utf8");
const commands = [...guide.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command = ""]) => command);
const files = [...guide.matchAll(/^````mdx file=(\S+)\n([^]*?)^````$/gm)].map(([, path = "", text = ""]) => [path, text] as const);
const titles = /^```yaml titles\n(.*)\n(.*)\n```$/m.exec(guide)?.slice(1) ?? [];

/** The course without its lessons: what is written there has its own check. */
function shortCourse(): Map<string, string> {
  const read = (path: string) => new TextDecoder().decode(diskFiles("content").read(path) ?? new Uint8Array());
  return new Map(["course.yaml", "sources.yaml"].map((path) => [path, read(path)]));
}

function problemsOf(content: ReadonlyMap<string, string>): string[] {
  const report = new Report();
  const results = new ClaimResults();
  compileContent(memoryFiles(content), results, report);
  proveClaims(memoryFiles(content), report, results);
  return [...report.problems, ...report.warnings].map(formatProblem);
}

function followed(): { scaffolded: Map<string, string>; finished: Map<string, string> } {
  const [, kind, slug = ""] = /content:new -- (\S+) (\S+)/.exec(commands[0] ?? "") ?? [];
  expect(kind).toBe("case");
  const before = shortCourse();
  const { create, extend } = planScaffold({ kind: "case", slug }, memoryFiles(before));
  const scaffolded = new Map([...before, ...create, ...[...extend].map(([path, { to }]) => [path, to] as const)]);
  const course = titles.reduce((text, title) => text.replace(/FILL IN \([^)]*\)/, title), scaffolded.get("course.yaml") ?? "");
  return { scaffolded, finished: new Map([...scaffolded, ["course.yaml", course], ...files]) };
}

test("whoever follows the guide from its first command to its last file has a lesson that the check accepts", () => {
  const { scaffolded, finished } = followed();
  expect(files.map(([path]) => scaffolded.has(path))).toEqual([true, true]);
  expect(problemsOf(scaffolded).every((told) => told.includes("still to be filled in"))).toBe(true);
  expect(problemsOf(finished)).toEqual([]);
});

test("a wrong key in the lesson of the guide would be refuted", () => {
  const { finished } = followed();
  const wrong = new Map([...finished].map(([path, text]) => [path, path.endsWith("ru.mdx") ? text.replace(/^(prove: .*)max: 2/m, "$1max: 1") : text]));
  expect(problemsOf(wrong).join()).toContain("the simulator finds mails 1 or 2");
});

test("every command that the guide names exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = [...guide.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const scaffolds = [...guide.matchAll(/content:new -- ([a-z]+)/g)].map(([, kind = ""]) => kind);
  expect([...new Set(scaffolds)].sort()).toEqual([...scaffoldKinds].sort());
  for (const script of ["app/[locale]/author/page.tsx", "app/[locale]/author/[lesson]/page.tsx"]) expect(existsSync(script)).toBe(true);
});
