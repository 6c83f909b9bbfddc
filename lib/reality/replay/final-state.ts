import type { KeyState } from "@/lib/coordinator/stores/memory/reducer";
import { canonical, type Plain } from "@/lib/simulator/plain";
import type { Simulation, System } from "@/lib/simulator/run/simulation";
import type { Lane } from "../lane";
import type { StoreAddress } from "../protocol";
import type { Simulator } from "../simulated";
import { isSameRecord, type Difference, type Fences } from "./compare";

/** Compares all that is left at the end of a schedule: tables, effects and keys of receivers, Redis, records. */
export async function differenceAtTheEnd(
  simulator: Simulator,
  simulation: Simulation,
  system: System,
  lane: Lane,
  store: StoreAddress["kind"],
  fences: Fences,
): Promise<Difference | null> {
  return (
    (await differenceOfTables(simulator, simulation, system, lane)) ??
    differenceOfReceivers(simulator, system, lane) ??
    (await differenceOfRedis(system, lane)) ??
    (await differenceOfRecords(simulator, system, lane, store, fences))
  );
}

async function differenceOfTables(
  simulator: Simulator,
  { tables }: Simulation,
  { world: { database } }: System,
  lane: Lane,
): Promise<Difference | null> {
  if (!database) return null;
  for (const table of Object.keys(tables)) {
    const simulated = simulator.committedRows(database.rows[table] ?? []).map(({ values }) => values as Plain);
    const { rows } = await lane.database.query<Record<string, Plain>>(`SELECT * FROM ${table}`);
    // Without ORDER BY a table has no order.
    const difference = differenceOf(`the table ${table}`, sorted(simulated), sorted(rows));
    if (difference) return difference;
  }
  return null;
}

function sorted(rows: readonly Plain[]): Plain {
  return rows.map(canonical).sort().map((row) => JSON.parse(row) as Plain);
}

function differenceOfReceivers(_: Simulator, { world }: System, lane: Lane): Difference | null {
  for (const [name, { effects, keys }] of Object.entries(world.receivers)) {
    const real = name === "stripe" ? lane.stripe.charges : lane.receivers.effectsOf(name);
    const difference =
      differenceOf(`the effects at ${name}`, effects as unknown as Plain, real as unknown as Plain) ??
      (name === "stripe" ? differenceOf("the keys of stripe", Object.keys(keys).sort(), [...lane.stripe.keys]) : null);
    if (difference) return difference;
  }
  return null;
}

async function differenceOfRedis({ world: { redis } }: System, lane: Lane): Promise<Difference | null> {
  if (!redis) return null;
  const names = (await lane.redis.keys("*")).sort();
  const real: Record<string, Plain> = {};
  for (const name of names) {
    const [value, ttl] = await Promise.all([lane.redis.get(name), lane.redis.pTTL(name)]);
    real[name] = { value, hasTtl: ttl > 0 };
  }
  const simulated = Object.fromEntries(Object.entries(redis.entries).map(([key, { value, hasTtl }]) => [key, { value, hasTtl }]));
  return differenceOf("the keys of Redis", simulated, real);
}

async function differenceOfRecords(
  simulator: Simulator,
  { world: { keyStore } }: System,
  lane: Lane,
  kind: StoreAddress["kind"],
  fences: Fences,
): Promise<Difference | null> {
  for (const id of Object.keys(keyStore?.records ?? {})) {
    const simulated = simulator.reduceKeyState<"read">(keyStore as KeyState, { kind: "read", id }, 0).reply as unknown as Plain;
    const real = (await lane.store(kind).read(id)) as unknown as Plain;
    if (!isSameRecord(id, simulated, real, fences)) return { what: `the record ${id}`, simulated, real };
  }
  return null;
}

function differenceOf(what: string, simulated: Plain, real: Plain): Difference | null {
  return canonical(simulated) === canonical(real) ? null : { what, simulated, real };
}
