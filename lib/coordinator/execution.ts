import type { Codec } from "./codec";
import type { CancelSignal } from "./environment";
import type { CoordinatorEvent } from "./observer";
import type { Policies } from "./policies";
import { Lease, type LeaseEnvironment } from "./renewal";
import { sha256Hex } from "./sha256";
import type { OwnedReservation, ReserveReply } from "./store";
import { decodeResult, encodeResult, type EncodedResult } from "./stored-result";
import type { Action, ActionContext, Outcome } from "./types";

/** Everything about one call of the coordinator, with the defaults filled in. */
export interface ResolvedCall<T> {
  id: string;
  operation: string;
  fingerprint: string | null;
  retentionMs: number;
  leaseMs: number;
  graceMs: number;
  codec: Codec<T>;
  action: Action<T>;
  owner: string;
}

export interface ExecutionEnvironment extends LeaseEnvironment {
  policies: Policies;
}

export interface Settled<T> {
  outcome: Outcome<T>;
  /** The result that the store has confirmed, if it has. */
  text: string | null;
  /** Time spent waiting for another caller. */
  waitedMs: number;
}

type Executed<T> = Omit<Settled<T>, "waitedMs">;

/** Carries the action's own error past the coordinator's. */
export class ActionFailure {
  constructor(readonly error: unknown) {}
}

type Completion = { answer: "completed" | "lost" } | { answer: null; error: unknown };
type Reservation = Extract<ReserveReply, { kind: "reserved" }>;

/** First pause between two tries to store a result; doubled each time. */
const firstPauseMs = 25;
const longestPauseMs = 1000;

/** A class, because an object literal with a getter would be a hidden class of its own in each call. */
class ExecutionContext implements ActionContext {
  readonly fencingToken: number;
  readonly attempt: number;
  readonly takeover: boolean;
  readonly #id: string;
  readonly #lease: Lease;

  constructor(id: string, { fence, attempt, takeover }: Reservation, lease: Lease) {
    this.fencingToken = fence;
    this.attempt = attempt;
    this.takeover = takeover;
    this.#id = id;
    this.#lease = lease;
  }

  get downstreamKey(): string {
    return sha256Hex(this.#id);
  }

  get signal(): CancelSignal {
    return this.#lease.signal;
  }

  /** A function of its own, for actions that take it out of the context. */
  readonly extend = (leaseMs?: number): Promise<void> => this.#lease.extend(leaseMs);
}

/**
 * One run of an action under its reservation: keeps the lease, runs, and stores what came out. From the moment the
 * action may have had an effect, nothing here gives the key back on a guess.
 */
export class Execution<T> {
  readonly #owned: OwnedReservation;
  readonly #lease: Lease;

