import type { CancelSignal, Clock } from "../../coordinator/environment";

interface Timer {
  at: number;
  order: number;
  wake: () => void;
  cancelled: boolean;
}

/**
 * Time that jumps from one event to the next. Timers of the same moment fire in the order in which they were set, so a
 * run depends on nothing but its seed.
 */
export class VirtualTime implements Clock {
  #now = 0;
  #set = 0;
  /** A binary heap: the earliest timer stands first. */
  readonly #timers: Timer[] = [];

  /** @param settle lets everything happen that needs no time, and resolves then */
  constructor(private readonly settle: () => Promise<void>) {}

  /** Milliseconds since the start of the run. */
  now(): number {
    return this.#now;
  }

  sleep(ms: number, cancel?: CancelSignal): Promise<void> {
    if (cancel?.cancelled) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.at(this.#now + Math.max(0, ms), resolve);
      // A cancelled timer stays where it is until its moment: taking it out would cost more than it holds.
      cancel?.onCancel(() => {
        timer.cancelled = true;
        resolve();
      });
    });
  }

  /** Calls `wake` at a moment, in milliseconds since the start of the run. */
  at(moment: number, wake: () => void): { cancelled: boolean } {
    const timer = { at: moment, order: this.#set++, wake, cancelled: false };
    this.#rise(timer);
    return timer;
  }

  /** Lets everything happen, until nothing more will. */
  async run(): Promise<void> {
    await this.settle();
    for (let timer = this.#take(); timer !== null; timer = this.#take()) {
      if (timer.cancelled) continue;
      this.#now = timer.at;
      timer.wake();
      await this.settle();
    }
  }

  #rise(timer: Timer): void {
    const timers = this.#timers;
    let place = timers.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = timers[above] as Timer;
      if (isBefore(parent, timer)) break;
      timers[place] = parent;
      place = above;
    }
    timers[place] = timer;
  }

  #take(): Timer | null {
    const timers = this.#timers;
    const [first] = timers;
    const last = timers.pop();
    if (first === undefined || last === undefined) return null;
    if (timers.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= timers.length) break;
      const right = left + 1;
      const child = right < timers.length && isBefore(timers[right] as Timer, timers[left] as Timer) ? right : left;
      if (isBefore(last, timers[child] as Timer)) break;
      timers[place] = timers[child] as Timer;
      place = child;
    }
    timers[place] = last;
    return first;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
