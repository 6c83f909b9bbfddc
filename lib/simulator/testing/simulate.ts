import { nodeExecutor, parseSql, readScenarioFolder } from "@/lib/content/engine";
import { canonical } from "../plain";
import { applyMove } from "../run/apply";
import { outcomeOf, type Outcome } from "../run/judge";
import { choicesOf, isQuiescent } from "../run/moves";
import { createSimulation, type Simulation, type System } from "../run/simulation";
import { fullBudgets } from "../scenario/bounds";
import { loadScenario } from "../scenario/load";
import type { Bounds, Fault, Profiles, Scenario } from "../scenario/scenario";

export interface Asked {
  handler?: string;
  /** Handler text in place of the shipped one. */
  source?: string;
  processes?: number;
  faults?: Partial<Record<Fault, number>>;
  maxReceive?: number | null;
  profiles?: Partial<Profiles>;
  executor?: "quickjs" | "native";
}

/** A scenario from its text, with handler texts by name. Fails with the problems when it has any. */
export function scenarioFrom(text: string, handlers: Record<string, string>): Scenario {
  const loaded = loadScenario({
    slug: "test",
    file: "test/scenario.yaml",
    text,
    readHandler: (name) => handlers[name] ?? null,
    parseSql,
  });
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems, null, 1));
  return loaded.scenario;
}

/** A shipped scenario, ready to run. */
export async function shipped(slug: string, asked: Asked = {}): Promise<Simulation> {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems, null, 1));
  return simulate(loaded.scenario, handlers, asked);
}

export async function simulate(
  scenario: Scenario,
  handlers: Record<string, string>,
  asked: Asked = {},
): Promise<Simulation> {
  const name = asked.handler ?? "given";
  const role = scenario.handlers.find((handler) => handler.name === name)?.role ?? "";
  const firstOf = (other: string) => scenario.handlers.find((handler) => handler.role === other)?.name ?? "";
  const others = scenario.processes.map(({ role: other }) => [
    other,
    { name: firstOf(other), source: handlers[firstOf(other)] ?? "", shipped: true },
  ]);
  return createSimulation({
    scenario,
    bounds: boundsOf(scenario, asked),
    handlers: {
      ...Object.fromEntries(others),
      [role]: { name, source: asked.source ?? handlers[name] ?? "", shipped: asked.source === undefined },
    },
    executor: await nodeExecutor(asked.executor ?? "quickjs"),
    parseSql,
  });
}

function boundsOf(scenario: Scenario, asked: Asked): Bounds {
  const [role] = scenario.processes;
  return {
    processes: asked.processes === undefined ? scenario.bounds.processes : { ...scenario.bounds.processes, [role?.role ?? ""]: asked.processes },
    faults: asked.faults ? fullBudgets(asked.faults) : scenario.bounds.faults,
    maxReceive: asked.maxReceive === undefined ? scenario.bounds.maxReceive : asked.maxReceive,
    profiles: { ...scenario.bounds.profiles, ...asked.profiles },
  };
}

export interface Enumeration {
  schedules: bigint;
  states: number;
  outcomes: Outcome[];
}

/** Every schedule within the bounds, equal states visited once. */
export function enumerate(simulation: Simulation): Enumeration {
  const counts = new Map<string, bigint>();
  const outcomes = new Map<string, Outcome>();
  const count = (system: System): bigint => {
    const key = canonical(system);
    const known = counts.get(key);
    if (known !== undefined) return known;
    const choices = choicesOf(simulation, system);
    if (choices.refusal) throw new Error(`refused: ${choices.refusal.code} ${choices.refusal.detail}`);
    let schedules = 0n;
    if (isQuiescent(choices)) {
      schedules += 1n;
      const outcome = outcomeOf(simulation, system);
      outcomes.set(canonical(outcome), outcome);
    }
    for (const { move } of choices.enabled) schedules += count(applyMove(simulation, system, move).system);
    counts.set(key, schedules);
    return schedules;
  };
  const schedules = count(simulation.initial);
  return { schedules, states: counts.size, outcomes: [...outcomes.values()] };
}

/** Every schedule, one after the other, without looking for equal states. Slow, and independent of state identity. */
export function enumeratePlainly(simulation: Simulation): Omit<Enumeration, "states"> {
  let schedules = 0n;
  const outcomes = new Map<string, Outcome>();
  const walk = (system: System): void => {
    const choices = choicesOf(simulation, system);
    if (isQuiescent(choices)) {
      schedules += 1n;
      const outcome = outcomeOf(simulation, system);
      outcomes.set(canonical(outcome), outcome);
    }
    for (const { move } of choices.enabled) walk(applyMove(simulation, system, move).system);
  };
  walk(simulation.initial);
  return { schedules, outcomes: [...outcomes.values()] };
}

/** Counts of an effect over all outcomes, smallest first. */
export function countsIn(enumeration: Pick<Enumeration, "outcomes">, effect: string): number[] {
  const counts = enumeration.outcomes.flatMap(({ effects }) => Object.values(effects[effect] ?? {}));
  return [...new Set(counts)].sort((left, right) => left - right);
}
