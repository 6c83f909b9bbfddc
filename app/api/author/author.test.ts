import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST } from "@/app/api/author/claims/route";
import { GET } from "@/app/api/author/changes/route";
import { ClaimResults } from "@/lib/content/claims/results";
import { memoryFiles } from "@/lib/content/files";
import { planScaffold } from "@/lib/content/scaffold/scaffold";
import { goodContent } from "@/lib/content/testing/fixtures";
import { checkSubject } from "@/lib/content/author/check-subject";
import { edited } from "@/lib/content/author/claim-edits";
import type { AuthorState } from "@/lib/content/author/contract";
import { concerned, subjectsOf } from "@/lib/content/author/focus";
import { mergeOutput } from "@/lib/content/author/merge-output";
import { authorStateFile, isAuthoring } from "@/lib/content/author/state";

const lesson = "lessons/two-mails/ru.mdx";
const results = new ClaimResults();
const { create, extend } = planScaffold({ kind: "case", slug: "two-mails" }, memoryFiles(goodContent()));
const drafted = new Map([...goodContent(), ...create, ...[...extend].map(([path, { to }]) => [path, to] as const)]);
const wrong = new Map(drafted).set(lesson, (drafted.get(lesson) ?? "").replace(/^prove: .*$/m, (line) => line.replace("max: 2", "max: 7").replace("double", "ok")));

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "author-"));
  vi.spyOn(process, "cwd").mockReturnValue(project);
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("CONTENT_AUTHORING", "1");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true, force: true });
});

const wrongState = checkSubject("lessons/two-mails", memoryFiles(wrong), results).prove();

