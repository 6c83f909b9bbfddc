import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readScenarioFolder } from "@/lib/content/engine";
import { canonical } from "../plain";
import { fullBudgets } from "../scenario/bounds";
import type { Budgets, Scenario } from "../scenario/scenario";
import { enumerate, simulate } from "../testing/simulate";
import { explore } from "./explore";

/** The twelve cases only when there is time for all. */
const folders = readdirSync("content/scenarios").filter(
  (slug) =>
    (process.env.TEST_LONG || !/^o\d\d-/.test(slug)) && existsSync(`content/scenarios/${slug}/scenario.yaml`),
);

/** The faults of a scenario: all that it allows, or its first one once. */
function faultsOf({ bounds }: Scenario): Budgets {
  if (process.env.TEST_LONG) return bounds.faults;
  const [first] = Object.entries(bounds.faults).filter(([, budget]) => budget > 0);
  return fullBudgets(first ? { [first[0]]: 1 } : {});
}

describe.each(folders)("%s", (slug) => {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { scenario } = loaded;

  const names = scenario.handlers.map(({ name }) => name);
  it.each(process.env.TEST_LONG ? names : names.filter((name) => name === "given" || name === "fixed"))("%s", { timeout: 600_000 }, async (handler) => {
    const simulation = await simulate(scenario, handlers, { handler, faults: faultsOf(scenario) });
    const exchanged = explore(simulation);
    const without = explore(simulation, { symmetry: false });
    const { schedules, outcomes, crashMap, counterexample, verdict, stopped } = exchanged;
    expect(stopped).toBeNull();
    expect({ schedules, outcomes, crashMap, counterexample, verdict }).toEqual({
      schedules: without.schedules,
      outcomes: without.outcomes,
      crashMap: without.crashMap,
      counterexample: without.counterexample,
      verdict: without.verdict,
    });
    if (schedules === null) return; // the enumeration below would not end
    const naive = enumerate(simulation);
    expect([without.schedules, without.states]).toEqual([naive.schedules, naive.states]);
    expect(new Set(outcomes.map(({ outcome }) => canonical(outcome)))).toEqual(new Set(naive.outcomes.map(canonical)));
  });
});
