import type { RecordIdentity } from "./keys";
import type { StoreCall } from "./store";

/** The parent of every error of the coordinator. The action's own errors are never wrapped in it. */
export abstract class IdempotencyError extends Error {
  /** What an HTTP server would answer. */
  abstract readonly httpStatus: number;
}

/** Another caller is running this action. Nothing ran here. Put the job back, or answer 409. */
export class IdempotencyInProgressError extends IdempotencyError {
  override readonly name = "IdempotencyInProgressError";
  readonly httpStatus = 409;
  /** @param retryAfterMs when a new try has a fair chance */
  constructor(
    readonly id: string,
    readonly retryAfterMs: number,
  ) {
    super(`"${id}" is being executed by another caller. Try again in ${retryAfterMs} ms.`);
  }
}

/** The key is known with another payload. Nothing ran here. */
export class IdempotencyKeyReuseError extends IdempotencyError {
  override readonly name = "IdempotencyKeyReuseError";
  readonly httpStatus = 422;
  /** @param pending the other payload is being executed, rather than completed */
  constructor(
    readonly id: string,
    readonly pending: boolean,
  ) {
    super(`"${id}" was used before with another payload. A new payload needs a new key.`);
  }
}

/** The key cannot be stored, so nothing would be protected. Thrown before the action runs. */
export class IdempotencyKeyInvalidError extends IdempotencyError {
  override readonly name = "IdempotencyKeyInvalidError";
  readonly httpStatus = 400;
  constructor(
    readonly part: keyof RecordIdentity,
    readonly value: unknown,
    readonly problem: string,
  ) {
    super(`The idempotency ${part} ${JSON.stringify(value) ?? String(value)} ${problem}. The action did not run.`);
  }
}

/** A duration or a policy makes no sense. Thrown before the action runs. */
export class IdempotencyConfigurationError extends IdempotencyError {
  override readonly name = "IdempotencyConfigurationError";
  readonly httpStatus = 500;
}

/** The store did not answer, so it is not known whether the action ran before. It did not run here. Try again later. */
export class IdempotencyStoreUnavailableError extends IdempotencyError {
  override readonly name = "IdempotencyStoreUnavailableError";
  readonly httpStatus = 503;
  /** True when the key was already known to be in flight elsewhere: then running unprotected is never an answer. */
  readonly afterWait: boolean;
  constructor(
    readonly call: StoreCall,
    options: { cause: unknown; afterWait?: boolean },
  ) {
    super(`The idempotency store failed at ${call}: ${messageOf(options.cause)}. The action did not run.`, options);
    this.afterWait = options.afterWait ?? false;
  }
}

/** The stored record cannot be understood. Nothing ran: running would be a guess that every caller makes at once. */
export class IdempotencyRecordUnreadableError extends IdempotencyError {
  override readonly name = "IdempotencyRecordUnreadableError";
  readonly httpStatus = 500;
  constructor(
    readonly id: string,
    readonly problem: string,
    options?: { cause: unknown },
  ) {
    super(`The record "${id}" cannot be read: ${problem}. Repair or delete it; the action did not run.`, options);
  }
}

/** The action ran, and another caller has taken over meanwhile. The effect may exist twice. Do not acknowledge. */
export class IdempotencyLeaseLostError extends IdempotencyError {
  override readonly name = "IdempotencyLeaseLostError";
  readonly httpStatus = 409;
  constructor(
    readonly id: string,
    readonly fencingToken: number,
    options?: { cause: unknown },
  ) {
    super(`The lease on "${id}" (fencing token ${fencingToken}) was lost. Do not acknowledge: try again.`, options);
  }
}

/**
 * The effect may have happened, but its result is not stored. The key stays reserved until its lease ends; whoever comes
 * after that runs the action again as a takeover. Ask the receiver before you try again, or let it recognise
 * `downstreamKey`. Do not acknowledge.
 */
export class IdempotencyOutcomeUnknownError extends IdempotencyError {
  override readonly name = "IdempotencyOutcomeUnknownError";
  readonly httpStatus = 503;
  /** What the action returned, where it returned. */
  readonly own: { value: unknown } | null;
  constructor(
    readonly id: string,
    readonly reason: "action-error" | "result-not-stored",
    readonly retryAfterMs: number,
    options: { cause: unknown; own?: { value: unknown } | null },
  ) {
    const what = reason === "action-error" ? "its action failed ambiguously" : "its result could not be stored";
    super(`The outcome of "${id}" is unknown: ${what} (${messageOf(options.cause)}).`, options);
    this.own = options.own ?? null;
  }
}

/**
 * The action ran once and will not run again, but its result has no stored form. Thrown to the caller that ran it, with
 * `result`, and to everyone after, without. Give the request a codec that fits.
 */
export class IdempotencyResultEncodingError extends IdempotencyError {
  override readonly name = "IdempotencyResultEncodingError";
  readonly httpStatus = 500;
  /** What the action returned; `undefined` for later callers. */
  readonly result: unknown;
  constructor(
    readonly id: string,
    readonly problem: string,
    options: { cause?: unknown; result?: unknown } = {},
  ) {
    super(`The result of "${id}" cannot be stored: ${problem}. The action ran once.`, { cause: options.cause });
    this.result = options.result;
  }
}

/** For sentences: the message of an error, or the thing itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
