import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { proveClaims } from "../claims/prove";
import { ClaimResults } from "../claims/results";
import { compileContent } from "../compile";
import { diskFiles, memoryFiles } from "../files";
import { formatProblem, Report } from "../problem";
import { keyFields, questionKinds } from "../question/schema";
import { markOf } from "./lesson";
import { planScaffold, scaffoldKinds } from "./scaffold";

/** The guide for authors, taken literally. */
const guide = readFileSync("docs/authoring.md", "utf8");
const commands = [...guide.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command = ""]) => command);
const files = [...guide.matchAll(/^````mdx file=(\S+)\n([^]*?)^````$/gm)].map(([, path = "", text = ""]) => [path, text] as const);
const titles = /^```yaml titles\n(.*)\n(.*)\n```$/m.exec(guide)?.slice(1) ?? [];

/** Blocks for ru.mdx, each with one kind of question or with other parts of the prose. */
const examples = [...guide.matchAll(/^````mdx example\n([^]*?)^````$/gm)].map(([, text = ""]) => text);

/** The course without its lessons: what is written there has its own check. */
function shortCourse(): Map<string, string> {
  return new Map(["course.yaml", "sources.yaml"].map((path) => [path, readContent(path)]));
}

function readContent(path: string): string {
  return new TextDecoder().decode(diskFiles("content").read(path) ?? new Uint8Array());
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

/** The same block as a translator leaves it: without what decides the question. */
function translated(block: string): string {
  const withoutKey = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutKey);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([field]) => !(keyFields as readonly string[]).includes(field));
    return Object.fromEntries(kept.map(([field, inner]) => [field, withoutKey(inner)]));
  };
  return block.replace(/^(```predict .*\n)([^]*?)^```$/m, (_, head: string, yaml: string) => `${head}${stringify(withoutKey(parse(yaml)))}\`\`\``);
}

/** The lesson of the guide with more blocks before its summary, in both languages. */
function withExamples(blocks: readonly string[]): Map<string, string> {
  const { finished } = followed();
  const [ru = "", en = ""] = files.map(([path]) => path);
  const before = (path: string, heading: string, added: readonly string[]) =>
    (finished.get(path) ?? "").replace(heading, () => `${added.join("\n")}\n${heading}`);
  const russian = before(ru, "## Итог", blocks);
  const english = before(en, "## Summary", blocks.map(translated)).replace(/^source: .*$/m, `source: ${markOf(russian)}`);
  return new Map([...finished, [ru, russian], [en, english]]);
}

test("each kind of question has an example in the guide that the check accepts", () => {
  expect(examples.flatMap((text) => /^kind: (.*)$/m.exec(text)?.[1] ?? []).sort()).toEqual(questionKinds.filter((kind) => kind !== "choice").sort());
  const questions = examples.filter((text) => text.startsWith("```predict"));
  expect(problemsOf(withExamples(questions))).toEqual([]);
});

test("the other blocks of the guide are compiled", () => {
  const blocks = examples.filter((text) => text.startsWith("<"));
  expect(blocks.join("")).toMatch(/<Log .*<Picture /s);
  const folder = "scenarios/two-workers-one-job";
  const shown = readdirSync(`content/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative("content", join(entry.parentPath, entry.name)));
  const report = new Report();
  compileContent(memoryFiles(new Map([...withExamples(blocks), ...shown.map((path) => [path, readContent(path)] as const)])), new ClaimResults(), report);
  expect(report.problems.map(formatProblem)).toEqual([]);
});

test("every command that the guide names exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = [...guide.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const scaffolds = [...guide.matchAll(/content:new -- ([a-z]+)/g)].map(([, kind = ""]) => kind);
  expect([...new Set(scaffolds)].sort()).toEqual([...scaffoldKinds].sort());
  for (const script of ["app/[locale]/author/page.tsx", "app/[locale]/author/[lesson]/page.tsx"]) expect(existsSync(script)).toBe(true);
});
