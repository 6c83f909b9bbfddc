import type { Choice } from "../run/moves";
import type { Graph, Label } from "./graph";
import type { States } from "./states";
import { lettersUnder, type Permutation, renameChoice } from "./symmetry";
import type { Simulation } from "../run/simulation";

/**
 * A place in the graph as a run comes to it: the state, and which of the run's processes stands at which of the state's
 * positions.
 */
export interface Place {
  state: number;
  /** Number of the permutation from the processes of the run to the positions of the state. */
  permutation: number;
}

/** One way to go on from a place, with the letters of the run. */
export interface Way {
  name: string;
  kind: Choice["kind"];
  /** Process of the run that acts; -1 for none. */
  process: number;
  edge: number;
  to: Place;
}

const kinds: readonly Choice["kind"][] = ["step", "event", "fault"];

/** Walks through the graph as runs do: by the names of choices. */
export class Walk {
  readonly #letters: Map<string, string>[];
  /** By place: ways that were asked for before. */
  readonly #ways = new Map<number, Way[]>();
  readonly start: Place;

  constructor(
    simulation: Simulation,
    readonly graph: Graph,
    private readonly states: States,
  ) {
    this.#letters = states.permutations.map((permutation) => inverse(lettersUnder(simulation, permutation)));
    this.start = states.place(simulation.initial);
  }

  /** All ways to go on, in the order in which schedules are numbered: steps, events, faults, each by name. */
  waysFrom(place: Place): readonly Way[] {
    const key = place.state * this.states.permutations.length + place.permutation;
    let ways = this.#ways.get(key);
    if (!ways) this.#ways.set(key, (ways = this.#readWays(place)));
    return ways;
  }

  #readWays(place: Place): Way[] {
    const ways: Way[] = [];
    const order = this.states.permutations[place.permutation] as Permutation;
    for (let edge = this.graph.firstEdge(place.state); edge < this.graph.endOfEdges(place.state); edge++) {
      const label = this.graph.label(edge);
      ways.push({
        name: this.#nameIn(label, place.permutation),
        kind: label.kind,
        process: label.process < 0 ? -1 : (order[label.process] as number),
        edge,
        to: { state: this.graph.target(edge), permutation: this.#after(place.permutation, edge) },
      });
    }
    return ways.sort(
      (left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind) || compareNames(left.name, right.name),
    );
  }

  /** Where choices lead; null when one of them is not possible. */
  follow(choices: readonly string[]): Place | null {
    let place = this.start;
    for (const choice of choices) {
      const way = this.waysFrom(place).find(({ name }) => name === choice);
      if (!way) return null;
      place = way.to;
    }
    return place;
  }

  /** A name in the graph, such as `A-charge`, as the run says it. */
  #nameIn({ name, process }: Label, permutation: number): string {
    if (process < 0) return name;
    return renameChoice(name, this.#letters[permutation] as Map<string, string>);
  }

  #after(permutation: number, edge: number): number {
    const next = this.graph.permutation(edge);
    return permutation === 0 ? next : this.states.composed(permutation, next);
  }
}

/** By code units, so that the order is the same everywhere. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function inverse(letters: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...letters].map(([from, to]) => [to, from]));
}
