/** A promise that somebody else settles. */
export class Gate<T = void> {
  readonly passed: Promise<T>;
  open!: (value: T) => void;
  fail!: (error: unknown) => void;

  constructor() {
    this.passed = new Promise<T>((resolve, reject) => {
      this.open = resolve;
      this.fail = reject;
    });
  }
}
