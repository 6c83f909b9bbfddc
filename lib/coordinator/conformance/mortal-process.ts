import { Cancellation } from "../cancellation";
import type { CancelSignal, Clock } from "../environment";
import type { Store } from "../store";

/**
 * A process that dies at a chosen step. Its steps are the moments between which a crash makes a difference: before and
 * after the store applies a call, and wherever its action says so. After its death nothing of it goes on: no catch, no
 * finally, no timer.
 */
export class MortalProcess {
  readonly store: Store;
  readonly clock: Clock;
  /** The steps it went through, by name. */
  readonly steps: string[] = [];
  readonly #death = new Cancellation();

  /** @param diesAt number of steps that it completes; Infinity for a process that lives */
  constructor(
    world: { store: Store; clock: Clock },
    private readonly diesAt: number,
  ) {
    this.store = this.#mortal(world.store);
    this.clock = { now: () => world.clock.now(), sleep: (ms, cancel) => this.#sleep(world.clock, ms, cancel) };
  }

  get dead(): boolean {
    return this.#death.cancelled;
  }

  /** Resolves at its death; never for one that lives. */
  get died(): Promise<void> {
    return new Promise((resolve) => void this.#death.onCancel(resolve));
  }

  /** One step. Never comes back from the one at which the process dies. */
  async step(name: string): Promise<void> {
    if (this.steps.length >= this.diesAt) this.#death.cancel();
    if (this.dead) return new Promise(() => {});
    this.steps.push(name);
  }

  #mortal(store: Store): Store {
    const call = async <R>(name: string, run: () => Promise<R>): Promise<R> => {
      await this.step(`before ${name}`);
      const reply = await run();
      await this.step(`after ${name}`);
      return reply;
    };
    return {
      capabilities: store.capabilities,
      reserve: (request) => call("reserve", () => store.reserve(request)),
      complete: (request) => call("complete", () => store.complete(request)),
      renew: (request) => call("renew", () => store.renew(request)),
      release: (request) => call("release", () => store.release(request)),
      read: (id) => call("read", () => store.read(id)),
      waitForChange: (id, request) => call("waitForChange", () => store.waitForChange(id, request)),
    };
  }

  async #sleep(clock: Clock, ms: number, cancel?: CancelSignal): Promise<void> {
    const wakeUp = new Cancellation();
    const forget = [cancel, this.#death].map((signal) => signal?.onCancel(() => wakeUp.cancel()));
    await clock.sleep(ms, wakeUp);
    for (const unsubscribe of forget) unsubscribe?.();
    if (this.dead) return new Promise(() => {});
  }
}
