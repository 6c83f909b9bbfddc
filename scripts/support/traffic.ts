import { parseArgs } from "node:util";
import { HandlerFailed } from "@/lib/content/engine";
import { trafficOf } from "@/lib/content/run-traffic";
import type { TrafficPlan } from "@/lib/simulator/traffic/plan";
import { timeAfter } from "@/lib/simulator/traffic/time-of-day";
import type { PeriodCounts, TrafficResult } from "@/lib/simulator/traffic/traffic";
import { readScenarioArgument, UsageError } from "./scenario-argument";

const usage = [
  "Usage: npm run -s traffic -- <slug | path to scenario.yaml> [--cause NAME|all] [--json]",
  "  runs the messages of an incident through the handler, at virtual time, and prints what its meters show;",
  "  without --cause under the first cause of the scenario",
].join("\n");

/** Runs the traffic of a scenario and prints each result as soon as it is there. 2: what was asked for is not possible. */
export async function traffic(argv: readonly string[], print: (line: string) => void): Promise<{ code: 0 | 2; error: string }> {
  try {
    const { slug, cause, json } = trafficArguments(argv);
    const { scenario, handlers } = readScenarioArgument(slug);
    const plan = scenario.traffic;
    if (!plan) throw new UsageError(`${scenario.slug} has no traffic: its scenario.yaml says nothing under traffic. Ask for metric-spike, or write a plan as docs/simulator.md says.`);
    const names = plan.causes.map(({ name }) => name);
    const chosen = cause === "all" ? plan.causes : plan.causes.filter(({ name }) => name === (cause ?? names[0]));
    if (chosen.length === 0) throw new UsageError(`There is no cause ${cause}. There are ${names.join(", ")}, or all.`);
    const results: TrafficResult[] = [];
    for (const one of chosen) {
      const result = await trafficOf({ scenario, handlers }, one);
      results.push(result);
      if (!json) print(reportOf(plan, result));
    }
    if (json) print(JSON.stringify(cause === "all" ? results : results[0], null, 2));
    return { code: 0, error: "" };
  } catch (error) {
    if (error instanceof UsageError || error instanceof HandlerFailed) return { code: 2, error: error.message };
    throw error;
  }
}

function trafficArguments(argv: readonly string[]): { slug: string; cause: string | null; json: boolean } {
  try {
    const options = { cause: { type: "string" }, json: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [slug, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new UsageError(usage);
    return { slug, cause: values.cause ?? null, json: values.json };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** The three rates as the metric shows them, and the line of the table. */
function reportOf({ window, seed }: TrafficPlan, { cause, handler, before, during, after, messages, emergency }: TrafficResult): string {
  const { from } = window;
  const to = timeAfter(from, window.minutes);
  const lines = [
    `cause: ${cause}, handler ${handler}, seed ${seed}`,
    "dedup_check_hit_rate",
    `  before ${from}    ${rateOf(before)}`,
    `  ${from} - ${to}   ${rateOf(during)}`,
    `  after ${to}     ${rateOf(after)}`,
    `in the window: ${during.checks} checks, ${during.hits.completed} hits on completed records, ${during.hits.in_flight} on records in flight, ` +
      `${during.redeliveries} records handed out again`,
    `messages of the window: ${messages.distinct} distinct ids, ${messages.effects} effects (${signed(messages.effects - messages.distinct)}), ` +
      `${messages.repeated} with more than one, ${messages.without} with none`,
    `emergency: ${emergency ? "yes" : "no"}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** As the snippet prints them: two decimals below one per cent, one above. */
function rateOf({ rate }: PeriodCounts): string {
  if (rate === null) return "no checks";
  const percent = rate * 100;
  return `${percent.toFixed(percent < 1 ? 2 : 1)}%`;
}

function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference);
}
