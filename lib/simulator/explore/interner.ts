import { canonical } from "../plain";

/** Gives equal values one number, and one object that stands for all of them. Null is a value too. */
export class Interner<Value extends object | null> {
  readonly values: Value[] = [];
  /** Characters of all texts that are kept, for an estimate of memory. */
  characters = 0;
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();

  constructor(private readonly textOf: (value: Value) => string = canonical) {}

  numberOf(value: Value): number {
    const known = value === null ? undefined : this.#known.get(value);
    if (known !== undefined) return known;
    const text = this.textOf(value);
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.values.length;
      this.values.push(value);
      this.#numbers.set(text, number);
      this.characters += text.length;
    }
    if (value !== null) this.#known.set(value, number);
    return number;
  }

  valueOf(number: number): Value {
    return this.values[number] as Value;
  }
}
