import type { CancelSignal, Clock, Random } from "./environment";
import type { RecordIdentity } from "./keys";
import type { UnprotectedReason, Observer } from "./observer";
import type { Defaults, Policies, RequestOptions } from "./policies";
import type { Codec } from "./codec";
import type { Store } from "./store";

export interface CoordinatorOptions {
  store: Store;
  clock: Clock;
  random: Random;
  defaults?: Partial<Defaults>;
  policies?: Partial<Policies>;
  observer?: Observer;
}

export interface IdempotentRequest<T> extends RecordIdentity, RequestOptions<T> {
  /** Identity of the payload, see `fingerprintOf`. The same key with another one is refused. */
  fingerprint?: string | null | undefined;
}

/** The code with the effect. Called at most once per call of the coordinator. */
export type Action<T> = (context: ActionContext) => Promise<T> | T;

export interface ActionContext {
  /**
   * Grows with every reservation of this record. A receiver that keeps the greatest token it has seen, and refuses
   * smaller ones, cannot be reached by a holder that lost its lease. Null in an unprotected run.
   */
  fencingToken: number | null;
  /**
   * The same for every attempt at this effect, and safe to show: hand it to the receiver as its idempotency key. This
   * closes the window between effect and stored result. Null in an unprotected run.
   */
  downstreamKey: string | null;
  /** Cancelled when the lease is lost or can no longer be confirmed: stop before the next effect. */
  signal: CancelSignal;
  /** 1 for a fresh reservation, one more for each takeover in a row. */
  attempt: number;
  /** An earlier holder may have done the effect. Where the receiver can be asked, ask first. */
  takeover: boolean;
  /**
   * Renews the lease now, before work that blocks the event loop.
   * @param leaseMs from now on; the request's lease when left out
   * @throws {IdempotencyLeaseLostError} when another caller has taken over
   */
  extend(leaseMs?: number): Promise<void>;
}

/** How a call ended, for callers that prefer a value to an exception. */
export type Outcome<T> =
  /** The action ran here, and its result is stored. */
  | { kind: "executed"; value: T; fencingToken: number; attempt: number; takeover: boolean }
  /** The action ran before this call. */
  | { kind: "replayed"; value: T; ageMs: number }
  /** Another caller ran the action while this call waited. */
  | { kind: "waited"; value: T; waitedMs: number }
  /** Another caller is still running the action. */
  | { kind: "in-progress"; retryAfterMs: number }
  /** The key is known with another payload, which is being executed (`pending`) or was. */
  | { kind: "key-reuse"; pending: boolean }
  /** The action ran, but another caller took over. `stored` is what all callers agree on, once there is such a thing. */
  | { kind: "lease-lost"; stored: { value: T } | null; fencingToken: number; cause: unknown }
  /** The effect may have happened. `own` is what the action returned, where it returned. */
  | {
      kind: "outcome-unknown";
      reason: "action-error" | "result-not-stored";
      own: { value: T } | null;
      retryAfterMs: number;
      cause: unknown;
    }
  /** The action ran without protection, because a policy says so. */
  | { kind: "unprotected"; value: T; reason: UnprotectedReason };

/** What an operator sees of one record. */
export type RecordView =
  | { state: "in-flight"; fencingToken: number; owner: string; sinceMs: number; leaseRemainingMs: number; attempt: number }
  /** The holder let its lease lapse: whether the effect happened is unknown. The next caller takes over. */
  | { state: "abandoned"; fencingToken: number; owner: string; sinceMs: number; attempt: number }
  | { state: "completed"; fencingToken: number; ageMs: number; retentionRemainingMs: number };

export interface Coordinator {
  /**
   * Runs `action` unless it has run before under this identity, and returns its result, fresh or stored.
   * @throws the action's own error when it says that nothing happened
   * @throws {IdempotencyError} when there is no result to return; see each class for what to do
   */
  coordinate<T>(request: IdempotentRequest<T>, action: Action<T>): Promise<T>;
  /** The same with positions, as in the source article: whatever follows `action` is handed to it. */
  coordinate<T, Args extends unknown[]>(
    operation: string,
    key: string,
    ttlSeconds: number,
    codec: Codec<T>,
    action: (...args: Args) => Promise<T> | T,
    ...args: Args
  ): Promise<T>;
  /**
   * Like `coordinate`, but everything that the protocol foresees is a value.
   * @throws the action's own error, {@link IdempotencyKeyInvalidError}, {@link IdempotencyConfigurationError},
   * {@link IdempotencyStoreUnavailableError}, {@link IdempotencyRecordUnreadableError} and
   * {@link IdempotencyResultEncodingError}
   */
  execute<T>(request: IdempotentRequest<T>, action: Action<T>): Promise<Outcome<T>>;
  /** @param id as encoded by `encodeRecordId` */
  peek(id: string): Promise<RecordView | null>;
}
