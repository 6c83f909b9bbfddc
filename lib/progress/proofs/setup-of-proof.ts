import type { LabScenario } from "@/lib/content/compiled";
import type { ProofRequest } from "@/lib/progress/proofs/contract";
import { profilesOf } from "@/lib/simulator/scenario/parts";
import { type Bounds, modelledFaults, type Scenario } from "@/lib/simulator/scenario/scenario";
import { scenarioForRun } from "@/lib/simulator/scenario/subset";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/**
 * What the engine needs to run the code of a proof: it stands in the place of the handler that it repairs, and finds
 * the tables which that one finds, changed by the proof's migration. Null when the scenario has no such role, or no
 * database to migrate.
 */
export function setupOfProof(
  { scenario, handlers }: Pick<LabScenario, "scenario" | "handlers">,
  proof: Pick<ProofRequest, "handlers" | "migration" | "bounds">,
): EngineSetup | null {
  const roles = scenario.processes.map(({ role }) => role);
  if (Object.keys(proof.handlers).some((role) => !roles.includes(role))) return null;
  if (proof.migration !== "" && scenario.schema === null) return null;
  const names = new Map(roles.map((role) => [role, scenario.handlers.find((handler) => handler.role === role)?.name ?? ""]));
  return {
    scenario: scenarioForRun(scenario, [...names.values()]),
    bounds: proof.bounds,
    migration: proof.migration,
    handlers: Object.fromEntries(
      [...names].map(([role, name]) => {
        const own = Object.hasOwn(proof.handlers, role) ? proof.handlers[role] : undefined;
        return [role, { name, source: own ?? handlers[name] ?? "", shipped: own === undefined }];
      }),
    ),
  };
}

/** Whether a proof within `bounds` says at least as much as one within the scenario's own. */
export function coversScenario(bounds: Bounds, { bounds: own, parts }: Pick<Scenario, "bounds" | "parts">): boolean {
  return (
    Object.entries(own.processes).every(([role, count]) => (bounds.processes[role] ?? 0) >= count) &&
    modelledFaults.every((fault) => bounds.faults[fault] >= own.faults[fault]) &&
    bounds.maxReceive === own.maxReceive &&
    profilesOf(parts).every((name) => bounds.profiles[name] === own.profiles[name])
  );
}
