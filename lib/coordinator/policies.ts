import type { Codec } from "./codec";
import { IdempotencyConfigurationError } from "./errors";
import type { KeyRules } from "./keys";

/** What to do when protection is impossible or uncertain. Every default prefers an error to a second effect. */
export interface Policies {
  /**
   * `reject`: throw before the action. `run-unprotected`: run it as if there were no coordinator, counted and reported;
   * exists to reproduce the middle row of the article's third table.
   */
  onInvalidKey: "reject" | "run-unprotected";
  /**
   * When the store fails before anything is known about the key. `fail` is right where a second effect costs more than
   * a delay. `run-unprotected` is right for effects that are harmless twice. A function decides per operation.
   */
  onStoreUnavailable: StoreUnavailablePolicy | ((operation: string) => StoreUnavailablePolicy);
  /**
   * `release`: the error proves that nothing happened, the next delivery may run at once. `hold`: the effect may have
   * happened, keep the key for the rest of the lease. The default holds for errors that `isAmbiguous` recognises.
   */
  onActionError: (error: unknown) => "release" | "hold";
  /** When another caller took over while the action ran: return the result that is stored by now, or throw always. */
  onLeaseLost: "adopt" | "throw";
  keyRules: KeyRules;
}

export type StoreUnavailablePolicy = "fail" | "run-unprotected";

export const defaultPolicies: Policies = {
  onInvalidKey: "reject",
  onStoreUnavailable: "fail",
  onActionError: (error) => (isAmbiguous(error) ? "hold" : "release"),
  onLeaseLost: "adopt",
  keyRules: "standard",
};

/** Durations in milliseconds, whole and greater than zero. */
export interface Defaults {
  /** How long a result is remembered after completion. Must outlast the latest redelivery, dead letters included. */
  retentionMs: number;
  /** The longest retention that a request may ask for: a slip of units must not fill the store. */
  longestRetentionMs: number;
  /** How long a crashed holder blocks its key. A living holder renews at a third of it. */
  leaseMs: number;
  /** How long after its lease a reservation still accepts its own late result, and a takeover is known as one. */
  graceMs: number;
  /** How long a caller waits for another. Unrelated to the lease, which may be much longer. */
  waitTimeoutMs: number;
  /** `wait` suits jobs. `raise` suits queues that prefer a delayed redelivery, and HTTP. */
  inFlight: InFlightMode;
  /** When a store call counts as failed. */
  storeTimeoutMs: number;
}

export type InFlightMode = "wait" | "raise";

const second = 1000;
const day = 24 * 60 * 60 * second;

export const defaultDefaults: Defaults = {
  retentionMs: day,
  longestRetentionMs: 30 * day,
  leaseMs: 30 * second,
  graceMs: 60 * second,
  waitTimeoutMs: 10 * second,
  inFlight: "wait",
  storeTimeoutMs: 5 * second,
};

/** What a request may set for itself; the rest comes from the defaults. */
export interface RequestOptions<T> {
  retentionMs?: number | undefined;
  leaseMs?: number | undefined;
  waitTimeoutMs?: number | undefined;
  inFlight?: InFlightMode | undefined;
  /** `jsonCodec` when left out. */
  codec?: Codec<T> | undefined;
}

/** @throws {IdempotencyConfigurationError} naming the value, its range and how to change the range */
export function checkDefaults(defaults: Defaults): Defaults {
  requireDuration("leaseMs", defaults.leaseMs);
  requireDuration("graceMs", defaults.graceMs);
  requireDuration("waitTimeoutMs", defaults.waitTimeoutMs);
  requireDuration("storeTimeoutMs", defaults.storeTimeoutMs);
  requireDuration("longestRetentionMs", defaults.longestRetentionMs);
  requireRetention(defaults.retentionMs, defaults.longestRetentionMs);
  return defaults;
}

/** @throws {IdempotencyConfigurationError} */
export function requireDuration(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new IdempotencyConfigurationError(`${name} must be a whole number of milliseconds above 0, not ${value}.`);
}

/** @throws {IdempotencyConfigurationError} */
export function requireRetention(retentionMs: number, longestRetentionMs: number): void {
  requireDuration("retentionMs", retentionMs);
  if (retentionMs <= longestRetentionMs) return;
  throw new IdempotencyConfigurationError(
    `retentionMs ${retentionMs} is longer than longestRetentionMs ${longestRetentionMs}. ` +
      "Ask for less, or raise longestRetentionMs in the coordinator's defaults.",
  );
}

/** Names and codes under which clients report that a request may have arrived although its answer did not. */
const ambiguousNames = new Set(["TimeoutError", "AbortError"]);
const ambiguousCodes = new Set([
  "ETIMEDOUT",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ABORT_ERR",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** Clients wrap a cause once or twice; a chain that points back to itself must end. */
const deepestCause = 8;

/**
 * True when the effect behind the error may have happened: timeouts, aborts, connections cut while waiting for the
 * answer, and any error (or its `cause`) marked with `ambiguous: true`. A refused connection is not ambiguous.
 */
export function isAmbiguous(error: unknown): boolean {
  let link = error;
  for (let depth = 0; depth < deepestCause; depth++) {
    if (typeof link !== "object" || link === null) return false;
    const { ambiguous, name, code, cause } = link as Record<string, unknown>;
    if (typeof ambiguous === "boolean") return ambiguous;
    if (typeof name === "string" && ambiguousNames.has(name)) return true;
    if (typeof code === "string" && ambiguousCodes.has(code)) return true;
    link = cause;
  }
  return false;
}
