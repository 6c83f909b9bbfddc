import type { CancelSignal } from "./environment";

/** One cancellation. Whoever decides keeps this object; whoever listens gets it as a `CancelSignal`. */
export class Cancellation implements CancelSignal {
  cancelled = false;
  reason: unknown = undefined;
  readonly #listeners = new Set<() => void>();

  /** Only the first call counts. */
  cancel(reason?: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  onCancel(listener: () => void): () => void {
    if (this.cancelled) {
      listener();
      return () => {};
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
