import { explore } from "@/lib/simulator/explore/explore";
import { framesOf, offersOf, play } from "@/lib/simulator/run/run";
import { verdictOrder } from "@/lib/simulator/run/judge";
import { ordersOf } from "@/lib/simulator/run/orders";
import { createSimulation } from "@/lib/simulator/run/simulation";
import type { Claim, VerdictName } from "@/lib/simulator/scenario/scenario";
import { describeRefusal } from "@/lib/simulator/words/say";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { nativeExecutor, parseSql } from "../engine";

/** What all schedules of a handler within bounds lead to, as far as claims ask. */
export interface ClaimResult {
  /** Why this is no proof: the search reached a limit, or the handler cannot run here. Null for a proof. */
  stopped: string | null;
  /** Number of schedules; null when there is no end to them. */
  schedules: string | null;
  states: number;
  verdict: VerdictName | null;
  /** By effect: how often it happens for one identity, smallest first. */
  counts: Record<string, number[]>;
  /** Schedules by verdict; null when there is no end to them. */
  byVerdict: Partial<Record<VerdictName, string | null>>;
  /** Simplest choices that lead to the verdict; null when it is ok. */
  counterexample: string[] | null;
}

/** What one schedule leads to. It has to be possible, and to go on to its end. */
export function executeSchedule(setup: EngineSetup, choices: readonly string[]): ClaimResult {
  const run = play(createSimulation({ ...setup, executor: nativeExecutor(), parseSql }), choices);
  const { ended, outcome, stopped, refusal } = framesOf(run);
  const next = offersOf(run).enabled.map(({ name }) => name);
  return {
    stopped: stopped?.words.en ?? refusal?.en ?? (ended ? null : `it ends too early, possible: ${next.join(", ")}`),
    schedules: "1",
    states: run.systems.length,
    verdict: outcome.verdict,
    counts: Object.fromEntries(
      Object.entries(outcome.effects).map(([effect, identities]) => [
        effect,
        [...new Set(Object.values(identities))].sort((a, b) => a - b),
      ]),
    ),
    byVerdict: { [outcome.verdict]: "1" },
    counterexample: null,
  };
}

/** Every order of some steps, counted as schedules are counted otherwise, each under its worst verdict. */
export function executeOrders(setup: EngineSetup, { after, steps }: NonNullable<Claim["orders"]>): ClaimResult {
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const stopped = play(simulation, after).stopped?.words.en ?? null;
  const verdicts = stopped === null ? [...ordersOf(simulation, after, steps).values()] : [];
  const found = verdictOrder.filter((verdict) => verdicts.includes(verdict));
  return {
    stopped,
    schedules: String(verdicts.length),
    states: 0,
    verdict: found[0] ?? null,
    counts: {},
    byVerdict: Object.fromEntries(
      found.map((verdict) => [verdict, String(verdicts.filter((other) => other === verdict).length)]),
    ),
    counterexample: null,
  };
}

/** Large enough for every claim of a lesson, small enough to end. */
const limits = { states: 400_000, milliseconds: 300_000 };

/** Proves or refutes: explores every schedule within the bounds. */
export function executeClaim(setup: EngineSetup): ClaimResult {
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const found = explore(simulation, { crashMap: false, limits, now: () => performance.now() });
  const counts: Record<string, number[]> = {};
  const byVerdict: Partial<Record<VerdictName, bigint | null>> = {};
  for (const { outcome, schedules } of found.outcomes) {
    for (const [effect, identities] of Object.entries(outcome.effects))
      counts[effect] = [...new Set([...(counts[effect] ?? []), ...Object.values(identities)])].sort((a, b) => a - b);
    const before = byVerdict[outcome.verdict];
    byVerdict[outcome.verdict] = schedules === null || before === null ? null : (before ?? 0n) + schedules;
  }
  return {
    stopped: found.refusal
      ? describeRefusal(found.refusal.refusal).en
      : found.stopped && `the search stopped at a limit (${found.stopped})`,
    schedules: found.schedules?.toString() ?? null,
    states: found.states,
    verdict: found.verdict,
    counts,
    byVerdict: Object.fromEntries(Object.entries(byVerdict).map(([verdict, count]) => [verdict, count?.toString() ?? null])),
    counterexample: found.counterexample ? [...found.counterexample] : null,
  };
}
