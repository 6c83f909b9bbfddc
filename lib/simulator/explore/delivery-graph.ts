import type { Simulation } from "../run/simulation";
import type { LabelledEdges } from "./components";
import type { Graph, Label } from "./graph";
import { Integers } from "./integers";
import type { States } from "./states";
import type { Permutation } from "./symmetry";
import { Tuples } from "./tuples";

/** An edge on which a process crashes. */
export interface CrashEdge {
  edge: number;
  node: number;
  target: number;
  position: number;
  incarnation: number;
  gap: Gap;
}

/** A place in a delivery: its message, the first of those that a poll returned, and the steps that it has applied. */
export interface Gap {
  message: string | null;
  after: readonly string[];
}

/** A way to end: an outcome, and for each message the class of its deliveries. */
export interface EndingKind {
  outcome: number;
  classes: Readonly<Record<string, string>>;
}

/**
 * The graph of states, with what the crash map has to remember of the way: for each message the last step of its first
 * delivery until the second is handed over, and for each idle process the delivery that it has ended.
 */
export class DeliveryGraph implements LabelledEdges {
  readonly crashes: CrashEdge[] = [];
  readonly endings: EndingKind[] = [];
  readonly #names = new Names();
  readonly #gaps: Gap[] = [];
  readonly #gapNumbers = new Map<string, number>();
  readonly #nodes: Tuples;
  readonly #firstEdge = new Integers();
  readonly #targets = new Integers();
  readonly #graphEdges = new Integers();
  readonly #states = new Integers();
  readonly #endingOf = new Integers();
  readonly #endingNumbers = new Map<string, number>();
  readonly #messages: readonly string[];
  readonly #processes: number;

  constructor(
    simulation: Simulation,
    private readonly graph: Graph,
    private readonly permutations: States["permutations"],
    private readonly canCrash: Uint8Array,
  ) {
    this.#messages = simulation.scenario.messages.map(({ id }) => id);
    this.#processes = simulation.processes.length;
    this.#nodes = new Tuples(1 + this.#processes + this.#messages.length);
    // A node is a state, the gap of each idle process, and for each message the state of its class.
    const node = new Int32Array(this.#nodes.width).fill(-1);
    node[0] = 0;
    node.fill(undelivered, 1 + this.#processes);
    this.#nodes.add(node);
    for (let number = 0; number < this.#nodes.count; number++) this.#expand(number);
  }

  get expanded(): number {
    return this.#firstEdge.length;
  }

  firstEdge(node: number): number {
    return this.#firstEdge.at(node);
  }

  endOfEdges(node: number): number {
    return node + 1 < this.expanded ? this.#firstEdge.at(node + 1) : this.#targets.length;
  }

  target(edge: number): number {
    return this.#targets.at(edge);
  }

  get edges(): number {
    return this.#targets.length;
  }

  /** The state that a node stands for. Its edges are those of the state, in the same order. */
  stateAt(node: number): number {
    return this.#states.at(node);
  }

  label(edge: number): Label {
    return this.graph.label(this.#graphEdges.at(edge));
  }

  permutation(edge: number): number {
    return this.graph.permutation(this.#graphEdges.at(edge));
  }

  /** Number of the kind of ending of a schedule that ends in this node; -1 when none ends there. */
  endingAt(node: number): number {
    return this.#endingOf.at(node);
  }

  #expand(number: number): void {
    const { graph } = this;
    const node = new Int32Array(this.#nodes.width);
    this.#nodes.read(number, node);
    const state = node[0] as number;
    this.#states.push(state);
    this.#firstEdge.push(this.#targets.length);
    this.#endingOf.push(graph.outcomeAt(state) < 0 ? -1 : this.#endingNumber(graph.outcomeAt(state), node));
    for (let edge = graph.firstEdge(state); edge < graph.endOfEdges(state); edge++) {
      const label = graph.label(edge);
      const target = this.#nodes.add(this.#follow(node, label, graph.target(edge), graph.permutation(edge)));
      this.#graphEdges.push(edge);
      this.#targets.push(target);
      if (label.delivery.change === "crash") this.#noteCrash(number, target, node, label);
    }
  }

  #follow(node: Int32Array, { process, delivery }: Label, state: number, permutation: number): Int32Array {
    const before = node.slice();
    if (delivery.change === "hand-over") {
      before[1 + process] = -1;
      for (const message of delivery.messages) {
        const index = this.#indexOf(message);
        const known = node[index] as number;
        if (known === undelivered) before[index] = this.#names.open("start");
        else if (!this.#names.isDecided(known)) before[index] = this.#names.decide(known);
      }
    } else if (delivery.change === "step") {
      for (const message of delivery.messages) {
        const index = this.#indexOf(message);
        if (!this.#names.isDecided(node[index] as number)) before[index] = this.#names.open(delivery.step);
      }
      before[1 + process] =
        delivery.ended === null ? -1 : this.#gapNumber({ message: delivery.messages[0] ?? null, after: delivery.ended });
    } else if (delivery.change === "crash") {
      before[1 + process] = -1;
    }
    return this.#arrive(before, state, permutation);
  }

  /** The node as the state that is reached sees it: its processes may stand at other positions there. */
  #arrive(before: Int32Array, state: number, permutation: number): Int32Array {
    const order = this.permutations[permutation] as Permutation;
    const after = before.slice();
    after[0] = state;
    const forgets = this.canCrash[state] === 0;
    order.forEach((process, position) => (after[1 + position] = forgets ? -1 : (before[1 + process] as number)));
    return after;
  }

  #noteCrash(number: number, target: number, node: Int32Array, { process, delivery }: Label): void {
    if (delivery.change !== "crash") return;
    const gap = delivery.gap
      ? { message: delivery.messages[0] ?? null, after: delivery.gap }
      : (this.#gaps[node[1 + process] as number] ?? { message: null, after: [] });
    this.crashes.push({ edge: this.#targets.length - 1, node: number, target, position: process, incarnation: delivery.incarnation, gap });
  }

  #indexOf(message: string): number {
    return 1 + this.#processes + this.#messages.indexOf(message);
  }

  #gapNumber(gap: Gap): number {
    const text = JSON.stringify(gap);
    let number = this.#gapNumbers.get(text);
    if (number === undefined) {
      number = this.#gaps.push(gap) - 1;
      this.#gapNumbers.set(text, number);
    }
    return number;
  }

  #endingNumber(outcome: number, node: Int32Array): number {
    const classes = Object.fromEntries(
      this.#messages.map((message) => [message, this.#names.classOf(node[this.#indexOf(message)] as number)]),
    );
    const text = JSON.stringify([outcome, classes]);
    let number = this.#endingNumbers.get(text);
    if (number === undefined) {
      number = this.endings.push({ outcome, classes }) - 1;
      this.#endingNumbers.set(text, number);
    }
    return number;
  }
}

const undelivered = -1;

/** Classes as numbers: even while the second delivery is to come, odd once it was handed over. */
class Names {
  readonly #names: string[] = [];

  /** A class that is still open, at this last step. */
  open(step: string): number {
    const index = this.#names.indexOf(step);
    return 2 * (index < 0 ? this.#names.push(step) - 1 : index);
  }

  decide(open: number): number {
    return open + 1;
  }

  isDecided(number: number): boolean {
    return number > 0 && number % 2 === 1;
  }

  classOf(number: number): string {
    return this.isDecided(number) ? (this.#names[(number - 1) / 2] as string) : "none";
  }
}
