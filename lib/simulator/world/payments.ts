import type { Plain } from "../plain";
import type { PendingRequest, ReplyError } from "../process/history";
import type { Fact } from "./facts";
import { hasAnswer, receive, runningCall, storeFailure, withRunning, type ReceiverState } from "./keyed-receiver";
import type { Caller, Reply, Response } from "./part";

/**
 * The payment provider: Stripe, API v1 (docs.stripe.com/api/idempotent_requests). The status and body of the first
 * request under a key are saved, failures of the server included; later requests under the key get them again. Other
 * parameters under a known key are an error. A key may be forgotten once it is a day old: then it is a new request.
 * Each account has keys of its own (docs.stripe.com/api-v2-overview, idempotency): known in one, a key is new in another.
 */
export interface PaymentsProfile {
  /** True as in Stripe; false for a provider that trusts the key alone. */
  compareParams: boolean;
  /**
   * True for a provider that takes time: a call under a key is begun in one step and answered in another, and a second
   * call under the same key is refused in between (HTTP 409, code `idempotency_key_in_use`). Nothing is saved of that
   * refusal, and the caller may try again.
   */
  inProgress: boolean;
}

interface ChargeArguments {
  params: { amount: number; currency: string; metadata?: Record<string, string> };
  idempotencyKey?: string;
  /** The account that the call is made for; the caller's own unless said. */
  stripeAccount?: string;
}

/** The key as the provider files it: that of another account stands in a key space of its own. Null for a call without one. */
export function keyInAccount({ idempotencyKey, stripeAccount }: PendingRequest["args"]): string | null {
  if (typeof idempotencyKey !== "string") return null;
  return typeof stripeAccount === "string" ? `${stripeAccount}/${idempotencyKey}` : idempotencyKey;
}

/** Keys are text of at most 255 characters; anything else is refused before execution, and nothing is saved. */
const longestKey = 255;

export function stripeError(
  type: string,
  message: string,
  statusCode: number | null,
  code: string | null = null,
): ReplyError {
  const fields: Record<string, Plain> = { type };
  if (statusCode !== null) fields["statusCode"] = statusCode;
  if (code !== null) fields["code"] = code;
  return { name: "Error", message, fields };
}

export function charge(
  state: ReceiverState,
  profile: PaymentsProfile,
  request: PendingRequest,
  caller: Caller,
): Response<ReceiverState> {
  const { params, idempotencyKey } = request.args as unknown as ChargeArguments;
  const invalid = invalidRequest(params, idempotencyKey ?? null);
  const key = keyInAccount(request.args);
  if (invalid) return { state, reply: { error: invalid }, fact: { fact: "charge-refused", message: invalid.message } };
  const running = key === null ? null : runningCall(state, key);
  if (key !== null && running && (running.life !== caller.life || running.request !== request.id)) {
    const message = "There is currently another in-progress request using this Idempotent Key.";
    return {
      state,
      // The type of the answer is `idempotency_error`, but the client of Node looks at it for 400 and 404 only (stripe-node,
      // Error.ts, generateV1Error): a handler sees the class of all other failures, and tells this one by its code.
      reply: { error: stripeError("StripeAPIError", message, 409, "idempotency_key_in_use") },
      fact: { fact: "charge-in-progress", key },
    };
  }
  const { amount, currency, metadata = {} } = params;
  const receipt = receive(key !== null && running ? withRunning(state, key, null) : state, {
    key,
    effect: { kind: "stripe.charges", message: caller.message, params: params as unknown as Plain },
    compareParams: profile.compareParams,
    answer: (n) => ({ id: `ch_${n}`, amount, currency, status: "succeeded", metadata }),
  });
  switch (receipt.receipt) {
    case "performed":
      return {
        state: receipt.state,
        reply: receipt.reply,
        fact: { fact: "charged", charge: `ch_${receipt.n}`, amount, currency, key },
      };
    case "replayed":
      return {
        state,
        reply: receipt.reply,
        fact: { fact: "charge-replayed", key: key ?? "", ...describeReplay(receipt.reply) },
      };
    case "mismatch": {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return {
        state,
        reply: { error: stripeError("StripeIdempotencyError", message, 400) },
        fact: { fact: "charge-key-mismatch", key: key ?? "" },
      };
    }
  }
}

/** The key under which a call has to be begun before it can be answered; null for one that is answered at once. */
export function keyToBegin(state: ReceiverState, profile: PaymentsProfile, request: PendingRequest): string | null {
  if (!profile.inProgress || request.port !== "stripe.charges.create") return null;
  const { params, idempotencyKey } = request.args as unknown as ChargeArguments;
  const key = keyInAccount(request.args);
  if (key === null || invalidRequest(params, idempotencyKey ?? null)) return null;
  return hasAnswer(state, key) || runningCall(state, key) ? null : key;
}

/** The provider takes the call up. From now on it will carry it out, whatever happens to the caller. */
export function beginCharge(
  state: ReceiverState,
  key: string,
  request: PendingRequest,
  caller: Caller,
): { state: ReceiverState; fact: Fact } {
  const { life, message } = caller;
  const call = { life, request: request.id, args: request.args, message };
  return { state: withRunning(state, key, call), fact: { fact: "charge-begun", key } };
}

/** The provider ends the call of a dead caller: the money moves, and the answer is saved for whoever asks next. */
export function endAbandonedCharge(
  state: ReceiverState,
  profile: PaymentsProfile,
  key: string,
): { state: ReceiverState; fact: Fact } {
  const call = runningCall(state, key);
  if (!call) throw new Error(`no call is running under ${key}`);
  const args = call.args as PendingRequest["args"];
  const request: PendingRequest = { id: call.request, port: "stripe.charges.create", args, line: null, implicit: false };
  const caller: Caller = { process: "", life: "", message: call.message };
  const ended = charge(withRunning(state, key, null), profile, request, caller);
  if ("blocked" in ended) throw new Error("a receiver does not wait");
  return { state: ended.state, fact: { fact: "charge-ended", key } };
}

function invalidRequest(params: ChargeArguments["params"] | undefined, key: string | null): ReplyError | null {
  const complaint =
    typeof params?.amount !== "number" || !Number.isInteger(params.amount) || params.amount <= 0
      ? "Invalid positive integer: amount"
      : typeof params.currency !== "string"
        ? "Missing required param: currency."
        : key !== null && (typeof key !== "string" || key.length === 0 || key.length > longestKey)
          ? `Idempotency keys must be 1 to ${longestKey} characters long.`
          : null;
  return complaint === null ? null : stripeError("StripeInvalidRequestError", complaint, 400);
}

function describeReplay(reply: Reply): { charge: string | null; failed: boolean } {
  if ("error" in reply) return { charge: null, failed: true };
  return { charge: (reply.value as { id: string }).id, failed: false };
}

/** The answer of a request that was carried out, saved as a failure, and answered with it. */
export function chargeServerError(
  state: ReceiverState,
  request: PendingRequest,
): { state: ReceiverState; error: ReplyError } {
  const error = stripeError("StripeAPIError", "An error occurred with our connection to Stripe.", 500);
  const key = keyInAccount(request.args);
  return { state: key === null ? state : storeFailure(state, key, error), error };
}
