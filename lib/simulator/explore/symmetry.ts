import { canonical, type Plain } from "../plain";
import type { Snapshot } from "../process/history";
import type { Simulation } from "../run/simulation";

/**
 * Identical workers can change places: what they do then is the same under other letters. So of all systems that
 * differ in this only, one is explored.
 */

/** `order[position]` is the process that moves to the position. The first permutation changes nothing. */
export type Permutation = readonly number[];

/** More permutations cost more than they save. */
const mostPermutations = 120;

/**
 * By process: equal for those that nothing tells apart at the start. Consumers of the log begin with partitions of their
 * own, so only those change places that have none.
 */
export function placesOf({ processes, initial }: Simulation): string[] {
  const partitions = Object.entries(initial.world.log?.partitions ?? {});
  return processes.map(({ name, role }) =>
    [role, ...partitions.filter(([, { owner }]) => owner === `${name}1`).map(([partition]) => partition)].join(" "),
  );
}

/** All ways for processes of one role to change places. */
export function permutationsOf(simulation: Simulation): Permutation[] {
  const roles = placesOf(simulation);
  let found: number[][] = [[]];
  for (const role of roles) {
    found = found.flatMap((order) =>
      roles.flatMap((other, process) => (other === role && !order.includes(process) ? [[...order, process]] : [])),
    );
    if (found.length > mostPermutations) return [identityOf(simulation)];
  }
  return found;
}

export function identityOf(simulation: Simulation): Permutation {
  return simulation.processes.map((_, process) => process);
}

/** `outer` after `inner`: where a process of the innermost system stands in the outermost. */
export function compose(outer: Permutation, inner: Permutation): Permutation {
  return inner.map((process) => outer[process] as number);
}

/** A life, or one of its owners: a life, a slash, and the number of its call. */
const life = /^([A-Z])(\d+(?:\/.*)?)$/;

/** A part of the world with the letters of lives changed, wherever a life is named: in values and in keys. */
export function renameLives(part: Plain, letters: ReadonlyMap<string, string>): Plain {
  if (typeof part === "string") return renameLife(part, letters);
  if (Array.isArray(part)) return part.map((item: Plain) => renameLives(item, letters));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, item]) => [
      renameLife(key, letters),
      item === undefined ? undefined : renameLives(item, letters),
    ]),
  );
}

function renameLife(text: string, letters: ReadonlyMap<string, string>): string {
  const [, letter = "", incarnation = ""] = life.exec(text) ?? [];
  return letter === "" ? text : (letters.get(letter) ?? letter) + incarnation;
}

/** Where the letter of a process stands in the name of a choice: `A-charge`, `A1-session`, `p0-moves-to-A`. */
const letterOfChoice = /^[A-Z](?=\d*-)|(?<=-to-)[A-Z]$/;

/** The letter of the process that a choice is named after; null where it is named after none. */
export function letterIn(choice: string): string | null {
  return letterOfChoice.exec(choice)?.[0] ?? null;
}

/** The choice under other letters. */
export function renameChoice(choice: string, letters: ReadonlyMap<string, string>): string {
  return choice.replace(letterOfChoice, (letter) => letters.get(letter) ?? letter);
}

/** What each letter becomes under a permutation. */
export function lettersUnder(simulation: Simulation, permutation: Permutation): Map<string, string> {
  const name = (process: number) => simulation.processes[process]?.name ?? "";
  return new Map(permutation.map((process, position) => [name(process), name(position)]));
}

/**
 * True when something that is no life looks like one: a message, a row, an argument. Renaming would change it, so
 * workers must not change places then.
 */
export function looksLikeLife(text: string): boolean {
  return /(?<!\w)[A-Z]\d+(?!\w)/.test(text);
}

/** True when nothing in the scenario itself can be taken for a life or for a process. */
export function isSafeScenario({ scenario, tables, initial }: Simulation): boolean {
  return (
    scenario.messages.every(({ id }) => !/^[A-Z]\d*$/.test(id)) &&
    // In the log the names of lives are names of lives.
    !looksLikeLife(canonical([scenario.messages, tables, { ...initial.world, log: null }]))
  );
}

/** True when nothing that a process says to the world can be taken for a life. */
export function isSafeNode(node: Snapshot): boolean {
  return node.pending.every(({ args }) => !looksLikeLife(JSON.stringify(args)));
}
