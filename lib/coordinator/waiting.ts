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

/** A call under way that others may join. */
export class Flight {
  #end: FlightEnd | null = null;
  #landed: Promise<FlightEnd> | null = null;
  #land: (end: FlightEnd) => void = () => {};

  /** Made only when somebody joins: nearly all flights are alone. */
  get landed(): Promise<FlightEnd> {
    this.#landed ??= this.#end !== null ? Promise.resolve(this.#end) : new Promise((resolve) => (this.#land = resolve));
    return this.#landed;
  }

  land(end: FlightEnd): void {
    this.#end = end;
    this.#land(end);
  }
}

/**
 * One flight per record and payload in this process. Callers that arrive while another one is on the way join it
 * instead of asking the store, so a hundred waiters cost as much as one. They take over only what the store has
 * confirmed to the leader, so nothing is decided here.
 */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  constructor(private readonly clock: Clock) {}

  find(name: string): Flight | undefined {
    return this.#flights.get(name);
  }

  async join(flight: Flight, timeoutMs: number): Promise<FlightEnd | "timeout"> {
    if (timeoutMs <= 0) return "timeout";
    const timer = new Cancellation();
    const timeout = this.clock.sleep(timeoutMs, timer).then(() => "timeout" as const);
    const end = await Promise.race([flight.landed, timeout]);
    timer.cancel();
    return end;
  }

  /**
   * Runs `fly` as the flight under `name`; if there is one already (callers that do not wait fly beside it), alone.
   * @param endOf what a result means to the followers
   */
  async lead<R>(name: string, fly: () => Promise<R>, endOf: (result: R) => FlightEnd): Promise<R> {
    if (this.#flights.has(name)) return fly();
    const flight = new Flight();
    this.#flights.set(name, flight);
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
      flight.land(end);
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
