import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packagesAreInstalled } from "./packages.mjs";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "packages-"));
  mkdirSync(join(root, "node_modules"));
});

afterEach(() => rmSync(root, { recursive: true }));

function lock(packages: object): void {
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...packages } }));
}

function installed(packages: object): void {
  writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
}

it("is content with what the lock file asks for", () => {
  lock({ "node_modules/next": { version: "1.0.0" } });
  installed({ "node_modules/next": { version: "1.0.0" } });
  expect(packagesAreInstalled(root)).toBe(true);
});

it("does not miss the packages of other platforms", () => {
  lock({ "node_modules/next": { version: "1.0.0" }, "node_modules/mac": { version: "1.0.0", optional: true } });
  installed({ "node_modules/next": { version: "1.0.0" } });
  expect(packagesAreInstalled(root)).toBe(true);
});

it.each([
  ["nothing is installed", null],
  ["a package is missing", {}],
  ["a version differs", { "node_modules/next": { version: "0.9.0" } }],
  ["a package is left from before", { "node_modules/next": { version: "1.0.0" }, "node_modules/old": { version: "1.0.0" } }],
])("asks for an installation when %s", (_, packages) => {
  lock({ "node_modules/next": { version: "1.0.0" } });
  if (packages) installed(packages);
  expect(packagesAreInstalled(root)).toBe(false);
});

it("asks for an installation when an optional package has another version", () => {
  lock({ "node_modules/postgres": { version: "2.0.0", optional: true } });
  installed({ "node_modules/postgres": { version: "1.0.0" } });
  expect(packagesAreInstalled(root)).toBe(false);
});

it("finds this project's own packages installed", () => {
  expect(packagesAreInstalled(".")).toBe(true);
});

it("is content with the project itself, as npm ci has installed it", () => {
  expect(packagesAreInstalled(".")).toBe(true);
});
