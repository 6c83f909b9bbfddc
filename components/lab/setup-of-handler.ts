import type { OpenLab } from "@/components/lab/open-lab";
import { isOwnHandler, type RepairLab } from "@/components/repair/own-handlers";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import { scenarioForRun } from "@/lib/simulator/scenario/subset";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/** What the engine needs for one handler within bounds; other roles run the first handler of theirs. A learner's own one finds the tables as migrated. */
export function setupOfHandler({ scenario, handlers, migration }: Pick<OpenLab, "scenario" | "handlers"> & Partial<Pick<RepairLab, "migration">>, name: string, bounds: Bounds): EngineSetup {
  const chosen = scenario.handlers.find((handler) => handler.name === name);
  const names = Object.fromEntries(
    scenario.processes.map(({ role }) => {
      const own = chosen?.role === role ? chosen : scenario.handlers.find((handler) => handler.role === role);
      return [role, own?.name ?? ""];
    }),
  );
  return {
    scenario: { ...scenarioForRun(scenario, Object.values(names)), bounds },
    bounds,
    ...(isOwnHandler(name) && migration !== undefined && { migration }),
    handlers: Object.fromEntries(
      Object.entries(names).map(([role, own]) => [role, { name: own, source: handlers[own] ?? "", shipped: !isOwnHandler(own) }]),
    ),
  };
}
