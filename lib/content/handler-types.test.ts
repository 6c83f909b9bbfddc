import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkHandlerTypes } from "./handler-types";
import { Report, formatProblem } from "./problem";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "handler-types-"));
  mkdirSync(join(root, "handlers"));
  const settings = {
    compilerOptions: { strict: true, types: [], lib: ["es2022"], module: "esnext", moduleResolution: "bundler" },
    include: ["handlers/*.ts"],
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(settings));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function told(handler: string | null): string[] {
  if (handler !== null) writeFileSync(join(root, "handlers", "given.ts"), handler);
  const report = new Report();
  checkHandlerTypes(join(root, "tsconfig.json"), report);
  return report.problems.map(formatProblem);
}

test("a handler that would not run as it is shown is told at its line", () => {
  expect(told("export default function handle(msg: { id: string }) {\n  return msg.amount;\n}\n")).toEqual([
    "content/handlers/given.ts:2:14\n  this handler does not type-check: Property 'amount' does not exist on type '{ id: string; }'.\n  fix: correct the handler, so that it runs as it is shown",
  ]);
}, 60_000);

test("a sound handler, and no handler at all, are fine", () => {
  expect(told(null)).toEqual([]);
  expect(told("export default function handle(msg: { id: string }) {\n  return msg.id;\n}\n")).toEqual([]);
}, 60_000);