/** Puts the content with the wrong claim on disk, checked as `content:dev` does it. */
function checked(): AuthorState {
  const all: AuthorState = { revision: "1", subjects: { "lessons/two-mails": wrongState } };
  for (const [path, text] of wrong) put(`content/${path}`, text);
  put(authorStateFile, JSON.stringify(all));
  return all;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function press(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const own = { "content-type": "application/json", host: "localhost:3000", "sec-fetch-site": "same-origin", ...headers };
  return POST(new Request("http://localhost:3000/api/author/claims", { method: "POST", body: JSON.stringify(body), headers: own }));
}

function refutedIn(state: AuthorState) {
  const [claim] = Object.values(state.subjects).flatMap(({ claims }) => claims ?? []).filter(({ holds }) => !holds);
  if (!claim) throw new Error("every claim holds");
  return claim;
}

test("a draft is shown with its open places at their lines, and its claims with what was computed", () => {
  const { output, prove, state } = checkSubject("lessons/two-mails", memoryFiles(drafted), results);
  expect(output?.has("public/two-mails.ru.json")).toBe(true);
  expect(state.claims).toBeNull();
  expect(state.problems[0]).toMatchObject({ file: "course.yaml", excerpt: expect.stringContaining("FILL IN") });
  const { claims } = prove();
  expect(claims?.find(({ field }) => field === "prove")).toMatchObject({ question: "two-mails-worst-case", found: expect.stringContaining("mails 1 or 2"), holds: true, edits: [] });
});

test("the button writes the computed number and verdict, and nothing else in the file changes", async () => {
  const claim = refutedIn(checked());
  expect(claim.edits.map(({ field, from, to }) => `${field} ${from} ${to}`)).toEqual(["max 7 2", "verdict ok double"]);
  expect((await press({ claim: claim.id, fileHash: claim.fileHash })).status).toBe(204);
  expect(readFileSync(join(project, "content", lesson), "utf8")).toBe(drafted.get(lesson));
});

test("what was saved after the check is never overwritten", async () => {
  const claim = refutedIn(checked());
  put(`content/${lesson}`, `${wrong.get(lesson)} `);
  expect((await press({ claim: claim.id, fileHash: claim.fileHash })).status).toBe(409);
  expect(readFileSync(join(project, "content", lesson), "utf8")).toBe(`${wrong.get(lesson)} `);
});

test.each<[string, Record<string, string>, number]>([
  ["a page of another site", { "sec-fetch-site": "cross-site" }, 403],
  ["a page of a sibling", { "sec-fetch-site": "same-site" }, 403],
  ["a foreign name that points here", { host: "rebound.example:3000" }, 403],
  ["a form, which needs no permission to be sent", { "content-type": "text/plain" }, 400],
])("%s writes nothing", async (_, headers, status) => {
  const claim = refutedIn(checked());
  expect((await press({ claim: claim.id, fileHash: claim.fileHash }, headers)).status).toBe(status);
  expect(readFileSync(join(project, "content", lesson), "utf8")).toBe(wrong.get(lesson));
});

test("a file outside of content is never written, not even through a link", async () => {
  const state = checked();
  const claim = refutedIn(state);
  put("outside.mdx", wrong.get(lesson) ?? "");
  rmSync(join(project, "content", lesson));
  symlinkSync(join(project, "outside.mdx"), join(project, "content", lesson));
  expect((await press({ claim: claim.id, fileHash: claim.fileHash })).status).toBe(403);
  put(authorStateFile, JSON.stringify(state).replaceAll(claim.id, "../outside.mdx:1:1"));
  expect((await press({ claim: "../outside.mdx:1:1", fileHash: claim.fileHash })).status).toBe(403);
  expect(readFileSync(join(project, "outside.mdx"), "utf8")).toBe(wrong.get(lesson));
});

test.each([
  ["a built app, whatever its environment says", "production", "1"],
  ["an ordinary development server", "development", undefined],
])("%s has no author's pages, changes or writing", async (_, mode, authoring) => {
  const claim = refutedIn(checked());
  vi.stubEnv("NODE_ENV", mode);
  vi.stubEnv("CONTENT_AUTHORING", authoring);
  expect(isAuthoring()).toBe(false);
  expect((await press({ claim: claim.id, fileHash: claim.fileHash })).status).toBe(404);
  expect(GET(new Request("http://localhost:3000/api/author/changes")).status).toBe(404);
  const { default: AuthorPage } = await import("@/app/[locale]/author/page");
  const { default: AuthorLessonPage } = await import("@/app/[locale]/author/[lesson]/page");
  await expect(AuthorPage({ params: Promise.resolve({ locale: "en" }) })).rejects.toThrow(/404/);
  await expect(AuthorLessonPage({ params: Promise.resolve({ locale: "en", lesson: "two-mails" }) })).rejects.toThrow(/404/);
});

test("a saved file concerns the lessons that show it, and shared files concern all", () => {
  const files = memoryFiles(new Map([...drafted, ["scenarios/alone/scenario.yaml", "title: x\n"]]));
  expect(subjectsOf(files)).toEqual(["lessons/sample", "lessons/two-mails", "scenarios/alone"]);
  expect(concerned("scenarios/two-mails/handlers/given.ts", files)).toEqual(["lessons/two-mails"]);
  expect(concerned("lessons/sample/en.mdx", files)).toEqual(["lessons/sample"]);
  expect(concerned("sources.yaml", files)).toHaveLength(3);
});

test("one lesson compiled by itself leaves the others of the course as they were", () => {
  const before = { lessons: [{ slug: "sample", written: true, minutes: 3 }] };
  put("out/public/course.json", JSON.stringify(before));
  mergeOutput(join(project, "out"), "lessons/two-mails", checkSubject("lessons/two-mails", memoryFiles(drafted), results).output ?? new Map());
  const course = JSON.parse(readFileSync(join(project, "out/public/course.json"), "utf8")) as typeof before;
  expect(course.lessons.map(({ slug, written }) => `${slug} ${written}`)).toEqual(["sample true", "unwritten false", "two-mails true"]);
});

test("an edit is made only where the text is what it replaces", () => {
  expect(() => edited("max: 3", [{ field: "max", at: 5, from: "7", to: "2" }])).toThrow();
});
