import { withBroker } from "./brokers";
import type { ClaimFile, ScenarioFile } from "./schema";
import {
  modelledFaults,
  profileValues,
  type Bounds,
  type Budgets,
  type Fault,
  type ProfileName,
  type Profiles,
} from "./scenario";

export const noFaults = Object.fromEntries(modelledFaults.map((fault) => [fault, 0])) as Record<Fault, number>;

export function fullBudgets(given: Partial<Record<Fault, number | undefined>>): Budgets {
  return Object.fromEntries(modelledFaults.map((fault) => [fault, given[fault] ?? 0])) as Record<Fault, number>;
}

export const defaultProfiles = Object.fromEntries(
  Object.entries(profileValues).map(([name, values]) => [name, values[0]]),
) as unknown as Profiles;

/** Receives before a message is dead-lettered, where the scenario does not say. */
const defaultMaxReceive = 10;

/** The bounds that a scenario states for itself. */
export function scenarioBounds(file: ScenarioFile): Bounds {
  const { queue = {}, stripe = {}, mailer = {}, coordinator = {}, log = {}, redis = {} } = file.parts;
  return {
    processes: Object.fromEntries(file.processes.map(({ role, count }) => [role, count])),
    faults: fullBudgets(file.bounds),
    maxReceive: readMaxReceive(file.bounds.maxReceive, defaultMaxReceive),
    profiles: { ...defaultProfiles, ...withBroker({ ...queue, ...stripe, ...mailer, ...coordinator, ...log, ...redis }) },
  };
}

/**
 * Bounds of a claim: those of the scenario, with what is given in their place. Faults are different: a claim speaks of
 * exactly the faults that it names.
 */
export function claimBounds(scenario: Bounds, claim: Pick<ClaimFile, "bounds" | "profiles">): Bounds {
  const { processes, maxReceive, ...faults } = claim.bounds;
  const roles = Object.keys(scenario.processes);
  const counts = typeof processes === "number" ? { [roles[0] ?? ""]: processes } : (processes ?? {});
  return {
    processes: { ...scenario.processes, ...counts },
    faults: fullBudgets(faults),
    maxReceive: readMaxReceive(maxReceive, scenario.maxReceive),
    profiles: { ...scenario.profiles, ...withBroker(claim.profiles) },
  };
}

function readMaxReceive(given: number | "none" | undefined, otherwise: number | null): number | null {
  if (given === undefined) return otherwise;
  return given === "none" ? null : given;
}

export function isProfile(name: string): name is ProfileName {
  return Object.hasOwn(profileValues, name);
}
