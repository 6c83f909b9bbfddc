import type { LabScenario } from "@/lib/content/compiled";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import { scenarioForRun } from "@/lib/simulator/scenario/subset";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/**
 * What the engine needs for one handler; other roles run the first handler of theirs. Nothing of the others goes along.
 * @param captioned false where the names of the gaps would answer a question that the reader has not answered yet
 */
export function setupOfHandler(
  { scenario, handlers }: LabScenario,
  name: string,
  bounds: Bounds,
  captioned: boolean,
): EngineSetup {
  const chosen = scenario.handlers.find((handler) => handler.name === name);
  const names = Object.fromEntries(
    scenario.processes.map(({ role }) => {
      const own = chosen?.role === role ? chosen : scenario.handlers.find((handler) => handler.role === role);
      return [role, own?.name ?? ""];
    }),
  );
  const forRun = scenarioForRun(scenario, Object.values(names));
  return {
    scenario: captioned ? forRun : { ...forRun, captions: [] },
    bounds,
    handlers: Object.fromEntries(
      Object.entries(names).map(([role, own]) => [role, { name: own, source: handlers[own] ?? "", shipped: true }]),
    ),
  };
}
