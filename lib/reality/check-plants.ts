import { casesOf, readSource, setupOf, simulationOf } from "./cases";
import { familyNamed } from "./families";
import type { Lane } from "./lane";
import { plantedSimulator } from "./planted";
import type { Plant } from "./plants";
import { replay, type Disagreement } from "./replay/replay";
import { planSchedules } from "./schedules";

/** How a planted fault was caught. */
export interface CaughtPlant {
  name: string;
  /** Null for one that was not caught. */
  caught: (Pick<Disagreement, "step" | "choice" | "what"> & { seed: number; schedules: number; schedule: string }) | null;
}

/** Random schedules of the broken simulator that are tried before a plant counts as not caught. */
const mostSchedules = 60;

/** Replays random schedules of a simulator with a planted fault until it is caught lying. */
export async function checkPlant(plant: Plant, lane: Lane, seed: number): Promise<CaughtPlant> {
  const simulator = await plantedSimulator(plant);
  const { store } = familyNamed(plant.family);
  const cases = casesOf(readSource(plant.scenario)).filter(
    ({ handler, bounds }) => handler === plant.handler && (plant.fault === undefined || bounds.faults[plant.fault] > 0),
  );
  let schedules = 0;
  for (const checked of cases) {
    const simulation = await simulationOf(simulator, checked);
    const exploration = simulator.explore(simulation, { crashMap: false, limits: { states: 40_000 } });
    const random = Math.ceil(mostSchedules / cases.length);
    for (const { choices } of planSchedules(simulator, exploration, { random, chosen: false, seed })) {
      schedules += 1;
      const { disagreement } = await replay({ simulator, simulation, lane, store, setup: setupOf(checked) }, choices);
      if (!disagreement) continue;
      const { step, choice, what } = disagreement;
      return { name: plant.name, caught: { seed, schedules, step, choice, what, schedule: choices.join(".") } };
    }
  }
  return { name: plant.name, caught: null };
}
