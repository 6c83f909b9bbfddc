import fc from "fast-check";
import { applyMove } from "@/lib/simulator/run/apply";
import { effectsOf, isDouble, outcomeOf } from "@/lib/simulator/run/judge";
import { type Choices, choicesOf, isQuiescent } from "@/lib/simulator/run/moves";
import type { Simulation, System } from "@/lib/simulator/run/simulation";

/** One run of the world under fast-check's scheduler: every choice that becomes possible is a task that it may let go. */
async function run(scheduler: fc.Scheduler, stop: () => boolean, simulation: Simulation): Promise<{ names: string[]; system: System }> {
  const names: string[] = [];
  const waiting = new Set<string>();
  let system = simulation.initial;
  let choices: Choices = choicesOf(simulation, system);

  const offer = () => {
    for (const { name } of choices.enabled) {
      if (waiting.has(name)) continue;
      waiting.add(name);
      void scheduler.schedule(Promise.resolve(), name).then(() => take(name));
    }
  };
  /** A task whose choice is not possible any more does nothing. */
  const take = (name: string) => {
    waiting.delete(name);
    const choice = choices.enabled.find((candidate) => candidate.name === name);
    if (!choice) return;
    names.push(name);
    system = applyMove(simulation, system, choice.move).system;
    choices = choicesOf(simulation, system);
    offer();
  };
  offer();
  while (scheduler.count() > 0) {
    if (isQuiescent(choices) && stop()) break;
    await scheduler.waitNext(1);
  }
  return { names, system };
}

function isViolation(simulation: Simulation, system: System): boolean {
  return isDouble(simulation, effectsOf(simulation, system)) || outcomeOf(simulation, system).verdict !== "ok";
}

const inputs = [fc.scheduler(), fc.infiniteStream(fc.boolean())] as const;
const stopOf = (stream: fc.Stream<boolean>) => () => stream.next().value ?? true;

/** Milliseconds and runs until fast-check meets a violation; null when it meets none. */
export async function timeToViolation(
  simulation: Simulation,
  seed: number,
): Promise<{ milliseconds: number; runs: number } | null> {
  const start = performance.now();
  const property = fc.asyncProperty(...inputs, async (scheduler, stream) => {
    const { system } = await run(scheduler, stopOf(stream), simulation);
    return !isViolation(simulation, system);
  });
  const { failed, numRuns } = await fc.check(property, { seed, numRuns: 10_000, endOnFailure: true });
  return failed ? { milliseconds: performance.now() - start, runs: numRuns } : null;
}

/** How many different schedules fast-check sees in a time, and how many runs that takes. */
export async function schedulesSeen(
  simulation: Simulation,
  milliseconds: number,
  seed: number,
): Promise<{ runs: number; names: Set<string> }> {
  const names = new Set<string>();
  let runs = 0;
  const property = fc.asyncProperty(...inputs, async (scheduler, stream) => {
    const taken = await run(scheduler, stopOf(stream), simulation);
    runs++;
    names.add(taken.names.join("."));
  });
  await fc.check(property, { seed, numRuns: 1_000_000, interruptAfterTimeLimit: milliseconds });
  return { runs, names };
}
