import type { Outcome } from "../run/judge";
import type { Count } from "./counts";
import type { Place, Walk } from "./walk";

/**
 * Numbers of schedules, from 1: a schedule that ends earlier comes before those that go on from there, and ways to go
 * on are taken in their order. Without a finite count there are no numbers.
 */
export class Numbering {
  constructor(
    private readonly walk: Walk,
    /** By state; null when there is no end to them, or when they are not known. */
    private readonly continuations: readonly Count[] | null,
  ) {}

  /** How many schedules there are; null when they are not to be counted. */
  get total(): Count {
    return this.#from(this.walk.start);
  }

  /** The schedule with a number; null when there is none. */
  scheduleAt(number: bigint): string[] | null {
    const total = this.total;
    if (total === null || number < 1n || number > total) return null;
    const choices: string[] = [];
    let left = number;
    let place = this.walk.start;
    for (;;) {
      if (this.#endsAt(place) && --left === 0n) return choices;
      for (const way of this.walk.waysFrom(place)) {
        const count = this.#from(way.to) as bigint;
        if (left <= count) {
          choices.push(way.name);
          place = way.to;
          break;
        }
        left -= count;
      }
    }
  }

  /** The number of a schedule; null when it is none: an impossible choice, or no end. */
  numberOf(choices: readonly string[]): bigint | null {
    if (this.total === null) return null;
    let number = 1n;
    let place = this.walk.start;
    for (const choice of choices) {
      if (this.#endsAt(place)) number++;
      const ways = this.walk.waysFrom(place);
      const index = ways.findIndex(({ name }) => name === choice);
      const way = ways[index];
      if (!way) return null;
      for (const before of ways.slice(0, index)) number += this.#from(before.to) as bigint;
      place = way.to;
    }
    return this.#endsAt(place) ? number : null;
  }

  /** How the schedule with a number ends; null when there is none. */
  outcomeAt(number: bigint): Outcome | null {
    const choices = this.scheduleAt(number);
    const end = choices && this.walk.follow(choices);
    return end ? (this.walk.graph.outcomes[this.walk.graph.outcomeAt(end.state)] ?? null) : null;
  }

  #endsAt({ state }: Place): boolean {
    return this.walk.graph.outcomeAt(state) >= 0;
  }

  #from({ state }: Place): Count {
    return this.continuations?.[state] ?? null;
  }
}

/** Numbers from 1 to `total`, all equally likely; the same seed gives the same numbers. */
export function* drawNumbers(total: bigint, seed: number): Generator<bigint, never> {
  const random = splitMix(BigInt(seed));
  const digits = BigInt(Math.ceil(total.toString(2).length / 64));
  for (;;) {
    let drawn = 0n;
    for (let digit = 0n; digit < digits; digit++) drawn = (drawn << 64n) | random();
    // What lies above the last whole multiple would make small numbers likelier: draw again.
    const range = 1n << (64n * digits);
    if (drawn < range - (range % total)) yield (drawn % total) + 1n;
  }
}

/** SplitMix64 (Steele, Lea, Flood 2014): small, and good enough to choose schedules. */
function splitMix(seed: bigint): () => bigint {
  let state = BigInt.asUintN(64, seed);
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
}
