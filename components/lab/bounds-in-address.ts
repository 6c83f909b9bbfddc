import {
  modelledFaults,
  profileValues,
  type Bounds,
  type ProfileName,
  type Scenario,
} from "@/lib/simulator/scenario/scenario";

/** What the switches allow. Larger worlds are searched on the command line. */
export const mostWorkers = 3;
export const mostFaults = 3;
export const mostReceives = 20;

/** The bounds that an address names, where they differ from the scenario's own. Anything else in it is passed over. */
export function boundsOfAddress(scenario: Scenario, query: Readonly<Record<string, string | string[] | undefined>>): Bounds {
  const { bounds } = scenario;
  const number = (name: string, least: number, most: number, otherwise: number) => {
    const given = query[name];
    return typeof given === "string" && /^\d{1,2}$/.test(given) ? Math.min(Math.max(Number(given), least), most) : otherwise;
  };
  const role = mainRole(scenario);
  const faults = modelledFaults.map((fault) => [fault, number(fault, 0, mostFaults, bounds.faults[fault])]);
  const profiles = Object.entries(profileValues).map(([name, values]) => {
    const given = values.find((value) => value === query[name]);
    return [name, given ?? bounds.profiles[name as ProfileName]];
  });
  return {
    ...bounds,
    maxReceive: bounds.maxReceive === null ? null : number("maxReceive", 1, mostReceives, bounds.maxReceive),
    processes: { ...bounds.processes, [role]: number("workers", 1, mostWorkers, bounds.processes[role] ?? 1) },
    faults: Object.fromEntries(faults) as Bounds["faults"],
    profiles: Object.fromEntries(profiles) as Bounds["profiles"],
  };
}

/** The query for a handler within bounds: only what differs from the scenario's own, so that addresses stay short. */
export function addressOf(scenario: Pick<Scenario, "processes" | "bounds">, handler: string, bounds: Bounds): string {
  const role = mainRole(scenario);
  const query = new URLSearchParams({ handler });
  if (bounds.processes[role] !== scenario.bounds.processes[role]) query.set("workers", String(bounds.processes[role]));
  for (const fault of modelledFaults)
    if (bounds.faults[fault] !== scenario.bounds.faults[fault]) query.set(fault, String(bounds.faults[fault]));
  if (bounds.maxReceive !== null && bounds.maxReceive !== scenario.bounds.maxReceive) query.set("maxReceive", String(bounds.maxReceive));
  for (const name of Object.keys(profileValues) as ProfileName[])
    if (bounds.profiles[name] !== scenario.bounds.profiles[name]) query.set(name, bounds.profiles[name]);
  return `?${query.toString()}`;
}

/** The role whose number of processes can be changed. */
export function mainRole({ processes }: Pick<Scenario, "processes">): string {
  return processes[0]?.role ?? "";
}
