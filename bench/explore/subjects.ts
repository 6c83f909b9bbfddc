import { nodeExecutor, parseSql, readScenarioFolder } from "@/lib/content/engine";
import { createSimulation, type Simulation } from "@/lib/simulator/run/simulation";
import { fullBudgets } from "@/lib/simulator/scenario/bounds";
import type { Fault } from "@/lib/simulator/scenario/scenario";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/** A handler and the bounds that it is proved within. */
export interface Subject {
  scenario: string;
  handler: string;
  processes: number;
  faults: Partial<Record<Fault, number>>;
  /** What the proof may take, in milliseconds. */
  goal: number;
}

const lesson = { processes: 2, faults: { crash: 2, expiry: 1 } };

export const subjects: readonly Subject[] = [
  ...["select-then-act", "transactional-dedup", "stripe-idempotency-key"].flatMap((scenario) =>
    ["given", "fixed"].map((handler) => ({ scenario, handler, ...lesson, goal: 150 })),
  ),
  { scenario: "crash-before-ack", handler: "fixed", ...lesson, goal: 500 },
];

/** The largest that a lesson offers. */
export const large: Subject = {
  scenario: "crash-before-ack",
  handler: "fixed",
  processes: 3,
  faults: { crash: 2, expiry: 2 },
  goal: 10_000,
};

/** What a worker needs to explore a subject. */
export function setupOf({ scenario: slug, handler, processes, faults }: Subject): EngineSetup {
  const { loaded, handlers } = readScenarioFolder(`content/scenarios/${slug}/scenario.yaml`);
  if ("problems" in loaded) throw new Error(`${slug}: ${JSON.stringify(loaded.problems)}`);
  const { scenario } = loaded;
  const role = scenario.processes[0]?.role ?? "";
  return {
    scenario,
    bounds: { ...scenario.bounds, processes: { [role]: processes }, faults: fullBudgets(faults) },
    handlers: { [role]: { name: handler, source: handlers[handler] ?? "", shipped: true } },
  };
}

/** Everything anew, as when somebody has changed the handler; only the engine is loaded already. */
export async function simulationOf(subject: Subject, executor: "quickjs" | "native" = "quickjs"): Promise<Simulation> {
  return createSimulation({ ...setupOf(subject), executor: await nodeExecutor(executor), parseSql });
}

export function boundsText({ processes, faults }: Subject): string {
  const budgets = Object.entries(faults).map(([fault, budget]) => `${fault} ≤ ${budget}`);
  return [`${processes} workers`, ...budgets].join(", ");
}
