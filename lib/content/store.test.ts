import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileContent } from "./compile";
import { writeOutput } from "./output";
import { contentStore } from "./store";
import { contentOf, goodContent } from "./testing/fixtures";

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "content-store-"));
  folder = join(parent, "content");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const good = compileContent(contentOf(goodContent())).output ?? new Map<string, string>();

function compile(change: (text: string) => string = (text) => text): void {
  writeOutput(folder, new Map([...good].map(([path, text]) => [path, change(text)])));
}

test("a lesson is found by its slug and language, a secret question by its id", () => {
  compile();
  const store = contentStore(folder, { watch: false });
  expect(store.publicLesson("sample", "en")?.title).toBe("Sample");
  expect(store.publicLesson("sample", "ru")?.title).toBe("Образец");
  expect(store.secretQuestion("sample/worst-case")?.key).toEqual({ kind: "choice", option: "twice" });
  expect(store.secretLesson("sample")?.slug).toBe("sample");
});

test.each([
  "unwritten",
  "",
  "course",
  "../secret/sample",
  "..",
  "sample/../../secret/sample",
  "/etc/passwd",
  "sample\0",
  "constructor",
  "__proto__",
  "SAMPLE",
])("%j is no lesson", (slug) => {
  compile();
  const store = contentStore(folder, { watch: false });
  expect([store.publicLesson(slug, "ru"), store.secretLesson(slug)]).toEqual([null, null]);
});

test.each([
  "sample",
  "sample/",
  "sample/never",
  "sample/constructor",
  "unwritten/worst-case",
  "../sample/worst-case",
  "/",
  "__proto__/x",
])("%j is no question", (id) => {
  compile();
  expect(contentStore(folder, { watch: false }).secretQuestion(id)).toBeNull();
});

test("every question of the build is listed with what it is graded by", () => {
  compile();
  const versions = contentStore(folder, { watch: false }).questionVersions();
  expect(versions).toMatchObject([
    {
      questionId: "sample/worst-case",
      lessonId: "sample",
      kind: "choice",
      key: { option: "twice" },
      options: ["once", "twice", "never"],
    },
    { questionId: "sample/how-many", lessonId: "sample", kind: "number", key: { value: 1 }, options: [] },
    { questionId: "sample/what-remains", kind: "several", key: { options: ["message", "money"] }, options: ["money", "message", "row"] },
    { questionId: "sample/where-it-hurts", kind: "place", key: { option: "before-the-record" } },
    { questionId: "sample/what-comes-first", kind: "order", key: { options: ["stable-key", "constraint", "alarm"] } },
  ]);
});

test("a production server keeps what it has read, a development server follows the files", () => {
  compile();
  const production = contentStore(folder, { watch: false });
  const development = contentStore(folder, { watch: true });
  const titles = () => [production, development].map((store) => store.publicLesson("sample", "en")?.title);
  expect(titles()).toEqual(["Sample", "Sample"]);
  compile((text) => text.replace('"title":"Sample"', '"title":"Changed"'));
  utimesSync(join(folder, "public", "sample.en.json"), new Date(), new Date(Date.now() + 5_000));
  expect(titles()).toEqual(["Sample", "Changed"]);
});

test("a development server survives the moment in which the folder is replaced", () => {
  compile();
  const store = contentStore(folder, { watch: true });
  const before = store.publicLesson("sample", "en");
  rmSync(folder, { recursive: true });
  expect(store.publicLesson("sample", "en")).toEqual(before);
});

test("without compiled content the server says what to run", () => {
  expect(() => contentStore(folder, { watch: false }).course()).toThrow("Run: npm run content:compile");
});
