import type { Components } from "./components";
import type { Graph } from "./graph";

/**
 * Components in which a run can go round for ever without anything being put off for ever: whatever could happen at
 * every moment of the loop, a process's next step or an event, also happens in it. In the other cycles somebody is kept
 * waiting without reason, which real schedulers do not do; they make the number of schedules infinite, but nobody is
 * stuck in them.
 */
export function fairLoops(graph: Graph, { order, componentOf, cyclic }: Components): Set<number> {
  const members = new Map<number, number[]>([...cyclic].map((component) => [component, []]));
  for (const state of order) members.get(componentOf[state] as number)?.push(state);
  return new Set(
    [...members].filter(([component, states]) => isFair(graph, componentOf, component, states)).map(([component]) => component),
  );
}

function isFair(graph: Graph, componentOf: Int32Array, component: number, states: readonly number[]): boolean {
  const happening = new Set<string>();
  const always: Set<string>[] = [];
  for (const state of states) {
    const possible = new Set<string>();
    for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
      const { kind, name, process } = graph.label(edge);
      if (kind === "fault") continue;
      const actor = kind === "step" ? `process ${process}` : name;
      possible.add(actor);
      if (componentOf[graph.target(edge)] === component) happening.add(actor);
    }
    always.push(possible);
  }
  const [first = new Set<string>()] = always;
  const neverTaken = [...first].filter((actor) => !happening.has(actor));
  return !neverTaken.some((actor) => always.every((possible) => possible.has(actor)));
}
