import {
  IdempotencyConfigurationError,
  IdempotencyInProgressError,
  IdempotencyKeyInvalidError,
  IdempotencyKeyReuseError,
  IdempotencyLeaseLostError,
  IdempotencyOutcomeUnknownError,
  IdempotencyRecordUnreadableError,
  IdempotencyResultEncodingError,
  IdempotencyStoreUnavailableError,
} from "./errors";
import type { Settlement } from "./observer";
import type { Outcome } from "./types";

/**
 * The value of an outcome that has one. A lost lease has one too where the other caller's result is stored.
 * @param idOf only called for an error
 * @throws {IdempotencyError} that says why there is no value
 */
export function valueOf<T>(outcome: Outcome<T>, idOf: () => string): T {
  switch (outcome.kind) {
    case "executed":
    case "replayed":
    case "waited":
    case "unprotected":
      return outcome.value;
    case "in-progress":
      throw new IdempotencyInProgressError(idOf(), outcome.retryAfterMs);
    case "key-reuse":
      throw new IdempotencyKeyReuseError(idOf(), outcome.pending);
    case "lease-lost":
      if (outcome.stored !== null) return outcome.stored.value;
      throw new IdempotencyLeaseLostError(idOf(), outcome.fencingToken, { cause: outcome.cause });
    case "outcome-unknown": {
      const { reason, retryAfterMs, cause, own } = outcome;
      throw new IdempotencyOutcomeUnknownError(idOf(), reason, retryAfterMs, { cause, own });
    }
  }
}

/** Under which name an error that is no outcome is counted. */
export function settlementOf(error: unknown): Settlement {
  if (error instanceof IdempotencyKeyInvalidError) return "key-invalid";
  if (error instanceof IdempotencyConfigurationError) return "misconfigured";
  if (error instanceof IdempotencyStoreUnavailableError) return "store-unavailable";
  if (error instanceof IdempotencyRecordUnreadableError) return "unreadable";
  if (error instanceof IdempotencyResultEncodingError) return "result-encoding";
  return "action-failed";
}
