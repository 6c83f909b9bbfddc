import type { Plain } from "../plain";
import type { PendingRequest, ReplyError } from "../process/history";
import { receive, storeFailure, type ReceiverState } from "./keyed-receiver";
import type { Caller, Reply, Response } from "./part";

/**
 * The payment provider: Stripe, API v1 (docs.stripe.com/api/idempotent_requests). The status and body of the first
 * request under a key are saved, failures of the server included; later requests under the key get them again. Other
 * parameters under a known key are an error. A key may be forgotten once it is a day old: then it is a new request.
 */
export interface PaymentsProfile {
  /** True as in Stripe; false for a provider that trusts the key alone. */
  compareParams: boolean;
}

interface ChargeArguments {
  params: { amount: number; currency: string; metadata?: Record<string, string> };
  idempotencyKey?: string;
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
  const key = idempotencyKey ?? null;
  const invalid = invalidRequest(params, key);
  if (invalid) return { state, reply: { error: invalid }, fact: { fact: "charge-refused", message: invalid.message } };
  const { amount, currency, metadata = {} } = params;
  const receipt = receive(state, {
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
  const key = (request.args as unknown as ChargeArguments).idempotencyKey;
  return { state: key === undefined ? state : storeFailure(state, key, error), error };
}
