/** A list of 32-bit integers that grows: four bytes an entry, where an ordinary array would take more. */
export class Integers {
  #items = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(this.#items.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = value;
  }

  at(index: number): number {
    return this.#items[index] as number;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** Bytes that are held, the reserve included. */
  get bytes(): number {
    return this.#items.byteLength;
  }
}
