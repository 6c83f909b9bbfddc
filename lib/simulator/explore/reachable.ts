import { verdictOrder } from "../run/judge";
import type { VerdictName } from "../scenario/scenario";
import type { Components } from "./components";
import type { Graph } from "./graph";

/** A set of verdicts, one bit each in the order of `verdictOrder`. */
export type Verdicts = number;

export function setOf(verdict: VerdictName): Verdicts {
  return 1 << verdictOrder.indexOf(verdict);
}

/** Worst verdict of a set; null for the empty set. */
export function worstOf(verdicts: Verdicts): VerdictName | null {
  return verdictOrder.find((verdict) => (verdicts & setOf(verdict)) !== 0) ?? null;
}

/** By state: the verdicts of all schedules that go on from there; going round for ever in a loop counts as stuck. */
export function verdictsFrom(graph: Graph, components: Components, loops: ReadonlySet<number>): Uint8Array {
  const { order, componentOf, cyclic } = components;
  const verdicts = new Uint8Array(graph.expanded);
  let changed = true;
  while (changed) {
    changed = false;
    for (const state of order) {
      const outcome = graph.outcomes[graph.outcomeAt(state)];
      let found = outcome ? setOf(outcome.verdict) : 0;
      if (loops.has(componentOf[state] as number)) found |= setOf("stuck");
      for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
        found |= verdicts[graph.target(edge)] ?? 0;
      }
      if (found !== verdicts[state]) changed = true;
      verdicts[state] = found;
    }
    // Without cycles every state comes after those that it leads to, and one pass is enough.
    if (cyclic.size === 0) break;
  }
  return verdicts;
}
