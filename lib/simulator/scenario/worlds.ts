import type { Words } from "../plain";
import type { EngineSetup } from "../worker/protocol";

/** Circumstances of a proof. */
export interface ProofWorld {
  /** Null for the scenario as it is. */
  title: Words | null;
  setup: EngineSetup;
}

/**
 * All circumstances in which a repair has to hold: those that the scenario adds, which are small, and the scenario
 * itself, which says the most, at the end.
 */
export function worldsOfProof(setup: EngineSetup): ProofWorld[] {
  const { scenario } = setup;
  const also = scenario.alsoProved.map(({ title, messages, bounds }) => ({
    title,
    setup: { ...setup, scenario: { ...scenario, messages: [...scenario.messages, ...messages], bounds }, bounds },
  }));
  return [...also, { title: null, setup }];
}
