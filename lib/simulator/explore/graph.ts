import type { Outcome } from "../run/judge";
import type { Choice } from "../run/moves";
import { Integers } from "./integers";

/** What an edge of the graph is, seen from the state that it leaves. */
export interface Label {
  kind: Choice["kind"];
  /** Name of the choice, with the letters of that state. */
  name: string;
  /** Position of the process that acts or that it happens to; -1 for none. */
  process: number;
  /** True for the step of a process that is in the middle of something: not for the hand-over of a message. */
  isRequest: boolean;
  delivery: DeliveryChange;
}

/** What an edge means for the deliveries of its process: what the crash map is made of. */
export type DeliveryChange =
  | { change: "none" }
  /** A poll hands over several messages at once. */
  | { change: "hand-over"; messages: readonly string[] }
  /** `ended` is set when the delivery ended with this step: the steps it applied, this one included. */
  | { change: "step"; messages: readonly string[]; step: string; ended: readonly string[] | null }
  /** `gap` is null when the handler had ended: then it is the gap after the last step. */
  | { change: "crash"; incarnation: number; messages: readonly string[]; gap: readonly string[] | null };

/**
 * The states and what leads from one to another. States are numbers from 0, which is the start; the edges of a state
 * lie side by side. An edge leads to the state that stands for the system reached, under a permutation of its processes.
 */
export class Graph {
  readonly labels: Label[] = [];
  readonly outcomes: Outcome[] = [];
  readonly #labelNumbers = new Map<DeliveryChange, Map<string, number>>();
  readonly #firstEdge = new Integers();
  readonly #targets = new Integers();
  readonly #edgeLabels = new Integers();
  /** By state: the outcome of a schedule that ends there, or -1. */
  readonly #outcomeOf = new Integers();
  /** By state: 1 when an effect already happened too often. */
  readonly #double = new Integers();

  constructor(private readonly permutations: number) {}

  /** States whose edges are known. */
  get expanded(): number {
    return this.#firstEdge.length;
  }

  get edges(): number {
    return this.#targets.length;
  }

  get bytes(): number {
    return [this.#firstEdge, this.#targets, this.#edgeLabels, this.#outcomeOf, this.#double].reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    );
  }

  /** Begins with the edges of the next state. */
  open(outcome: number, isDouble: boolean): void {
    this.#firstEdge.push(this.#targets.length);
    this.#outcomeOf.push(outcome);
    this.#double.push(isDouble ? 1 : 0);
  }

  addEdge(label: number, target: number, permutation: number): void {
    this.#targets.push(target);
    this.#edgeLabels.push(label * this.permutations + permutation);
  }

  /** Labels are told apart by name and delivery change, which is one object wherever it is equal. */
  labelNumber(name: string, delivery: DeliveryChange, make: () => Label): number {
    let byName = this.#labelNumbers.get(delivery);
    if (!byName) this.#labelNumbers.set(delivery, (byName = new Map()));
    let number = byName.get(name);
    if (number === undefined) byName.set(name, (number = this.labels.push(make()) - 1));
    return number;
  }

  firstEdge(state: number): number {
    return state < this.expanded ? this.#firstEdge.at(state) : this.edges;
  }

  endOfEdges(state: number): number {
    return state + 1 < this.expanded ? this.#firstEdge.at(state + 1) : this.edges;
  }

  target(edge: number): number {
    return this.#targets.at(edge);
  }

  label(edge: number): Label {
    return this.labels[Math.floor(this.#edgeLabels.at(edge) / this.permutations)] as Label;
  }

  permutation(edge: number): number {
    return this.#edgeLabels.at(edge) % this.permutations;
  }

  /** Number of the outcome of a schedule that ends in this state; -1 when none ends there. */
  outcomeAt(state: number): number {
    return state < this.expanded ? this.#outcomeOf.at(state) : -1;
  }

  isDoubleAt(state: number): boolean {
    return state < this.expanded && this.#double.at(state) === 1;
  }
}
