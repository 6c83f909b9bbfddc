import type { BoundsFile, ScenarioFile } from "./schema";
import { modelledFaults, profileValues, type Bounds, type Budgets, type Fault, type ProfileName, type Profiles } from "./scenario";

export const noFaults = Object.fromEntries(modelledFaults.map((fault) => [fault, 0])) as Record<Fault, number>;

export function fullBudgets(given: Partial<Record<Fault, number | undefined>>): Budgets {
  return Object.fromEntries(modelledFaults.map((fault) => [fault, given[fault] ?? 0])) as Record<Fault, number>;
}

const defaultProfiles = Object.fromEntries(Object.entries(profileValues).map(([name, values]) => [name, values[0]])) as unknown as Profiles;

/** The bounds that a scenario states for itself. */
export function scenarioBounds(file: ScenarioFile): Bounds {
  const { queue = {}, stripe = {} } = file.parts;
  const given = Object.entries({ ...queue, ...stripe }).filter(([, value]) => value !== undefined);
  return {
    processes: Object.fromEntries(file.processes.map(({ role, count }) => [role, count])),
    faults: fullBudgets(file.faults),
    maxReceive: file.maxReceive === "none" ? null : file.maxReceive,
    profiles: { ...defaultProfiles, ...(Object.fromEntries(given) as Partial<Profiles>) },
  };
}

/**
 * Bounds of a claim: those of the scenario, with what is given in their place. Faults are different: a claim speaks of
 * exactly the faults that it names.
 */
export function claimBounds(scenario: Bounds, given: BoundsFile): Bounds {
  const roles = Object.keys(scenario.processes);
  const counts = typeof given.processes === "number" ? { [roles[0] ?? ""]: given.processes } : (given.processes ?? {});
  const profiles = Object.entries(given.profiles ?? {}).filter(([, value]) => value !== undefined);
  return {
    processes: { ...scenario.processes, ...counts },
    faults: fullBudgets(given.faults ?? {}),
    maxReceive: given.maxReceive === undefined ? scenario.maxReceive : given.maxReceive === "none" ? null : given.maxReceive,
    profiles: { ...scenario.profiles, ...(Object.fromEntries(profiles) as Partial<Profiles>) },
  };
}

export function isProfile(name: string): name is ProfileName {
  return Object.hasOwn(profileValues, name);
}
