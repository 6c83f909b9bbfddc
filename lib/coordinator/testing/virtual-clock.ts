import type { CancelSignal, Clock, Random } from "../environment";

interface Timer {
  at: number;
  wake: () => void;
}

/** Time that moves only when a test says so. Timers of the same moment fire in the order in which they were set. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, cancel?: CancelSignal): Promise<void> {
    if (cancel?.cancelled) return Promise.resolve();
    return new Promise((resolve) => {
      let forget = () => {};
      const timer = { at: this.#now + Math.max(0, ms), wake: () => (forget(), resolve()) };
      this.#timers.push(timer);
      if (cancel === undefined) return;
      forget = cancel.onCancel(() => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        resolve();
      });
    });
  }

  /** Moves `ms` on, firing every timer on the way at its own moment and letting its consequences happen there. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settleMicrotasks();
    for (let next = this.#earliest(end); next !== null; next = this.#earliest(end)) {
      this.#fire(next);
      await settleMicrotasks();
    }
    this.#now = end;
  }

  /** Moves on until `promise` settles. Fails when it never would: it is pending and no timer is set. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = () => (settled = true);
    promise.then(done, done);
    await settleMicrotasks();
    while (!settled) {
      const next = this.#earliest(Infinity);
      if (next === null) throw new Error("nothing will ever settle this promise: no timer is set");
      this.#fire(next);
      await settleMicrotasks();
    }
    return promise;
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  #earliest(end: number): Timer | null {
    let earliest: Timer | null = null;
    for (const timer of this.#timers) if (timer.at <= end && timer.at < (earliest?.at ?? Infinity)) earliest = timer;
    return earliest;
  }

  #fire(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.wake();
  }
}

/** A clock that shows another time than `clock` and runs as fast: a process whose clock is set wrong. */
export function skewed(clock: Clock, byMs: number): Clock {
  return { now: () => clock.now() + byMs, sleep: (ms, cancel) => clock.sleep(ms, cancel) };
}

/** Distinct tokens, the same in every run; no jitter. */
export function countingRandom(): Random {
  let count = 0;
  return { token: () => (++count).toString(16).padStart(32, "0"), fraction: () => 0.5 };
}

/** Lets all promises that can settle without time settle. */
export function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
