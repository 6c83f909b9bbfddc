import { expect, it } from "vitest";
import { missingPackages } from "./system-programs.mjs";

const nothing = () => null;

it("misses nothing where the programs are there, under any of their names", () => {
  const find = (names: string[]) => (names.includes("google-chrome") || names.includes("redis-server") ? "/usr/bin/x" : null);
  expect(missingPackages({ find, isRoot: false, hasAptGet: false })).toEqual([]);
});

it("lets root on Debian install what is missing", () => {
  expect(missingPackages({ find: nothing, isRoot: true, hasAptGet: true })).toEqual(["chromium-headless-shell", "redis-server"]);
});

it.each([
  { isRoot: false, hasAptGet: true },
  { isRoot: true, hasAptGet: false },
])("stops elsewhere with the line to type: %o", (machine) => {
  expect(() => missingPackages({ find: nothing, ...machine })).toThrow("sudo apt-get install chromium-headless-shell redis-server");
});
