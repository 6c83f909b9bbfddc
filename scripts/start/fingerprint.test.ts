import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.mjs";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "fingerprint-"));
  write("app/page.tsx", "one");
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it.each(["app/page.tsx", "content/lessons/a/ru.mdx", "package-lock.json", "next.config.ts", "scripts/content-compile.ts"])(
  "changes with %s",
  async (path) => {
    const before = await fingerprint(root);
    write(path, "two");
    expect(await fingerprint(root)).not.toBe(before);
  },
);

it.each([
  "app/page.test.tsx",
  "e2e/smoke.spec.ts",
  "docs/decisions/001.md",
  "README.md",
  "scripts/start/run.mjs",
  ".next/BUILD_ID",
  ".data/built",
  "generated/content/public/course.json",
  "public/engine/engine.js",
  "node_modules/next/index.js",
])("does not change with %s", async (path) => {
  const before = await fingerprint(root);
  write(path, "two");
  expect(await fingerprint(root)).toBe(before);
});

it("changes when a file moves", async () => {
  const before = await fingerprint(root);
  renameSync(join(root, "app/page.tsx"), join(root, "app/other.tsx"));
  expect(await fingerprint(root)).not.toBe(before);
});
