/**
 * Proves what all schedules of a simulation lead to.
 *
 *   const exploration = explore(createSimulation({ … }));
 *   exploration.schedules       // 71588n; null when a run can go round for ever
 *   exploration.outcomes        // each with its verdict and its number of schedules, worst first
 *   exploration.verdict         // the worst verdict of all
 *   exploration.counterexample  // simplest choices that lead to it; null when the worst is ok
 *   exploration.numbering.scheduleAt(4711n)   // choices of schedule number 4711, and numberOf(choices) back
 *   resultOf(exploration, "quickjs")          // all of it as plain data (result.ts)
 *
 * It does not try schedules one by one. It unfolds the graph of all states, equal states once, and counts the paths
 * through it. `explore` computes until it is done or a limit is reached; `exploreInTurns` does the same and lets others
 * work in between. When a limit is reached `stopped` says which, there are no counts, and what was seen is no proof.
 */
import type { Refusal } from "../process/history";
import { type Outcome, outcomeOf, verdictOrder } from "../run/judge";
import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import { type Components, componentsOf } from "./components";
import { type Continuations, continuationsIn } from "./continuations";
import { arrivalsOf, continuationsOf, type Count, schedulesByOutcome } from "./counts";
import { type CrashCell, mapsOf } from "./crash-map";
import { Numbering } from "./numbering";
import type { MapCell } from "./schedule-map";
import { simplestAmong, type SimplestAmong } from "./simplest-among";
import type { States } from "./states";
import { Unfolding } from "./unfolding";
import { Walk } from "./walk";

export interface ExploreOptions {
  /** Treat identical workers as interchangeable: fewer states, the same counts. On unless a handler tells them apart. */
  symmetry?: boolean;
  /** Compute the crash map and the map of all schedules. On. */
  crashMap?: boolean;
  limits?: Partial<Limits>;
  /** Milliseconds from any start. Without it no time is measured and none is limited. */
  now?: () => number;
  onProgress?: (progress: Progress) => void;
  /** Looked at between states: an `AbortSignal`, for instance. */
  signal?: { readonly aborted: boolean };
}

export interface Limits {
  states: number;
  /** An estimate of what states and edges take. */
  bytes: number;
  milliseconds: number;
}

export interface Progress {
  /** States whose ways on are known. */
  states: number;
  /** States that are known and wait. */
  waiting: number;
  milliseconds: number;
}

/** Why an exploration is no proof. */
export type Stopped = "states" | "memory" | "time" | "cancelled" | "refused";

export interface Exploration {
  simulation: Simulation;
  /** Null when every schedule within the bounds is covered. */
  stopped: Stopped | null;
  /** Set when a handler did something that cannot run here, and the choices that lead there. */
  refusal: { refusal: Refusal & { process: string }; choices: readonly string[] } | null;
  /** Null when there is no end to them, and when the exploration stopped early. */
  schedules: Count;
  states: number;
  /** Executions of handler code so far by the trees of this simulation. */
  handlerRuns: number;
  milliseconds: number;
  /** Worst first; without counts when the exploration stopped early. */
  outcomes: readonly CountedOutcome[];
  /** The worst verdict of all schedules seen; null when no schedule was seen to its end. */
  verdict: VerdictName | null;
  /** The simplest choices that lead to the worst verdict, when that is not ok. For a loop: into it and round once. */
  counterexample: readonly string[] | null;
  /** Set when runs can go round for ever with nobody kept waiting: the way in, and once round. */
  loop: { into: readonly string[]; round: readonly string[] } | null;
  /** Null when it was not asked for, and when the exploration stopped early. */
  crashMap: readonly CrashCell[] | null;
  /** Every schedule once, by its first crash; null as the crash map is. */
  scheduleMap: readonly MapCell[] | null;
  simplest: SimplestAmong;
  numbering: Numbering;
  continuations: Continuations;
}

export interface CountedOutcome {
  outcome: Outcome;
  schedules: Count;
}

/** Enough for every lesson; a page in a browser stays usable. */
export const defaultLimits: Limits = { states: 2_000_000, bytes: 350e6, milliseconds: Infinity };

/** States between two looks at the clock, the memory and the signal. */
const turn = 256;

/** Explores without a pause. */
export function explore(simulation: Simulation, options: ExploreOptions = {}): Exploration {
  const turns = exploration(simulation, options);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** Explores and awaits `pause` after every turn, so that a page or a server stays able to cancel and to answer. */
export async function exploreInTurns(
  simulation: Simulation,
  options: ExploreOptions & { pause: () => Promise<void> },
): Promise<Exploration> {
  const turns = exploration(simulation, options);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
    await options.pause();
  }
}

