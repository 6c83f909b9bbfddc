import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { canonical } from "@/lib/simulator/plain";
import type { Claim } from "@/lib/simulator/scenario/scenario";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { shortHash } from "../hash";
import { executeClaim, executeOrders, executeSchedule, type ClaimResult } from "./execute";

const count = z.string().regex(/^\d+$/).nullable();
const verdict = z.enum(["double", "lost", "wrong", "stuck", "ok"]);
const resultSchema = z.strictObject({
  stopped: z.null(),
  schedules: count,
  states: z.int(),
  verdict: verdict.nullable(),
  counts: z.record(z.string(), z.array(z.int())),
  byVerdict: z.partialRecord(verdict, count),
  counterexample: z.array(z.string()).nullable(),
});
const recordSchema = z.record(z.string(), z.strictObject({ result: resultSchema, sum: z.string() }));
type Recorded = z.output<typeof recordSchema>;

/**
 * Results of claims, each computed once for the same handlers, bounds, scenario and engine. What was recorded before is
 * taken only under the hash of all of these, and only when it is what was written.
 */
export class ClaimResults {
  readonly #before: Recorded;
  readonly #used = new Map<string, Recorded[string]>();
  executed = 0;

  /** @param recorded text that `record` has returned before; anything else counts as nothing */
  constructor(recorded: string | null = null) {
    this.#before = readRecord(recorded);
  }

  of(setup: EngineSetup): ClaimResult {
    const key = keyOf(setup);
    const known = this.#used.get(key) ?? (Object.hasOwn(this.#before, key) ? this.#before[key] : undefined);
    if (known && known.sum === sumOf(key, known.result)) {
      this.#used.set(key, known);
      return known.result;
    }
    this.executed += 1;
    const result = executeClaim(setup);
    // What stopped early may get further another time.
    if (result.stopped === null) this.#used.set(key, { result: { ...result, stopped: null }, sum: sumOf(key, result) });
    return result;
  }

  /** The results that were asked for, and those known from before: others may ask for them. */
  record(): string {
    const all = { ...this.#before, ...Object.fromEntries(this.#used) };
    const engine = `${engineHash()}-`;
    const kept = Object.entries(all).filter(([key]) => key.startsWith(engine));
    return `${JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))))}\n`;
  }
}

/** The result of a claim of a scenario. Only the search through all schedules is worth recording. */
export function resultOf(claim: Claim, setup: EngineSetup, results: ClaimResults): ClaimResult {
  if (claim.schedule) return executeSchedule(setup, claim.schedule);
  return claim.orders ? executeOrders(setup, claim.orders) : results.of(setup);
}

function readRecord(text: string | null): Recorded {
  if (text === null) return {};
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Words change no result: an author can mend a caption without all claims being executed again. */
function keyOf({ scenario, bounds, handlers }: EngineSetup): string {
  const mute = { ...scenario, version: "", title: null, captions: [] };
  return `${engineHash()}-${shortHash(canonical([mute, bounds, handlers]), 32)}`;
}

function sumOf(key: string, result: ClaimResult): string {
  return shortHash(`${key} ${canonical(result)}`, 16);
}

let engine: string | null = null;

/** Changes with every source file that a result can depend on: the simulator, the coordinator in it, this folder. */
function engineHash(): string {
  return (engine ??= shortHash(["../../simulator", "../../coordinator", "."].map(sourcesBelow).join("\n"), 16));
}

function sourcesBelow(folder: string): string {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|[/\\]testing[/\\]|[/\\]conformance[/\\]|^words[/\\]/.test(name))
    .sort()
    .map((name) => `${name}\n${readFileSync(join(root, name), "utf8")}`)
    .join("\n");
}
