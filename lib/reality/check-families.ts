import { seededRandom } from "@/lib/simulator/seeded-random";
import type { Simulation } from "@/lib/simulator/run/simulation";
import { casesOf, readSource, setupOf, simulationOf, type Case } from "./cases";
import type { Family } from "./families";
import type { Lane } from "./lane";
import { replay, type Disagreement, type Replayed } from "./replay/replay";
import { planSchedules, type Origin, type Planned, type Wanted } from "./schedules";
import type { Simulator } from "./simulated";

/** How much of a family is checked. */
export interface Amount {
  /** Schedules of the family at least, where it has as many. */
  schedules: number;
  seed: number;
  /** Every simplest counterexample and every cell of the crash map, too. */
  chosen: boolean;
  /** Explorations get no further than this: schedules of more states are drawn by walking, not by their numbers. */
  mostStates: number;
}

/** What the schedules of one handler have led to. */
export interface HandlerCount {
  scenario: string;
  handler: string;
  total: number;
  agreed: number;
}

export interface FamilyCount {
  handlers: HandlerCount[];
  total: number;
  agreed: number;
  byOrigin: Record<Origin, number>;
  steps: number;
  replies: number;
  kills: number;
  blocked: number;
  /** Schedules that could not be replayed, by reason. */
  notReplayable: Record<string, number>;
  rollbacksMs: number[];
  disagreements: FoundDisagreement[];
}

export interface FoundDisagreement extends Disagreement {
  scenario: string;
  handler: string;
  bounds: string;
  seed: number;
  schedule: string;
}


export interface CheckOptions extends Amount {
  simulator: Simulator;
  lanes: readonly Lane[];
  say: (line: string) => void;
  /** True once the check has to end: what is done until then is the result. One schedule there is always. */
  isOver: () => boolean;
}

/** Replays schedules of every handler of a family, over all lanes at once. */
export async function checkFamily(family: Family, options: CheckOptions): Promise<FamilyCount> {
  const cases = shuffled(family.scenarios.flatMap((slug) => casesOf(readSource(slug))), options.seed);
  const count = emptyCount();
  const perCase = Math.max(1, Math.ceil(options.schedules / cases.length));
  const free = [...options.lanes];
  const running = new Set<Promise<void>>();
  const isOver = () => count.total > 0 && options.isOver();
  const idle = () => Promise.all(running);
  const start = async (checked: Searched, schedules: readonly Planned[]) => {
    for (const planned of schedules) {
      while (free.length === 0) await Promise.race(running);
      if (isOver()) return;
      const lane = free.pop() as Lane;
      const work = replayOne(options, family, checked, planned, lane, count).finally(() => {
        free.push(lane);
        running.delete(work);
      });
      running.add(work);
    }
  };
  // Random ones of every case first: where time is short each case has had some.
  const all: Searched[] = [];
  for (const [index, checked] of cases.entries()) {
    if (isOver()) break;
    // A search keeps this process busy for seconds, and the gates and doubles of the replays live in it: a client would
    // give up whose answer lies here.
    await idle();
    const searched = await search(options, checked, options.seed + index, perCase);
    all.push(searched);
    await start(searched, searched.random);
  }
  for (const searched of all) await start(searched, searched.chosen);
  await idle();
  return count;
}

/** A case with the schedules to replay; what the search knows beyond them would fill the memory. */
interface Searched {
  checked: Case;
  simulation: Simulation;
  seed: number;
  random: readonly Planned[];
  chosen: readonly Planned[];
}

/** In another order with each seed: where time is short other cases come first each time. */
function shuffled(cases: readonly Case[], seed: number): Case[] {
  const random = seededRandom(seed);
  return cases.map((checked) => ({ checked, at: random() })).sort((left, right) => left.at - right.at).map(({ checked }) => checked);
}

async function search({ simulator, chosen, mostStates }: CheckOptions, checked: Case, seed: number, random: number): Promise<Searched> {
  const simulation = await simulationOf(simulator, checked);
  const exploration = simulator.explore(simulation, { limits: { states: mostStates }, crashMap: chosen });
  if (exploration.refusal) throw new Error(`${checked.source.scenario.slug} ${checked.handler} cannot run: ${exploration.refusal.refusal.detail}`);
  const plan = (wanted: Omit<Wanted, "seed">) => planSchedules(simulator, exploration, { ...wanted, seed });
  return {
    checked,
    simulation: exploration.simulation,
    seed,
    random: plan({ random, chosen: false }),
    chosen: chosen ? plan({ random: 0, chosen: true }) : [],
  };
}

async function replayOne(
  { simulator, say }: CheckOptions,
  family: Family,
  { checked, simulation, seed }: Searched,
  { origin, choices }: Planned,
  lane: Lane,
  count: FamilyCount,
): Promise<void> {
  const replayed = await replay({ simulator, simulation, lane, store: family.store, setup: setupOf(checked) }, choices);
  const { slug } = checked.source.scenario;
  add(count, replayed, origin, slug, checked.handler);
  if (!replayed.disagreement) return;
  const bounds = shownBounds(checked);
  const found = { ...replayed.disagreement, scenario: slug, handler: checked.handler, bounds, seed, schedule: choices.join(".") };
  count.disagreements.push(found);
  say(shownDisagreement(found));
}

function shownBounds({ bounds: { faults, maxReceive } }: Case): string {
  const given = Object.entries(faults).filter(([, budget]) => budget > 0);
  return [...given.map(([fault, budget]) => `${fault} ${budget}`), `maxReceive ${maxReceive ?? "none"}`].join(", ");
}

export function shownDisagreement({ scenario, handler, bounds, seed, step, choice, what, simulated, real, schedule }: FoundDisagreement): string {
  return [
    `DISAGREEMENT ${scenario} ${handler} (${bounds}), seed ${seed}, step ${step} (${choice}): ${what}`,
    `  simulated: ${JSON.stringify(simulated)}`,
    `  real:      ${JSON.stringify(real)}`,
    `  schedule:  ${schedule}`,
  ].join("\n");
}

export function emptyCount(): FamilyCount {
  return {
    handlers: [],
    total: 0,
    agreed: 0,
    byOrigin: { random: 0, counterexample: 0, "crash map": 0, release: 0 },
    steps: 0,
    replies: 0,
    kills: 0,
    blocked: 0,
    notReplayable: {},
    rollbacksMs: [],
    disagreements: [],
  };
}

function add(count: FamilyCount, replayed: Replayed, origin: Origin, scenario: string, handler: string): void {
  if (replayed.notReplayable !== null) {
    count.notReplayable[replayed.notReplayable] = (count.notReplayable[replayed.notReplayable] ?? 0) + 1;
    return;
  }
  let own = count.handlers.find((other) => other.scenario === scenario && other.handler === handler);
  if (!own) count.handlers.push((own = { scenario, handler, total: 0, agreed: 0 }));
  const agreed = replayed.disagreement === null ? 1 : 0;
  for (const counted of [count, own]) {
    counted.total += 1;
    counted.agreed += agreed;
  }
  count.byOrigin[origin] += 1;
  for (const name of ["steps", "replies", "kills", "blocked"] as const) count[name] += replayed[name];
  count.rollbacksMs.push(...replayed.rollbacksMs);
}