function* exploration(simulation: Simulation, options: ExploreOptions): Generator<void, Exploration> {
  const now = options.now ?? (() => 0);
  const start = now();
  const limits = { ...defaultLimits, ...options.limits };
  let unfolding = new Unfolding(simulation, options.symmetry ?? true);
  let stopped = yield* unfold(unfolding);
  let components = componentsOf(unfolding.graph);
  if (stopped === null && components.cyclic.size > 0 && unfolding.states.permutations.length > 1) {
    // Going round up to a change of places is not going round: loops are looked for among real systems.
    unfolding = new Unfolding(simulation, false);
    stopped = yield* unfold(unfolding);
    components = componentsOf(unfolding.graph);
  }
  return conclude(unfolding, components, stopped, { crashMap: options.crashMap ?? true, milliseconds: () => now() - start });

  function* unfold(work: Unfolding): Generator<void, Stopped | null> {
    for (let expanded = 0; !work.done; expanded++) {
      work.advance();
      if (expanded % turn !== 0) continue;
      const states = work.graph.expanded;
      const milliseconds = now() - start;
      options.onProgress?.({ states, waiting: work.states.count - states, milliseconds });
      yield;
      if (options.signal?.aborted) return "cancelled";
      if (milliseconds >= limits.milliseconds) return "time";
      if (states >= limits.states) return "states";
      if (work.bytes >= limits.bytes) return "memory";
    }
    return work.refused ? "refused" : null;
  }
}

function conclude(
  unfolding: Unfolding,
  components: Components,
  stopped: Stopped | null,
  options: { crashMap: boolean; milliseconds: () => number },
): Exploration {
  const { simulation, graph, states } = unfolding;
  const isComplete = stopped === null;
  const walk = new Walk(simulation, graph, states);
  const isCounted = isComplete && components.cyclic.size === 0;
  const counts = isCounted ? continuationsOf(graph, components, (state) => graph.outcomeAt(state) >= 0) : null;
  const arrivals = isComplete ? arrivalsOf(graph, components) : [];
  const byOutcome = isComplete ? schedulesByOutcome(graph, arrivals) : graph.outcomes.map(() => null);
  const numbering = new Numbering(walk, counts);
  const continuations = continuationsIn(walk, states, components, isComplete);
  const loop = continuations.loop();
  const maps = isComplete && options.crashMap ? mapsOf(simulation, graph, states, components) : null;
  const verdict = continuations.worstVerdict();
  return {
    simulation,
    stopped,
    refusal: unfolding.refused && {
      refusal: unfolding.refused.refusal,
      choices: continuations.simplestTo(unfolding.refused.state),
    },
    schedules: numbering.total,
    states: graph.expanded,
    handlerRuns: [...new Set(simulation.processes.map(({ tree }) => tree))].reduce((sum, { runs }) => sum + runs, 0),
    outcomes: [
      ...graph.outcomes.map((outcome, index) => ({ outcome, schedules: byOutcome[index] ?? null })),
      ...(loop ? [{ outcome: outcomeInLoop(simulation, states, walk, loop.into), schedules: null }] : []),
    ].sort((left, right) => compareOutcomes(left.outcome, right.outcome)),
    verdict,
    counterexample: verdict === null || verdict === "ok" ? null : continuations.counterexample(verdict),
    loop,
    crashMap: maps && maps.crashMap,
    scheduleMap: maps && maps.scheduleMap,
    simplest: simplestAmong(simulation, walk, states, components),
    numbering,
    continuations,
    milliseconds: options.milliseconds(),
  };
}

/** A run that goes round for ever has no end to be judged: what it has led to so far, and that it is stuck. */
function outcomeInLoop(simulation: Simulation, states: States, walk: Walk, into: readonly string[]): Outcome {
  const entry = walk.follow(into) ?? walk.start;
  const outcome = outcomeOf(simulation, states.systemOf(entry.state));
  return { ...outcome, verdict: outcome.verdict === "double" ? "double" : "stuck" };
}

/** Worst verdict first; among equals the order of their texts, so that it does not depend on the search. */
function compareOutcomes(left: Outcome, right: Outcome): number {
  const byVerdict = verdictOrder.indexOf(left.verdict) - verdictOrder.indexOf(right.verdict);
  if (byVerdict !== 0) return byVerdict;
  const [leftText, rightText] = [JSON.stringify(left), JSON.stringify(right)];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}
