import type { Components, LabelledEdges } from "./components";
import type { States } from "./states";
import type { Permutation } from "./symmetry";
import type { Place, Walk, Way } from "./walk";

/**
 * The order of simplicity: fewest faults, then fewest switches between processes, then fewest choices (steps, events and
 * faults), then the names of the choices as a dictionary sorts them. A switch is a step by another process while the
 * one that made the previous step could go on with its delivery.
 *
 * One number holds the first three: no run has 100,000 choices.
 */
const costOfFault = 1e10;
const costOfSwitch = 1e5;
const costOfChoice = 1;

/** By state and previous process: the cost of the simplest way to a target. */
export interface Distances {
  costs: Float64Array;
  /** Entries for each state: no previous process, then one for each position. */
  width: number;
}

/** Simplest ways from everywhere to the states that are targets. */
export function distancesTo(
  graph: LabelledEdges,
  { permutations }: Pick<States, "permutations">,
  { order, cyclic }: Components,
  isTarget: (state: number) => boolean,
): Distances {
  const width = (permutations[0] as Permutation).length + 1;
  const costs = new Float64Array(graph.expanded * width).fill(Infinity);
  const positions = permutations.map(positionsUnder);
  // Before anything else: within a cycle a target may come after the states that lead to it.
  for (const state of order) if (isTarget(state)) costs.fill(0, state * width, (state + 1) * width);
  let changed = true;
  while (changed) {
    changed = false;
    for (const state of order) {
      const isThere = costs[state * width] === 0;
      if (!isThere && relax(graph, positions, costs, width, state)) changed = true;
    }
    if (cyclic.size === 0) break;
  }
  return { costs, width };
}

/** `positions[process + 1]` is the entry of the process after the permutation; entry 0 stands for no process. */
function positionsUnder(permutation: Permutation): number[] {
  return [0, ...permutation.map((_, process) => permutation.indexOf(process) + 1)];
}

/** Takes better ways over from the successors of a state; true when there were any. */
function relax(
  graph: LabelledEdges,
  positions: readonly number[][],
  costs: Float64Array,
  width: number,
  state: number,
): boolean {
  const busy = busyProcesses(graph, state);
  let changed = false;
  for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
    const target = graph.target(edge);
    if (target >= graph.expanded) continue;
    const { kind, process } = graph.label(edge);
    const moved = positions[graph.permutation(edge)] as number[];
    for (let previous = 0; previous < width; previous++) {
      const next = kind === "step" ? process + 1 : previous;
      const cost = costOfWay(kind, process, previous - 1, busy) + (costs[target * width + (moved[next] as number)] as number);
      if (cost >= (costs[state * width + previous] as number)) continue;
      costs[state * width + previous] = cost;
      changed = true;
    }
  }
  return changed;
}

/** Positions of the processes that could go on with their delivery, as bits. */
function busyProcesses(graph: LabelledEdges, state: number): number {
  let busy = 0;
  for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
    const { isRequest, process } = graph.label(edge);
    if (isRequest) busy |= 1 << process;
  }
  return busy;
}

function costOfWay(kind: "step" | "event" | "fault", process: number, previous: number, busy: number): number {
  if (kind === "fault") return costOfFault + costOfChoice;
  const isSwitch = kind === "step" && previous >= 0 && previous !== process && (busy & (1 << previous)) !== 0;
  return isSwitch ? costOfSwitch + costOfChoice : costOfChoice;
}

/** A graph whose nodes are states and something that is remembered on the way: how a walk through the states goes there. */
export interface Alongside {
  start: number;
  next: (node: number, way: Way) => number;
}

/**
 * The simplest way from a place to a target; null when none leads there. `previous` is the process of the latest step,
 * or -1. `alongside` is the graph that the distances were measured in, where that is not the graph of states itself.
 */
export function simplestWay(
  walk: Walk,
  { permutations }: Pick<States, "permutations">,
  { costs, width }: Distances,
  start: Place,
  previous: number,
  alongside: Alongside = { start: start.state, next: (_, way) => way.to.state },
): string[] | null {
  const costAt = (node: number, { permutation }: Place, process: number) => {
    const position = process < 0 ? 0 : (permutations[permutation] as Permutation).indexOf(process) + 1;
    return costs[node * width + position] ?? Infinity;
  };
  let place = start;
  let node = alongside.start;
  let actor = previous;
  let left = costAt(node, place, actor);
  if (left === Infinity) return null;
  const choices: string[] = [];
  while (left > 0) {
    const ways = walk.waysFrom(place);
    const order = permutations[place.permutation] as Permutation;
    const busyPositions = busyProcesses(walk.graph, place.state);
    const busy = order.reduce((bits, process, position) => (busyPositions & (1 << position) ? bits | (1 << process) : bits), 0);
    const best = ways
      .map((way) => ({ way, next: way.kind === "step" ? way.process : actor, node: alongside.next(node, way) }))
      .filter((to) => costOfWay(to.way.kind, to.way.process, actor, busy) + costAt(to.node, to.way.to, to.next) === left)
      .reduce((least, candidate) => (candidate.way.name < least.way.name ? candidate : least));
    choices.push(best.way.name);
    place = best.way.to;
    node = best.node;
    actor = best.next;
    left = costAt(node, place, actor);
  }
  return choices;
}
