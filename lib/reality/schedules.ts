import type { Exploration } from "@/lib/simulator/explore/explore";
import type { Simulation, System } from "@/lib/simulator/run/simulation";
import { seededRandom } from "@/lib/simulator/seeded-random";
import type { Simulator } from "./simulated";

/** Where a schedule comes from. */
export type Origin = "random" | "counterexample" | "crash map" | "release";

export interface Planned {
  origin: Origin;
  choices: readonly string[];
}

export interface Wanted {
  /** Random schedules, drawn by their numbers. */
  random: number;
  /** The simplest counterexample, and the simplest schedule of each cell of the crash map. */
  chosen: boolean;
  seed: number;
}

/** Longer runs go round: a run of endless repetitions is cut here. */
const longestWalk = 60;
/** Ways on after the choice that a schedule is about: calls that end by themselves. */
const longestEnding = 60;

/** The schedules of a case to replay, each once; the same seed gives the same ones. */
export function planSchedules(simulator: Simulator, exploration: Exploration, wanted: Wanted): Planned[] {
  const { simulation } = exploration;
  const planned: Planned[] = [];
  const known = new Set<string>();
  const add = (origin: Origin, choices: readonly string[] | null) => {
    const text = choices?.join(".") ?? "";
    if (text === "" || known.has(text)) return;
    known.add(text);
    planned.push({ origin, choices: choices ?? [] });
  };
  if (wanted.chosen) {
    add("counterexample", exploration.counterexample);
    for (const { gap, class: kind } of exploration.scheduleMap ?? [])
      add("crash map", exploration.simplest.inCell({ gap, class: kind, verdict: null }));
  }
  for (const choices of randomSchedules(simulator, exploration, wanted)) {
    add("random", choices);
    add("release", releaseOf(simulator, simulation, choices));
  }
  return planned;
}

function randomSchedules(simulator: Simulator, { simulation, numbering }: Exploration, { random, seed }: Wanted): string[][] {
  const { total } = numbering;
  if (total === null) {
    const next = seededRandom(seed);
    return Array.from({ length: random }, () => walk(simulator, simulation, next));
  }
  const numbers = simulator.drawNumbers(total, seed);
  const schedules: string[][] = [];
  for (let drawn = 0; drawn < random; drawn++) schedules.push(numbering.scheduleAt(numbers.next().value) ?? []);
  return schedules;
}

/** Where schedules have no numbers: each way on is as likely as any other. */
function walk(simulator: Simulator, simulation: Simulation, next: () => number): string[] {
  const choices: string[] = [];
  let system = simulation.initial;
  while (choices.length < longestWalk) {
    const offered = simulator.choicesOf(simulation, system);
    const ways = simulator.isQuiescent(offered) ? offered.enabled.length + 1 : offered.enabled.length;
    const choice = offered.enabled[Math.floor(next() * ways)];
    if (!choice) break;
    choices.push(choice.name);
    system = simulator.applyMove(simulation, system, choice.move).system;
  }
  return choices;
}

/**
 * Where somebody waits in a schedule for what another one holds, the same schedule up to its release, and then the one
 * who waited goes on at once: only there can be seen that it waited for this, and got this result. Null where nobody waits.
 */
function releaseOf(simulator: Simulator, simulation: Simulation, choices: readonly string[]): string[] | null {
  let system = simulation.initial;
  let waiting: readonly string[] = [];
  for (const [index, name] of choices.entries()) {
    const offered = simulator.choicesOf(simulation, system);
    const released = waiting.find((other) => offered.enabled.some((choice) => choice.name === other && choice.move.move === "request"));
    if (released !== undefined) return complete(simulator, simulation, system, [...choices.slice(0, index)], released);
    waiting = offered.blocked.filter(({ reason }) => reason.fact !== "waits-in-line").map((blocked) => blocked.name);
    const choice = simulator.choiceNamed(offered, name);
    if (!choice) return null;
    system = simulator.applyMove(simulation, system, choice.move).system;
  }
  return null;
}

/** Goes on with a choice, and then with whatever comes first, until nothing is left but faults. */
function complete(simulator: Simulator, simulation: Simulation, from: System, before: readonly string[], first: string): string[] {
  const choices = [...before];
  let system = from;
  let next: string | undefined = first;
  for (let ways = 0; next !== undefined && ways < longestEnding; ways++) {
    const choice = simulator.choiceNamed(simulator.choicesOf(simulation, system), next);
    if (!choice) break;
    choices.push(next);
    system = simulator.applyMove(simulation, system, choice.move).system;
    next = simulator.choicesOf(simulation, system).enabled.find(({ kind }) => kind !== "fault")?.name;
  }
  return choices;
}
