import type { Plain } from "../plain";
import { historyText } from "../process/tree";
import { nodeOf, type ProcessState, type Simulation, type System, type World } from "../run/simulation";
import type { Budgets } from "../scenario/scenario";
import { Interner } from "./interner";
import {
  compose,
  identityOf,
  isSafeNode,
  isSafeScenario,
  lettersUnder,
  looksLikeLife,
  type Permutation,
  permutationsOf,
  renameLives,
} from "./symmetry";
import { Tuples } from "./tuples";

/** Thrown when workers turn out not to be interchangeable: the exploration has to begin anew without symmetry. */
export class Asymmetry extends Error {}

/** A state, and how the system that was given stands to it. */
export interface Placed {
  state: number;
  /** Number of the permutation: `permutations[…][position]` is the process of the system at that position of the state. */
  permutation: number;
}

type Part = World[keyof World];

/**
 * All systems seen so far, equal ones once. A system is kept as a tuple of small numbers: one for each process, one for
 * each part of the world, one for the budgets. With symmetry, systems that differ only in which of several identical
 * workers is which are equal.
 */
export class States {
  readonly permutations: readonly Permutation[];
  readonly #parts: readonly (keyof World)[];
  readonly #processes = new Interner<ProcessState>(writeProcess);
  readonly #world: Interner<Part>[];
  readonly #budgets = new Interner<Budgets>();
  readonly #tuples: Tuples;
  readonly #raw: Int32Array;
  readonly #other: Int32Array;
  readonly #least: Int32Array;
  /** By permutation: numbers of processes after renaming. */
  readonly #renamedProcesses: number[][];
  /** By permutation and part of the world: numbers of its values after renaming. */
  readonly #renamedParts: number[][][];
  readonly #letters: Map<string, string>[];
  #checkedProcesses = 0;

  constructor(
    private readonly simulation: Simulation,
    symmetry: boolean,
  ) {
    this.#parts = Object.keys(simulation.initial.world) as (keyof World)[];
    this.#world = this.#parts.map(() => new Interner<Part>());
    const width = simulation.processes.length + this.#parts.length + 1;
    this.#tuples = new Tuples(width);
    this.#raw = new Int32Array(width);
    this.#other = new Int32Array(width);
    this.#least = new Int32Array(width);
    this.permutations = symmetry && isSafeScenario(simulation) ? permutationsOf(simulation) : [identityOf(simulation)];
    this.#letters = this.permutations.map((permutation) => lettersUnder(simulation, permutation));
    this.#renamedProcesses = this.permutations.map(() => []);
    this.#renamedParts = this.permutations.map(() => this.#parts.map(() => []));
  }

  get count(): number {
    return this.#tuples.count;
  }