  /** @param sentAt when the request was sent that `reservation` answers */
  constructor(
    private readonly environment: ExecutionEnvironment,
    private readonly call: ResolvedCall<T>,
    private readonly reservation: Reservation,
    sentAt: number,
  ) {
    this.#owned = { id: call.id, owner: call.owner, fence: reservation.fence };
    this.#lease = new Lease(environment, {
      operation: call.operation,
      reservation: this.#owned,
      leaseMs: call.leaseMs,
      until: sentAt + reservation.leaseRemainingMs,
    });
  }

  async run(): Promise<Executed<T>> {
    const { fence, attempt, takeover } = this.reservation;
    this.#emit({ type: "reserved", fence, attempt, takeover });
    let value: T;
    try {
      value = await this.call.action(new ExecutionContext(this.call.id, this.reservation, this.#lease));
    } catch (error) {
      this.#lease.stop();
      return this.#afterFailure(error);
    }
    this.#lease.stop();
    return this.#store(value, encodeResult(this.call.id, value, this.call.codec));
  }

  async #afterFailure(error: unknown): Promise<Executed<T>> {
    if (this.#lease.lost) return this.#afterLoss(error);
    if (this.#decide(error) === "hold") {
      this.#emit({ type: "held", fence: this.#owned.fence, error });
      return this.#unknown("action-error", null, error);
    }
    await this.#release(error);
    throw new ActionFailure(error);
  }

  #decide(error: unknown): "release" | "hold" {
    try {
      return this.environment.policies.onActionError(error) === "release" ? "release" : "hold";
    } catch {
      return "hold";
    }
  }

  /** One try: a reservation that stays behind ends with its lease, and the action's error matters more. */
  async #release(error: unknown): Promise<void> {
    try {
      const answer = await this.environment.calls.release(this.call, this.#owned);
      if (answer === "released") this.#emit({ type: "released", fence: this.#owned.fence, error });
      else this.#emit({ type: "lease-lost", fence: this.#owned.fence, during: "release" });
    } catch {
      // Reported as a store call; the lease cleans up.
    }
  }

  async #store(value: T, encoded: EncodedResult): Promise<Executed<T>> {
    const stored = await this.#complete(encoded.text);
    if (stored.answer === null) return this.#unknown("result-not-stored", { value }, stored.error);
    return stored.answer === "completed" ? this.#executed(value, encoded) : this.#afterLoss(undefined);
  }

  /** Tries until the lease ends. Giving the key back instead would repeat an effect that is known to have happened. */
  async #complete(result: string): Promise<Completion> {
    const { calls, clock, random } = this.environment;
    const { id, owner, fence } = this.#owned;
    const request = { id, owner, fence, result, retentionMs: this.call.retentionMs };
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return { answer: await calls.complete(this.call, request) };
      } catch (error) {
        this.#emit({ type: "complete-failed", fence: this.#owned.fence, error });
        if (this.#lease.remainingMs <= pause) return { answer: null, error };
        await clock.sleep(pause * (0.5 + random.fraction() / 2));
      }
    }
  }

  #executed(value: T, encoded: EncodedResult): Executed<T> {
    const { fence, attempt, takeover } = this.reservation;
    this.#emit({ type: "completed", fence });
    if (encoded.error !== null) throw encoded.error;
    return { outcome: { kind: "executed", value, fencingToken: fence, attempt, takeover }, text: encoded.text };
  }

  /** All callers should agree on one result, so the stored one counts, not the one that was computed here. */
  async #afterLoss(cause: unknown): Promise<Executed<T>> {
    if (!this.#lease.lost) this.#emit({ type: "lease-lost", fence: this.#owned.fence, during: "complete" });
    const text = this.environment.policies.onLeaseLost === "adopt" ? await this.#readStored() : null;
    const stored = text === null ? null : { value: decodeResult(this.call.id, text, this.call.codec) };
    return { outcome: { kind: "lease-lost", stored, fencingToken: this.#owned.fence, cause }, text };
  }

  async #readStored(): Promise<string | null> {
    try {
      const snapshot = await this.environment.calls.read(this.call, this.call.id);
      if (snapshot?.status !== "completed") return null;
      return samePayload(snapshot.fingerprint, this.call.fingerprint) ? snapshot.result : null;
    } catch {
      return null;
    }
  }

  #unknown(reason: "action-error" | "result-not-stored", own: { value: T } | null, cause: unknown): Executed<T> {
    const retryAfterMs = Math.max(1, Math.ceil(this.#lease.remainingMs));
    return { outcome: { kind: "outcome-unknown", reason, own, retryAfterMs, cause }, text: null };
  }

  #emit(event: ExecutionEvent): void {
    this.environment.emit?.({ ...event, operation: this.call.operation, id: this.call.id });
  }
}

type WithoutCaller<E> = E extends unknown ? Omit<E, "operation" | "id"> : never;
type ExecutionEvent = WithoutCaller<CoordinatorEvent>;

/** The rule by which stores compare fingerprints: null on either side is not compared. */
function samePayload(stored: string | null, given: string | null): boolean {
  return stored === null || given === null || stored === given;
}
