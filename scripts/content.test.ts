import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { goodContent } from "@/lib/content/testing/fixtures";

const repository = fileURLToPath(new URL("..", import.meta.url));
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "content-scripts-"));
  write("tsconfig.json", '{ "include": [] }');
  for (const [path, text] of goodContent()) write(path, text);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(project, "content", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function run(script: string): { status: number | null; out: string; error: string } {
  const tsx = join(repository, "node_modules", "tsx", "dist", "cli.mjs");
  const settings = ["--tsconfig", join(repository, "tsconfig.json"), "--conditions=react-server"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsx, ...settings, join(repository, "scripts", script)],
    {
      cwd: project,
      encoding: "utf8",
    },
  );
  return { status, out: stdout.trim(), error: stderr.trim() };
}

test("content is compiled once, and again only when it has changed", () => {
  expect(run("content-compile.ts")).toEqual({ status: 0, out: "content: 1 lesson, 5 questions compiled", error: "" });
  expect(readdirSync(join(project, "generated", "content")).sort()).toEqual(["lab", "public", "secret"]);
  expect(run("content-compile.ts").out).toBe("content: 1 lesson, 5 questions unchanged");
}, 120_000);

test.runIf(process.env.TEST_LONG)("with a problem nothing is written, the problem is printed and the command fails", () => {
  write("sources.yaml", "key-manual: Payment keys\n");
  const compiled = run("content-compile.ts");
  expect([compiled.status, compiled.out]).toEqual([1, ""]);
  expect(compiled.error).toContain(
    "content/sources.yaml:1:13\n  key-manual is not as it should be\n  fix: write each source",
  );
  expect(readdirSync(project)).toEqual(["content"]);
}, 120_000);

test.runIf(process.env.TEST_LONG)("warnings are printed and stop nothing", () => {
  const checked = run("content-check.ts");
  expect(checked.status).toBe(0);
  expect(checked.out).toContain("warning: translated from ru@0000000");
}, 120_000);

test.runIf(process.env.TEST_LONG)("the check counts problems, warnings and claims", () => {
  write("sources.yaml", "key-manual: Payment keys\n");
  const checked = run("content-check.ts");
  expect(checked.status).toBe(1);
  expect(checked.out).toMatch(/content: 1 lesson, 5 questions, 1 problem, 1 warning, 0 claims proved, not yet proved: 5$/);
}, 120_000);
