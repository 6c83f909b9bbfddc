import { type EffectCounts, verdictOrder } from "../run/judge";
import type { Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import { type Components, componentsOf } from "./components";
import { add, arrivalsOf, continuationsOf, type Count, multiply } from "./counts";
import { type CrashEdge, DeliveryGraph } from "./delivery-graph";
import type { Graph } from "./graph";
import { classOf, isUncrashed, type MapCell, ScheduleMapCounts } from "./schedule-map";
import type { States } from "./states";
import { placesOf } from "./symmetry";

/** What becomes of the schedules in which one process crashes in one gap, by where the second delivery comes in. */
export interface CrashCell {
  /** Letter of the process. */
  process: string;
  incarnation: number;
  /** The steps of the delivery that were applied, in the order of their calls. */
  gap: { after: readonly string[] };
  /**
   * The last step that the first delivery of the message had applied when the second was handed over: `start` before
   * its first step, `none` when there was no second delivery.
   */
  class: string;
  outcomes: readonly CrashOutcome[];
}

export interface CrashOutcome {
  effects: EffectCounts;
  verdict: VerdictName;
  schedules: Count;
}

interface Cell {
  position: number;
  incarnation: number;
  after: readonly string[];
  class: string;
  outcomes: Map<string, CrashOutcome>;
}

/** The crash map, and the map of all schedules: both come from the same counts. */
export interface Maps {
  /** An exact count for every gap and class. A schedule with several crashes is counted in the cell of each. */
  crashMap: CrashCell[];
  /** Every schedule once. */
  scheduleMap: MapCell[];
}

/** The ways to a crash are multiplied with the ways to go on from it, by what they end in. */
export function mapsOf(
  simulation: Simulation,
  graph: Graph,
  states: States,
  components: Components,
): Maps {
  const followed = followDeliveries(simulation, graph, states, components);
  const ordered = componentsOf(followed);
  const arrivals = arrivalsOf(followed, ordered);
  const cells = new Map<string, Cell>();
  const map = new ScheduleMapCounts(simulation, isUncrashed(simulation, states));
  for (const [number, { outcome, classes }] of followed.endings.entries()) {
    const { effects, verdict } = graph.outcomes[outcome] as Graph["outcomes"][number];
    for (let node = 0; node < followed.expanded; node++) {
      if (followed.endingAt(node) !== number) continue;
      map.addEnding(followed.stateAt(node), classes, { effects, verdict, schedules: arrivals[node] as Count });
    }
    if (followed.crashes.length === 0) continue;
    const counts = continuationsOf(followed, ordered, (node) => followed.endingAt(node) === number);
    for (const crash of followed.crashes) {
      const schedules = multiply(arrivals[crash.node] as Count, counts[crash.target] as Count);
      if (schedules === 0n) continue;
      addToCell(cells, crash, classOf(crash.gap.message, classes), { effects, verdict, schedules });
      map.addCrash(followed.stateAt(crash.node), crash, classes, { effects, verdict, schedules });
    }
  }
  const crashMap = nameCells(simulation, states.permutations.length > 1, [...cells.values()]);
  return { crashMap, scheduleMap: map.cells() };
}

/** The states with what a map has to remember of the way to them. */
export function followDeliveries(
  simulation: Simulation,
  graph: Graph,
  { permutations }: Pick<States, "permutations">,
  components: Components,
): DeliveryGraph {
  return new DeliveryGraph(simulation, graph, permutations, statesBeforeCrashes(graph, components));
}

/** By state: 1 when a crash can follow, there or later. */
function statesBeforeCrashes(graph: Graph, { order, cyclic }: Components): Uint8Array {
  const before = new Uint8Array(graph.expanded);
  let changed = true;
  while (changed) {
    changed = false;
    for (const state of order) {
      if (before[state] === 1) continue;
      for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
        if (graph.label(edge).delivery.change !== "crash" && before[graph.target(edge)] !== 1) continue;
        before[state] = 1;
        changed = true;
        break;
      }
    }
    if (cyclic.size === 0) break;
  }
  return before;
}

function addToCell(cells: Map<string, Cell>, crash: CrashEdge, outcomeClass: string, outcome: CrashOutcome): void {
  const { position, incarnation, gap } = crash;
  const key = JSON.stringify([position, incarnation, [...gap.after].sort(), outcomeClass]);
  let cell = cells.get(key);
  if (!cell) {
    cell = { position, incarnation, after: gap.after, class: outcomeClass, outcomes: new Map() };
    cells.set(key, cell);
  }
  const kind = JSON.stringify([outcome.verdict, outcome.effects]);
  const known = cell.outcomes.get(kind);
  cell.outcomes.set(kind, known ? { ...known, schedules: add(known.schedules, outcome.schedules) } : outcome);
}

/**
 * Positions become processes. With symmetry a position stands for each of several identical workers in turn: together
 * they have as many schedules as all positions of their role, and each has the same share.
 */
function nameCells(simulation: Simulation, symmetry: boolean, cells: readonly Cell[]): CrashCell[] {
  const { processes } = simulation;
  const places = placesOf(simulation);
  const named = new Map<string, NamedCell>();
  for (const cell of cells) {
    const peers = processes.filter((_, index) =>
      symmetry ? places[index] === places[cell.position] : index === cell.position,
    );
    for (const { name } of peers) {
      const key = JSON.stringify([name, cell.incarnation, [...cell.after].sort(), cell.class]);
      const known = named.get(key) ?? { ...cell, process: name, outcomes: new Map<string, CrashOutcome>() };
      named.set(key, known);
      for (const [kind, outcome] of cell.outcomes) {
        const sum = add(known.outcomes.get(kind)?.schedules ?? 0n, outcome.schedules);
        known.outcomes.set(kind, { ...outcome, schedules: sum });
      }
    }
  }
  return [...named.values()]
    .sort(compareCells)
    .map(({ process, incarnation, after, class: outcomeClass, outcomes }) => {
      const place = places[processes.findIndex(({ name }) => name === process)];
      const peers = symmetry ? BigInt(places.filter((other) => other === place).length) : 1n;
      return {
        process,
        incarnation,
        gap: { after },
        class: outcomeClass,
        outcomes: [...outcomes.values()]
          .sort((left, right) => compareTexts(JSON.stringify(left.effects), JSON.stringify(right.effects)))
          .sort((left, right) => verdictOrder.indexOf(left.verdict) - verdictOrder.indexOf(right.verdict))
          .map((outcome) => ({ ...outcome, schedules: outcome.schedules === null ? null : outcome.schedules / peers })),
      };
    });
}

type NamedCell = Cell & { process: string };

/** By process and life, then from the first gap to the last. */
function compareCells(left: NamedCell, right: NamedCell): number {
  return (
    compareTexts(left.process, right.process) ||
    left.incarnation - right.incarnation ||
    left.after.length - right.after.length ||
    compareTexts(left.after.join(), right.after.join()) ||
    compareTexts(left.class, right.class)
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
