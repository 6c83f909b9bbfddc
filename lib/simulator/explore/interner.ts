import { canonical } from "../plain";

/** Gives equal values one number, and one object that stands for all of them. Null is a value too. */
export class Interner<Value extends object | null> {
  readonly values: Value[] = [];
  /** Characters of all texts that are kept, for an estimate of memory. */
  characters = 0;
  /** By text as it happens to be written, which is fast, and by canonical text, where keys have an order. */
  readonly #written = new Map<string, number>();
  readonly #canonical = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();

  constructor(private readonly write: (value: Value) => string = JSON.stringify) {}

  numberOf(value: Value): number {
    const known = value === null ? undefined : this.#known.get(value);
    if (known !== undefined) return known;
    const text = this.write(value);
    let number = this.#written.get(text);
    if (number === undefined) {
      number = this.#numberOfNew(value);
      this.#written.set(text, number);
      this.characters += text.length;
    }
    if (value !== null) this.#known.set(value, number);
    return number;
  }

  valueOf(number: number): Value {
    return this.values[number] as Value;
  }

  #numberOfNew(value: Value): number {
    const text = canonical(value);
    let number = this.#canonical.get(text);
    if (number === undefined) {
      number = this.values.length;
      this.values.push(value);
      this.#canonical.set(text, number);
      this.characters += text.length;
    }
    return number;
  }
}
