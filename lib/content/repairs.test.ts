import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explore } from "@/lib/simulator/explore/explore";
import { verdictOrder } from "@/lib/simulator/run/judge";
import { compileContent } from "./compile";
import { contentOf, goodContent } from "./testing/fixtures";
import { repairsOf } from "./testing/repairs";

const scenarios = readdirSync("content/scenarios")
  .filter((slug) => existsSync(`content/scenarios/${slug}/scenario.yaml`))
  .map(repairsOf);

/**
 * In a short run only repairs that no claim executes are tried, and large ones not to their end: that is no proof, but
 * nothing that it has seen may be worse than what is expected.
 */
const limits = process.env.TEST_LONG ? {} : { states: 700 };

describe.each(scenarios)("$slug", ({ expected, own, shipped, all }) => {
  test("has three wrong repairs of different ideas and two good ones of different mechanisms, and says what becomes of each", () => {
    if (!expected) throw new Error("repairs/expected.yaml is missing");
    const ideas = Object.values(expected.wrong).map(({ idea }) => idea);
    const mechanisms = Object.values(expected.good);
    expect(ideas.length).toBeGreaterThanOrEqual(3);
    expect(mechanisms.length).toBeGreaterThanOrEqual(2);
    expect([new Set(ideas).size, new Set(mechanisms).size]).toEqual([ideas.length, mechanisms.length]);

    const named = all.map(({ name }) => name).filter((name) => name !== "given");
    expect(named.toSorted()).toEqual([...own, ...shipped].toSorted());
    for (const name of Object.keys(expected.wrong)) expect(name).toMatch(/^(wrong|tempting)-/);
    for (const name of Object.keys(expected.good)) expect(name).toMatch(/^(given$|fixed|good-)/);
    for (const name of Object.keys(expected.elsewhere)) expect(name).toMatch(/^tempting-/);
  });

  const tried = process.env.TEST_LONG ? all : all.filter(({ name }) => own.includes(name));
  // Some scenarios ship all that they need.
  if (tried.length > 0) test.each(tried)("$name: $verdict", { timeout: 600_000 }, ({ verdict, simulations }) => {
    const worlds = simulations();
    for (const simulation of worlds) {
      const found = explore(simulation, { crashMap: false, limits });
      expect(found.refusal).toBeNull();
      // The first circumstances in which it does not hold decide; what holds has to hold in all.
      if (found.stopped === null && found.verdict === "ok" && simulation !== worlds.at(-1)) continue;
      if (found.stopped === null) return expect(found.verdict).toBe(verdict);
      expect(limits.states).toBeDefined();
      expect(verdictOrder.indexOf(found.verdict ?? "ok")).toBeGreaterThanOrEqual(verdictOrder.indexOf(verdict));
    }
  });
});

test("no page is given a repair of the folder `repairs`", () => {
  const root = "scenarios/crash-before-ack";
  const from = (path: string) => readFileSync(`content/${path}`, "utf8");
  const names = readdirSync(`content/${root}`, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  const repairs = names.filter((path) => path.startsWith("repairs/"));
  expect(repairs.length).toBeGreaterThan(1);
  const compiled = (paths: readonly string[]) => {
    const files = goodContent();
    for (const path of paths) files.set(`${root}/${path}`, from(`${root}/${path}`));
    return [...(compileContent(contentOf(files)).output ?? [])];
  };
  const output = compiled(names);
  expect(output.map(([path]) => path)).toContain("lab/crash-before-ack.json");
  expect(output).toEqual(compiled(names.filter((path) => !repairs.includes(path))));
});
