import { canonical } from "../plain";
import type { Refusal } from "../process/history";
import { applyMove } from "../run/apply";
import { effectsOf, isDouble, outcomeOf } from "../run/judge";
import { type Choice, choicesOf, isQuiescent } from "../run/moves";
import type { Simulation, System } from "../run/simulation";
import { Deliveries } from "./deliveries";
import { Graph } from "./graph";
import { Asymmetry, States } from "./states";
import { letterIn } from "./symmetry";

/** What counting takes for each state: two counts of any size, its component and its place in the order. */
const bytesToCount = 120;

/** Builds the graph of all states, nearest first. Each state is expanded once. */
export class Unfolding {
  states: States;
  graph: Graph;
  /** Set when some handler did something that cannot run here: the state in which it did. */
  refused: { state: number; refusal: Refusal & { process: string } } | null = null;
  readonly #deliveries: Deliveries;
  readonly #outcomes = new Map<string, number>();
  readonly #worlds = new Map<string, { outcome: number; isDouble: boolean }>();

  constructor(
    readonly simulation: Simulation,
    symmetry: boolean,
  ) {
    this.#deliveries = new Deliveries(simulation);
    this.states = new States(simulation, symmetry);
    this.graph = new Graph(this.states.permutations.length);
    this.#attempt(() => this.states.place(simulation.initial));
  }

  get done(): boolean {
    return this.refused !== null || this.graph.expanded === this.states.count;
  }

  /** An estimate of the bytes held, with those that counting will take. */
  get bytes(): number {
    return this.states.bytes + this.graph.bytes + this.states.count * bytesToCount;
  }

  /** Expands the next state. */
  advance(): void {
    this.#attempt(() => this.#expand(this.graph.expanded));
  }

  /** When workers prove not to be interchangeable everything begins anew, each of them for itself. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Asymmetry)) throw error;
      this.states = new States(this.simulation, false);
      this.graph = new Graph(1);
      this.#worlds.clear();
      this.#outcomes.clear();
      this.states.place(this.simulation.initial);
    }
  }

  #expand(state: number): void {
    const { simulation, graph, states } = this;
    const system = states.systemOf(state);
    const choices = choicesOf(simulation, system);
    if (choices.refusal) {
      this.refused = { state, refusal: choices.refusal };
      graph.open(-1, false);
      return;
    }
    const successors = choices.enabled.map((choice) => {
      const next = applyMove(simulation, system, choice.move).system;
      return { label: this.#labelOf(system, choice, next), ...states.place(next) };
    });
    const { outcome, double } = this.#judge(state, system, isQuiescent(choices));
    graph.open(outcome, double);
    for (const { label, state: target, permutation } of successors) graph.addEdge(label, target, permutation);
  }

  #judge(state: number, system: System, quiescent: boolean): { outcome: number; double: boolean } {
    const key = this.states.worldKey(state);
    let known = this.#worlds.get(key);
    if (!known) {
      known = { outcome: -1, isDouble: isDouble(this.simulation, effectsOf(this.simulation, system)) };
      this.#worlds.set(key, known);
    }
    if (quiescent && known.outcome < 0) known.outcome = this.#outcomeNumber(system);
    return { outcome: quiescent ? known.outcome : -1, double: known.isDouble };
  }

  #outcomeNumber(system: System): number {
    const outcome = outcomeOf(this.simulation, system);
    const text = canonical(outcome);
    let number = this.#outcomes.get(text);
    if (number === undefined) {
      number = this.graph.outcomes.length;
      this.graph.outcomes.push(outcome);
      this.#outcomes.set(text, number);
    }
    return number;
  }

  #labelOf(before: System, { kind, name, move }: Choice, after: System): number {
    const delivery = this.#deliveries.changeOf(before, move, after);
    return this.graph.labelNumber(name, delivery, () => ({
      kind,
      name,
      process: this.#processOf(name),
      isRequest: move.move === "request" || move.move === "start",
      delivery,
    }));
  }

  #processOf(name: string): number {
    const letter = letterIn(name);
    return this.simulation.processes.findIndex((process) => process.name === letter);
  }
}
