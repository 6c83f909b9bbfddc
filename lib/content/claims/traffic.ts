import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { canonical } from "@/lib/simulator/plain";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import type { ContentFiles } from "../files";
import { shortHash } from "../hash";
import type { Report } from "../problem";
import { readScenario, type ReadScenario } from "../scenarios";
import { trafficOf } from "../run-traffic";
import type { ClaimResult } from "./execute";

const count = z.int().min(0);
const minute = { checks: count, hits: z.strictObject({ completed: count, in_flight: count }), effects: count, redeliveries: count };
const period = z.strictObject({ ...minute, rate: z.number().nullable() });
const recordSchema = z.strictObject({
  /** Hash of all that the results depend on. */
  key: z.string(),
  results: z.array(
    z.strictObject({
      cause: z.string(),
      handler: z.string(),
      seed: count,
      minutes: z.array(z.strictObject(minute)),
      before: period,
      during: period,
      after: period,
      messages: z.strictObject({ distinct: count, effects: count, without: count, repeated: count }),
      emergency: z.boolean(),
    }),
  ),
});

/**
 * What the traffic of a scenario led to when it was run last. It takes seconds for each cause, so results are kept beside
 * the scenario, and `content:check` says when they are of other code than that which is there now.
 */
export interface RecordedTraffic {
  results: readonly TrafficResult[];
  /** Whether they are of this plan, these handlers and this engine. */
  isCurrent: boolean;
}

export function trafficFile(slug: string): string {
  return `scenarios/${slug}/traffic.json`;
}

/** Null when there is no file, or none that holds a result for every cause. */
export function recordedTraffic(read: ReadScenario, files: ContentFiles): RecordedTraffic | null {
  const bytes = files.read(trafficFile(read.scenario.slug));
  const record = bytes && recordSchema.safeParse(parsed(new TextDecoder().decode(bytes))).data;
  const causes = read.scenario.traffic?.causes ?? [];
  if (!record || !causes.every(({ name }) => record.results.some(({ cause }) => cause === name))) return null;
  return { results: record.results, isCurrent: record.key === keyOf(read) };
}

/** Reports results that are of another plan, handler or engine. Missing ones are told where content is compiled. */
export function checkTraffic(files: ContentFiles, report: Report): void {
  for (const slug of files.folders("scenarios")) {
    const read = readScenario(slug, files, report);
    const recorded = read?.scenario.traffic && recordedTraffic(read, files);
    if (recorded && !recorded.isCurrent) report.add("traffic-outdated", { file: trafficFile(slug), line: 1, column: 1 }, {});
  }
}

/** Runs every cause and gives the text to be kept. */
export async function runAllTraffic(read: ReadScenario): Promise<string> {
  const results: TrafficResult[] = [];
  for (const cause of read.scenario.traffic?.causes ?? []) results.push(await trafficOf(read, cause));
  return `${JSON.stringify({ key: keyOf(read), results })}\n`;
}

/** The messages of the window as the claims of questions speak of them. */
export function claimResultOf(effect: string, { messages: { effects, without, repeated } }: TrafficResult): ClaimResult {
  return {
    stopped: null,
    schedules: "1",
    states: 0,
    verdict: repeated > 0 ? "double" : without > 0 ? "lost" : "ok",
    counts: { [effect]: [effects] },
    byVerdict: {},
    counterexample: null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Titles change no result. */
function keyOf({ scenario, handlers }: ReadScenario): string {
  const plan = scenario.traffic && { ...scenario.traffic, causes: scenario.traffic.causes.map((cause) => ({ ...cause, title: null })) };
  const sources = (scenario.traffic?.causes ?? []).map(({ handler }) => handlers[handler] ?? "");
  return shortHash(canonical([engineSources(), plan, scenario.effects, sources]), 32);
}

let engine: string | null = null;

function engineSources(): string {
  const folders = ["../../simulator/traffic", "../../coordinator"].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  return (engine ??= folders.flatMap(sourcesIn).join("\n"));
}

/** Adapters to servers and HTTP are no part of a run. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^(article|conformance|http|platform|testing)[/\\]|^stores[/\\](postgres|redis)[/\\]/.test(name))
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), "utf8")}`);
}
