import type { Components, Edges } from "./components";
import type { Graph } from "./graph";

/** A number of schedules; null when there is no end to them, because a run can go round for ever. */
export type Count = bigint | null;

export function add(left: Count, right: Count): Count {
  return left === null || right === null ? null : left + right;
}

/** Every way to come here followed by every way to go on. */
export function multiply(left: Count, right: Count): Count {
  if (left === 0n || right === 0n) return 0n;
  return left === null || right === null ? null : left * right;
}

/** By state: in how many ways a run can go on from there to an end. */
export function continuationsOf(
  graph: Edges,
  { order, componentOf, cyclic }: Components,
  endsAt: (state: number) => boolean,
): Count[] {
  const counts = new Array<Count>(graph.expanded).fill(0n);
  forEachComponent(order, componentOf, (members, component) => {
    for (const state of members) {
      let count: Count = endsAt(state) ? 1n : 0n;
      for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
        count = add(count, counts[graph.target(edge)] as Count);
      }
      counts[state] = count;
    }
    endless(counts, members, cyclic.has(component));
  });
  return counts;
}

/** By state: in how many ways a run can come there from the start. */
export function arrivalsOf(graph: Edges, { order, componentOf, cyclic }: Components): Count[] {
  const counts = new Array<Count>(graph.expanded).fill(0n);
  counts[0] = 1n;
  const components: { members: Int32Array; component: number }[] = [];
  forEachComponent(order, componentOf, (members, component) => components.push({ members, component }));
  for (const { members, component } of components.reverse()) {
    endless(counts, members, cyclic.has(component));
    for (const state of members) {
      const count = counts[state] as Count;
      if (count === 0n) continue;
      for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
        const target = graph.target(edge);
        counts[target] = add(counts[target] as Count, count);
      }
    }
  }
  return counts;
}

/** In a cycle, what one state has every state has, any number of times. */
function endless(counts: Count[], members: Int32Array, isCyclic: boolean): void {
  if (isCyclic && members.some((state) => counts[state] !== 0n)) members.forEach((state) => (counts[state] = null));
}

function forEachComponent(
  order: Int32Array,
  componentOf: Int32Array,
  visit: (members: Int32Array, component: number) => void,
): void {
  for (let first = 0, end = 0; first < order.length; first = end) {
    const component = componentOf[order[first] as number] as number;
    while (end < order.length && componentOf[order[end] as number] === component) end++;
    visit(order.subarray(first, end), component);
  }
}

/** By outcome: how many schedules end in it. */
export function schedulesByOutcome(graph: Graph, arrivals: readonly Count[]): Count[] {
  const counts = graph.outcomes.map((): Count => 0n);
  arrivals.forEach((count, state) => {
    const outcome = graph.outcomeAt(state);
    if (outcome >= 0) counts[outcome] = add(counts[outcome] as Count, count);
  });
  return counts;
}
