import type { Label } from "./graph";

/** What leads where. States are numbers from 0; those from `expanded` on have no known edges. */
export interface Edges {
  readonly expanded: number;
  firstEdge: (state: number) => number;
  endOfEdges: (state: number) => number;
  target: (edge: number) => number;
}

/** Edges that say what happens on them, and how the processes change places there. */
export interface LabelledEdges extends Edges {
  label: (edge: number) => Label;
  permutation: (edge: number) => number;
}

/**
 * The strongly connected components of a graph: sets of states that can reach each other. Almost always each state is
 * one of its own; where a run can go round for ever, several states (or one with an edge to itself) form a cycle.
 */
export interface Components {
  /** All states, each after every state outside its component that it leads to. */
  order: Int32Array;
  /** By state: number of its component. Components are numbered in the order of `order`. */
  componentOf: Int32Array;
  /** Numbers of the components in which a run can go round. */
  cyclic: ReadonlySet<number>;
}

/** Tarjan's algorithm with its own stack: graphs are deeper than the stack of the engine. */
export function componentsOf(graph: Edges): Components {
  const count = graph.expanded;
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const nextEdge = new Int32Array(count);
  const componentOf = new Int32Array(count).fill(-1);
  const order = new Int32Array(count);
  const open = new Int32Array(count);
  const path = new Int32Array(count);
  const cyclic = new Set<number>();
  let opened = 0;
  let visited = 0;
  let ordered = 0;
  let components = 0;
  let depth = 0;

  const enter = (state: number) => {
    index[state] = low[state] = visited++;
    nextEdge[state] = graph.firstEdge(state);
    open[opened++] = state;
    path[depth++] = state;
  };
  const lower = (state: number, value: number) => {
    if (value < (low[state] as number)) low[state] = value;
  };
  const close = (state: number) => {
    const first = ordered;
    let member: number;
    do {
      member = open[--opened] as number;
      componentOf[member] = components;
      order[ordered++] = member;
    } while (member !== state);
    if (ordered - first > 1) cyclic.add(components);
    components++;
  };

  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue;
    enter(start);
    while (depth > 0) {
      const state = path[depth - 1] as number;
      if ((nextEdge[state] as number) < graph.endOfEdges(state)) {
        const edge = nextEdge[state] as number;
        nextEdge[state] = edge + 1;
        const target = graph.target(edge);
        if (target === state) cyclic.add(-1 - state);
        if (target >= count) continue;
        if (index[target] === -1) enter(target);
        else if (componentOf[target] === -1) lower(state, index[target] as number);
      } else {
        depth--;
        if (low[state] === index[state]) close(state);
        if (depth > 0) lower(path[depth - 1] as number, low[state] as number);
      }
    }
  }
  return { order, componentOf, cyclic: withSelfLoops(cyclic, componentOf) };
}

/** Edges of states to themselves were noted by state, below zero: their components were not yet numbered. */
function withSelfLoops(noted: ReadonlySet<number>, componentOf: Int32Array): Set<number> {
  return new Set([...noted].map((number) => (number < 0 ? (componentOf[-1 - number] as number) : number)));
}
