import type { CancelSignal } from "./environment";

/** Most cancellations have no listener or one, and every store call has a cancellation. */
const noListeners: (() => void)[] = [];

/** One cancellation. Whoever decides keeps this object; whoever listens gets it as a `CancelSignal`. */
export class Cancellation implements CancelSignal {
  cancelled = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] = noListeners;

  /** Only the first call counts. */
  cancel(reason?: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = noListeners;
    for (const listener of listeners) listener();
  }

  onCancel(listener: () => void): () => void {
    if (this.cancelled) {
      listener();
      return () => {};
    }
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }
}
