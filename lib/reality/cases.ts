import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { parseSql, quickJsExecutor, readScenarioFolder } from "@/lib/content/engine";
import { canonical } from "@/lib/simulator/plain";
import type { Simulation } from "@/lib/simulator/run/simulation";
import type { Bounds, Scenario } from "@/lib/simulator/scenario/scenario";
import type { Simulator } from "./simulated";

/** A scenario on disk, with the SQL that sets its database up. */
export interface ScenarioSource {
  scenario: Scenario;
  /** By name. */
  handlers: Readonly<Record<string, string>>;
  /** The SQL that every handler finds executed. */
  setup: string;
  /** What a handler adds to it, by name. */
  setups: Readonly<Record<string, string>>;
}

/** One handler within bounds: all schedules of it are candidates. */
export interface Case {
  source: ScenarioSource;
  /** Name of the handler that the case is about; other roles have their first. */
  handler: string;
  bounds: Bounds;
}

interface ScenarioYaml {
  parts: { database?: { setup?: string } };
  handlers: Record<string, { setup?: string }>;
}

/** @throws Error with every problem of the scenario */
export function readSource(slug: string, content = join(process.cwd(), "content")): ScenarioSource {
  const file = join(content, "scenarios", slug, "scenario.yaml");
  const { loaded, handlers } = readScenarioFolder(file);
  if ("problems" in loaded) throw new Error(`${file}: ${canonical(loaded.problems)}`);
  const text = parse(readFileSync(file, "utf8")) as ScenarioYaml;
  return {
    scenario: loaded.scenario,
    handlers,
    setup: text.parts.database?.setup ?? "",
    setups: Object.fromEntries(Object.entries(text.handlers).map(([name, { setup = "" }]) => [name, setup])),
  };
}

/**
 * Every handler within the bounds of the scenario, and within those of every claim that the scenario makes about it:
 * what is shown to learners is what is checked.
 */
export function casesOf(source: ScenarioSource): Case[] {
  const { scenario } = source;
  const own = scenario.handlers.map(({ name }) => ({ source, handler: name, bounds: scenario.bounds }));
  const claimed = scenario.claims.map(({ handler, bounds }) => ({ source, handler, bounds }));
  const seen = new Set<string>();
  return [...own, ...claimed].filter(({ handler, bounds }) => {
    const text = canonical({ handler, bounds });
    return !seen.has(text) && seen.add(text);
  });
}

/** The handler of each role in a case. */
export function handlersOf({ source: { scenario }, handler }: Case): Record<string, string> {
  const asked = scenario.handlers.find(({ name }) => name === handler);
  return Object.fromEntries(
    scenario.processes.map(({ role }) => {
      const first = scenario.handlers.find((other) => other.role === role)?.name ?? "";
      return [role, asked?.role === role ? handler : first];
    }),
  );
}

export async function simulationOf(simulator: Simulator, checked: Case): Promise<Simulation> {
  const { scenario, handlers } = checked.source;
  return simulator.createSimulation({
    scenario,
    bounds: checked.bounds,
    handlers: Object.fromEntries(
      Object.entries(handlersOf(checked)).map(([role, name]) => [role, { name, source: handlers[name] ?? "", shipped: true }]),
    ),
    executor: await quickJsExecutor(),
    parseSql,
  });
}

/** The SQL that a real database is set up with, in the order in which the simulator reads it. */
export function setupOf(checked: Case): string {
  const { setup, setups } = checked.source;
  return [setup, ...Object.values(handlersOf(checked)).map((name) => setups[name] ?? "")].filter((sql) => sql.trim() !== "").join(";\n");
}