  /** An estimate of the bytes held. A character of a text is counted with the objects that it describes. */
  get bytes(): number {
    const interners = [this.#processes, this.#budgets, ...this.#world];
    return this.#tuples.bytes + interners.reduce((sum, { characters }) => sum + characters * 8, 0);
  }

  /** The state of a system; added when it is new. @throws Asymmetry */
  place(system: System): Placed {
    this.#writeTuple(system, this.#raw);
    const permutation = this.#canonicalise();
    return { state: this.#tuples.add(this.#least), permutation };
  }

  /** The state of a system, or null when no equal one was ever added. */
  find(system: System): Placed | null {
    this.#writeTuple(system, this.#raw);
    const permutation = this.#canonicalise();
    const state = this.#tuples.find(this.#least);
    return state < 0 ? null : { state, permutation };
  }

  /** The system that stands for a state. */
  systemOf(state: number): System {
    const { processes } = this.simulation;
    const world = this.#parts.map((part, index) => [
      part,
      this.#world[index]?.valueOf(this.#tuples.item(state, processes.length + index)) ?? null,
    ]);
    return {
      processes: processes.map((_, index) => this.#processes.valueOf(this.#tuples.item(state, index))),
      world: Object.fromEntries(world) as World,
      budgets: this.#budgets.valueOf(this.#tuples.item(state, processes.length + this.#parts.length)),
    };
  }

  /** Equal for states with equal worlds. */
  worldKey(state: number): string {
    const first = this.simulation.processes.length;
    return this.#parts.map((_, index) => this.#tuples.item(state, first + index)).join();
  }

  /** Number of the permutation that is `outer` after `inner`. */
  composed(outer: number, inner: number): number {
    const order = compose(this.permutations[outer] as Permutation, this.permutations[inner] as Permutation);
    return this.permutations.findIndex((permutation) => permutation.every((process, index) => process === order[index]));
  }

  #writeTuple(system: System, tuple: Int32Array): void {
    const { length } = system.processes;
    system.processes.forEach((process, index) => (tuple[index] = this.#processes.numberOf(process)));
    this.#parts.forEach((part, index) => {
      tuple[length + index] = (this.#world[index] as Interner<Part>).numberOf(system.world[part]);
    });
    tuple[length + this.#parts.length] = this.#budgets.numberOf(system.budgets);
    if (this.permutations.length > 1) this.#checkNewProcesses(system);
  }

  /** Leaves in `#least` the least of all tuples that the permutations make of `#raw`, and returns which made it. */
  #canonicalise(): number {
    this.#least.set(this.#raw);
    let chosen = 0;
    for (let number = 1; number < this.permutations.length; number++) {
      if (this.#permute(number)) {
        this.#least.set(this.#other);
        chosen = number;
      }
    }
    return chosen;
  }

  /** Writes the permuted tuple into `#other`; false as soon as it is known not to be less than `#least`. */
  #permute(number: number): boolean {
    const order = this.permutations[number] as Permutation;
    const { length } = order;
    let less = false;
    for (let index = 0; index < this.#raw.length; index++) {
      const item =
        index < length
          ? this.#renamedProcess(number, this.#raw[order[index] as number] as number)
          : index < length + this.#parts.length
            ? this.#renamedPart(number, index - length, this.#raw[index] as number)
            : (this.#raw[index] as number);
      this.#other[index] = item;
      if (less) continue;
      const difference = item - (this.#least[index] as number);
      if (difference > 0) return false;
      less = difference < 0;
    }
    return less;
  }

  #renamedPart(permutation: number, part: number, value: number): number {
    const known = this.#renamedParts[permutation]?.[part] as number[];
    const interner = this.#world[part] as Interner<Part>;
    return (known[value] ??= interner.numberOf(
      renameLives(interner.valueOf(value) as unknown as Plain, this.#lettersOf(permutation)) as unknown as Part,
    ));
  }

  #renamedProcess(permutation: number, value: number): number {
    const known = this.#renamedProcesses[permutation] as number[];
    return (known[value] ??= this.#processes.numberOf(
      renameHistory(this.#processes.valueOf(value), this.#lettersOf(permutation)),
    ));
  }

  #lettersOf(permutation: number): Map<string, string> {
    return this.#letters[permutation] as Map<string, string>;
  }

  /**
   * Identical workers are interchangeable only while nothing that one of them does depends on which it is, and while
   * other names in what it was told change nothing but names in what it does.
   */
  #checkNewProcesses(system: System): void {
    if (this.#processes.values.length === this.#checkedProcesses) return;
    this.#checkedProcesses = this.#processes.values.length;
    for (const [index, { tree }] of this.simulation.processes.entries()) {
      const node = nodeOf(this.simulation, system, index);
      if (tree.identityMatters || !isSafeNode(node)) throw new Asymmetry();
      const process = system.processes[index] as ProcessState;
      if (!looksLikeLife(historyText(process.history))) continue;
      for (const letters of this.#letters) {
        const identity = { ordinal: index, incarnation: process.incarnation, readsBefore: process.reads };
        const renamed = tree.node(identity, renameHistory(process, letters).history);
        const expected = renameLives(node as unknown as Plain, letters);
        if (JSON.stringify(renamed) !== JSON.stringify(expected)) throw new Asymmetry();
      }
    }
  }
}

/** A process that was told of the same lives under other letters; the same object when it was told of none. */
function renameHistory(process: ProcessState, letters: ReadonlyMap<string, string>): ProcessState {
  if (!looksLikeLife(historyText(process.history))) return process;
  const history = process.history as unknown as Plain;
  return { ...process, history: renameLives(history, letters) as unknown as ProcessState["history"] };
}

function writeProcess({ history, ...rest }: ProcessState): string {
  return JSON.stringify(rest) + historyText(history);
}
