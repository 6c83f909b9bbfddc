import { Integers } from "./integers";

/** A set of tuples of integers, each with a number in the order of arrival. Open addressing over flat memory. */
export class Tuples {
  readonly #items = new Integers();
  #table = new Int32Array(4096).fill(-1);
  count = 0;

  constructor(readonly width: number) {}

  /** The number of an equal tuple, which is added when there is none. */
  add(tuple: Int32Array): number {
    if (this.count * 2 >= this.#table.length) this.#grow();
    const slot = this.#slotOf(tuple);
    const known = this.#table[slot] as number;
    if (known >= 0) return known;
    for (let index = 0; index < this.width; index++) this.#items.push(tuple[index] as number);
    this.#table[slot] = this.count;
    return this.count++;
  }

  /** The number of an equal tuple, or -1. */
  find(tuple: Int32Array): number {
    return this.#table[this.#slotOf(tuple)] as number;
  }

  /** Writes a tuple into `target`. */
  read(number: number, target: Int32Array): void {
    const start = number * this.width;
    for (let index = 0; index < this.width; index++) target[index] = this.#items.at(start + index);
  }

  item(number: number, index: number): number {
    return this.#items.at(number * this.width + index);
  }

  get bytes(): number {
    return this.#items.bytes + this.#table.byteLength;
  }

  #slotOf(tuple: Int32Array): number {
    const mask = this.#table.length - 1;
    let slot = hash(tuple, this.width) & mask;
    for (;;) {
      const number = this.#table[slot] as number;
      if (number < 0 || this.#equals(number, tuple)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(number: number, tuple: Int32Array): boolean {
    const start = number * this.width;
    for (let index = 0; index < this.width; index++) {
      if (this.#items.at(start + index) !== tuple[index]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    const tuple = new Int32Array(this.width);
    for (let number = 0; number < this.count; number++) {
      this.read(number, tuple);
      this.#table[this.#slotOf(tuple)] = number;
    }
  }
}

/** Mixes 32-bit integers: multiply and fold, as in MurmurHash3. */
function hash(tuple: Int32Array, width: number): number {
  let mixed = 0x9747b28c;
  for (let index = 0; index < width; index++) {
    mixed = Math.imul(mixed ^ (tuple[index] as number), 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}
