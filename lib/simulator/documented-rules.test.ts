import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { declaredIn, filesWithMutants, rulesOf, type Declared, type Named } from "./testing/rules-page";

/** The page of rules names a test and a mutation for each; the code is asked whether they exist, and the page whether it has all. */
const rules = rulesOf(readFileSync("docs/rules.md", "utf8"), "docs");

const known = new Map<string, Declared>();
function declared(file: string): Declared {
  const found = known.get(file) ?? declaredIn(file);
  known.set(file, found);
  return found;
}

function missing(named: readonly Named[], kind: keyof Declared): string[] {
  return named.filter(({ name, file }) => !declared(file)[kind].has(name)).map(({ name, file }) => `${file}: ${name}`);
}

describe("docs/rules.md", () => {
  it("has rules for every part", () => {
    const parts = new Set(rules.map(({ id }) => id.split(".")[0]));
    expect(parts).toEqual(
      new Set(["queue", "topic", "log", "traffic", "database", "stripe", "receiver", "redis", "coordinator", "process", "fault", "judge", "explore"]),
    );
  });

  it("has one rule per id, and says something in every cell", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(rules.filter(({ cells }) => cells.length !== 5 || cells.some((cell) => cell === "")).map(({ id }) => id)).toEqual([]);
  });

  it("names for each rule a test that exists", () => {
    expect(rules.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
    expect(missing(rules.flatMap(({ tests }) => tests), "tests")).toEqual([]);
  });

  it("names for each rule a mutation that exists", () => {
    expect(rules.filter(({ mutations }) => mutations.length === 0).map(({ id }) => id)).toEqual([]);
    expect(missing(rules.flatMap(({ mutations }) => mutations), "mutants")).toEqual([]);
  });

  it("names for each mutation the very test that fails for it", () => {
    const unproved = rules.flatMap(({ id, tests, mutations }) =>
      mutations
        .map(({ name, file }) => ({ name, file, fails: declared(file).mutants.get(name) ?? null }))
        .filter(({ file, fails }) => fails !== null && !tests.some((test) => test.name === fails && test.file === file))
        .map(({ name, fails }) => `${id}: "${name}" fails ${String(fails)}`),
    );
    expect(unproved).toEqual([]);
  });

  it("names every mutant that there is", () => {
    const named = new Set(rules.flatMap(({ mutations }) => mutations.map(({ name, file }) => `${file}: ${name}`)));
    const all = filesWithMutants().flatMap((file) => [...declared(file).mutants.keys()].map((name) => `${file}: ${name}`));
    expect(all.filter((mutant) => !named.has(mutant))).toEqual([]);
  });
});
