import { Cancellation } from "./cancellation";
import type { CancelSignal, Clock, Random } from "./environment";
import { IdempotencyLeaseLostError } from "./errors";
import type { CoordinatorEvent } from "./observer";
import { requireDuration } from "./policies";
import type { OwnedReservation } from "./store";
import type { StoreCalls } from "./store-calls";

/** A third of the lease leaves room for two failed renewals before anybody may take over. */
const renewAfter = 1 / 3;
/** Spread, so that holders that started together do not renew together. */
const jitter = 0.2;
/** After a failed renewal the next one follows sooner. */
const retryAfter = 1 / 10;
/** The action is told this part of the lease before it ends, if nothing has confirmed it until then. */
const margin = 1 / 10;

export interface LeaseEnvironment {
  calls: StoreCalls;
  clock: Clock;
  random: Random;
  emit: ((event: CoordinatorEvent) => void) | undefined;
}

export interface LeaseOptions {
  operation: string;
  reservation: OwnedReservation;
  leaseMs: number;
  /** When the lease ends, by this process's clock, counted from before the request that granted it. */
  until: number;
}

/**
 * Keeps a lease alive while the action runs, and knows when it is lost. The end is always reckoned too early rather
 * than too late: from the moment a request was sent, not from the moment its answer arrived.
 */
export class Lease {
  /** True once the store has said that another caller owns the record, or nothing confirmed the lease in time. */
  lost = false;
  readonly #lostSignal = new Cancellation();
  readonly #stop = new Cancellation();
  #until: number;

  constructor(
    private readonly environment: LeaseEnvironment,
    private readonly options: LeaseOptions,
  ) {
    this.#until = options.until;
    void this.#keep();
  }

  get signal(): CancelSignal {
    return this.#lostSignal;
  }

  get remainingMs(): number {
    return Math.max(0, this.#until - this.environment.clock.now());
  }

  /** Ends the renewals. What the store has granted stays granted. */
  stop(): void {
    this.#stop.cancel();
  }

  /** @throws {IdempotencyLeaseLostError}, or the store's own error when it did not answer: the lease may still hold */
  async extend(leaseMs = this.options.leaseMs): Promise<void> {
    requireDuration("leaseMs", leaseMs);
    if (!this.lost && !(await this.#renew(leaseMs))) this.#lose(undefined);
    if (this.lost) throw this.#lostError(this.#lostSignal.reason);
  }

  async #keep(): Promise<void> {
    const { clock, random } = this.environment;
    const { leaseMs } = this.options;
    const regular = () => leaseMs * renewAfter * (1 - jitter / 2 + jitter * random.fraction());
    // Most actions end before. The same pause for all of them is what timers handle best.
    let pause = leaseMs * renewAfter;
    while (!this.lost) {
      await clock.sleep(pause, this.#stop);
      if (this.#stop.cancelled) return;
      try {
        if (!(await this.#renew(leaseMs))) return this.#lose(undefined);
        pause = regular();
      } catch (error) {
        if (this.#stop.cancelled) return;
        this.#emit({ type: "renewal-failed", error });
        if (this.remainingMs <= leaseMs * margin) return this.#lose(error);
        pause = leaseMs * retryAfter;
      }
    }
  }

  /** @returns false when another caller owns the record */
  async #renew(leaseMs: number): Promise<boolean> {
    const { calls, clock } = this.environment;
    const { reservation } = this.options;
    const sentAt = clock.now();
    const patience = Math.max(this.remainingMs - this.options.leaseMs * margin, this.options.leaseMs * retryAfter);
    const reply = await calls.renew(this.options, { ...reservation, leaseMs }, Math.ceil(patience));
    if (reply === "lost") return false;
    this.#until = Math.max(this.#until, sentAt + leaseMs);
    this.#emit({ type: "renewed" });
    return true;
  }

  #lose(cause: unknown): void {
    if (this.lost || this.#stop.cancelled) return;
    this.lost = true;
    this.#emit({ type: "lease-lost", during: "renew" });
    this.#lostSignal.cancel(this.#lostError(cause));
  }

  #lostError(cause: unknown): IdempotencyLeaseLostError {
    const { id, fence } = this.options.reservation;
    return new IdempotencyLeaseLostError(id, fence, { cause });
  }

  #emit(
    event: { type: "renewed" } | { type: "renewal-failed"; error: unknown } | { type: "lease-lost"; during: "renew" },
  ): void {
    const { operation, reservation } = this.options;
    this.environment.emit?.({ ...event, operation, id: reservation.id, fence: reservation.fence });
  }
}
