import { Cancellation } from "./cancellation";
import type { Clock } from "./environment";
import { IdempotencyStoreUnavailableError } from "./errors";

/** What the followers of a flight learn when it ends. */
export type FlightEnd =
  /** The store has confirmed this result. */
  | { kind: "stored"; text: string }
  /** The store failed for the leader; it would fail for everyone who asks at the same moment. */
  | { kind: "store-unavailable"; error: IdempotencyStoreUnavailableError }
  /** No result: whoever still wants one tries for itself. */
  | { kind: "open" };

/**
 * One flight per record and payload in this process. Callers that arrive while another one is on the way join it
 * instead of asking the store, so a hundred waiters cost as much as one. They take over only what the store has
 * confirmed to the leader, so nothing is decided here.
 */
export class SingleFlight {
  readonly #flights = new Map<string, Promise<FlightEnd>>();

  constructor(private readonly clock: Clock) {}

  find(name: string): Promise<FlightEnd> | undefined {
    return this.#flights.get(name);
  }

  async join(flight: Promise<FlightEnd>, timeoutMs: number): Promise<FlightEnd | "timeout"> {
    if (timeoutMs <= 0) return "timeout";
    const timer = new Cancellation();
    const timeout = this.clock.sleep(timeoutMs, timer).then(() => "timeout" as const);
    const end = await Promise.race([flight, timeout]);
    timer.cancel();
    return end;
  }

  /**
   * Runs `fly` as the flight under `name`; if there is one already (callers that do not wait fly beside it), alone.
   * @param endOf what a result means to the followers
   */
  async lead<R>(name: string, fly: () => Promise<R>, endOf: (result: R) => FlightEnd): Promise<R> {
    if (this.#flights.has(name)) return fly();
    let land: (end: FlightEnd) => void = () => {};
    this.#flights.set(name, new Promise<FlightEnd>((resolve) => (land = resolve)));
    let end: FlightEnd = { kind: "open" };
    try {
      const result = await fly();
      end = endOf(result);
      return result;
    } catch (error) {
      if (error instanceof IdempotencyStoreUnavailableError) end = { kind: "store-unavailable", error };
      throw error;
    } finally {
      this.#flights.delete(name);
      land(end);
    }
  }
}

/** So that a first retry never hammers, however short the action has been running. */
const shortestRetryMs = 100;

/**
 * When a refused caller should come back: after as long again as the holder has taken already, but not later than the
 * lease, which ends by itself if the holder has crashed. Repeated refusals so space out by doubling.
 */
export function suggestRetryMs(sinceMs: number, leaseRemainingMs: number): number {
  return Math.max(1, Math.ceil(Math.min(Math.max(sinceMs, shortestRetryMs), leaseRemainingMs)));
}
