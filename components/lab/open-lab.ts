import type { OpenHandlers } from "@/components/lab/open-handlers";
import type { LabScenario } from "@/lib/content/compiled";
import { scenarioForRun } from "@/lib/simulator/scenario/subset";

/** What may leave the server of a scenario: the handlers that are open to the reader, and what is needed to run them. */
export type OpenLab = Pick<LabScenario, "scenario" | "handlers" | "twins" | "starts">;

/** While questions are open the names of the gaps stay behind, too: they would answer them. */
export function openLab({ scenario, handlers, twins, starts }: LabScenario, open: OpenHandlers): OpenLab {
  const names = open.handlers.map(({ name }) => name);
  const isOpen = ([name]: [string, unknown]) => names.includes(name);
  const forRun = scenarioForRun(scenario, names);
  return {
    scenario: open.questions.length === 0 ? forRun : { ...forRun, captions: [] },
    handlers: Object.fromEntries(Object.entries(handlers).filter(isOpen)),
    twins: Object.fromEntries(Object.entries(twins).filter(isOpen)),
    starts: Object.fromEntries(Object.entries(starts).filter(isOpen)),
  };
}
