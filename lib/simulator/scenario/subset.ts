import type { Scenario } from "./scenario";

/**
 * What a page needs to run some handlers of a scenario. Claims, notes, captions of other handlers and the other
 * handlers themselves stay behind: they answer questions that the reader may not have answered yet.
 */
export function scenarioForRun(scenario: Scenario, handlers: readonly string[]): Scenario {
  return {
    ...scenario,
    claims: [],
    notes: null,
    traffic: null,
    handlers: scenario.handlers.filter(({ name }) => handlers.includes(name)),
    whatIf: scenario.whatIf.filter((change) => "scenario" in change || handlers.includes(change.handler)),
    captions: scenario.captions.filter(({ handler }) => handlers.includes(handler)),
    statements: Object.fromEntries(Object.entries(scenario.statements).filter(([name]) => handlers.includes(name))),
  };
}
