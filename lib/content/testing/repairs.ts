import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { Scenario, VerdictName } from "@/lib/simulator/scenario/scenario";
import { worldsOfProof } from "@/lib/simulator/scenario/worlds";
import { createSimulation, type Simulation } from "@/lib/simulator/run/simulation";
import { engineSetup } from "../claims/setup";
import { nativeExecutor, parseSql, readScenarioFolder } from "../engine";

const executor = nativeExecutor();
const words = z.string().min(1);

/** `repairs/expected.yaml` of a scenario: what its repairs lead to within the bounds of the scenario. */
const expectedSchema = z.strictObject({
  /** By name: the worst verdict of all schedules, and the mistake behind it. */
  wrong: z.record(z.string(), z.strictObject({ verdict: z.enum(["double", "lost", "wrong", "stuck"]), idea: words })),
  /** By name: what makes it right. */
  good: z.record(z.string(), words),
  /** By name: shipped as tempting, right within these bounds; why. */
  elsewhere: z.record(z.string(), words).default({}),
});

export interface Repair {
  name: string;
  /** The worst verdict that is expected. */
  verdict: VerdictName;
  /** One for each of the circumstances in which it has to hold, the scenario itself last. */
  simulations: () => Simulation[];
}

export interface Repairs {
  slug: string;
  /** Null when the scenario has no `repairs/expected.yaml`. */
  expected: z.infer<typeof expectedSchema> | null;
  /** Handlers of the scenario that repair what learners read first, or seem to. */
  shipped: string[];
  /** Files in the folder `repairs`, without their extension. */
  own: string[];
  /** All that are expected: shipped ones with the setup of their handler, others with that of `given`. */
  all: Repair[];
}

/**
 * The repairs of a scenario on disk. Those of the folder `repairs` are no handlers of it: no page shows them. A file
 * `NAME.sql` beside `NAME.ts` is the migration that the repair comes with.
 */
export function repairsOf(slug: string): Repairs {
  const root = `content/scenarios/${slug}`;
  const { loaded, handlers } = readScenarioFolder(`${root}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { scenario } = loaded;
  const table = `${root}/repairs/expected.yaml`;
  const expected = existsSync(table) ? expectedSchema.parse(parse(readFileSync(table, "utf8"))) : null;
  const files = existsSync(`${root}/repairs`) ? readdirSync(`${root}/repairs`) : [];
  const own = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
  const migrationOf = (name: string) => (files.includes(`${name}.sql`) ? readFileSync(`${root}/repairs/${name}.sql`, "utf8") : "");
  const sources = { ...handlers, ...Object.fromEntries(own.map((name) => [name, readFileSync(`${root}/repairs/${name}.ts`, "utf8")])) };
  const verdicts: [string, VerdictName][] = [
    ...Object.entries(expected?.wrong ?? {}).map(([name, { verdict }]): [string, VerdictName] => [name, verdict]),
    ...[...Object.keys(expected?.good ?? {}), ...Object.keys(expected?.elsewhere ?? {})].map((name): [string, VerdictName] => [name, "ok"]),
  ];
  const simulations = (name: string) => () => repaired(scenario, handlers, own.includes(name) ? "given" : name, { source: sources[name], migration: migrationOf(name) });
  return {
    slug,
    expected,
    shipped: scenario.handlers.filter(({ name, role }) => role === roleOf(scenario, "given") && /^(tempting|fixed)\b/.test(name)).map(({ name }) => name),
    own,
    all: verdicts.map(([name, verdict]) => ({ name, verdict, simulations: simulations(name) })),
  };
}

function roleOf(scenario: Scenario, handler: string): string | null {
  return scenario.handlers.find(({ name }) => name === handler)?.role ?? null;
}

/** The scenario with another text in place of one of its handlers, in all circumstances of a proof. */
function repaired(
  scenario: Scenario,
  handlers: Record<string, string>,
  name: string,
  { source, migration }: { source: string | undefined; migration: string },
): Simulation[] {
  const setup = engineSetup({ scenario, handlers, claimPlaces: [] }, name, scenario.bounds);
  const role = roleOf(scenario, name);
  if (!setup || role === null || source === undefined) throw new Error(`${scenario.slug} has no repair ${name}`);
  const repair = { name, source, shipped: source === handlers[name] };
  const repairSetup = { ...setup, handlers: { ...setup.handlers, [role]: repair }, migration };
  return worldsOfProof(repairSetup).map((world) => createSimulation({ ...world.setup, executor, parseSql }));
}
