import type { IncomingMessage } from "node:http";
import type { Plain } from "@/lib/simulator/plain";
import type { Effect } from "@/lib/simulator/world/keyed-receiver";
import { nothingSpecial, silence, startHttpDouble, type Answer, type Expected, type HttpDouble } from "./http-double";

/**
 * Stripe, API v1, as far as charges go, over HTTP, for the real client. Its rules are those of
 * docs.stripe.com/api/idempotent_requests:
 *
 * - Status and body of the first request under a key are saved once its execution has begun, those of a failure with
 *   status 500 included; they are given again, with the header `Idempotent-Replayed: true`.
 * - Nothing is saved of a request that is refused before its execution, or that meets another one under its key.
 * - Another endpoint or other parameters under a known key: 400, `idempotency_error`.
 * - A key whose first request is still under way: 409, code `idempotency_key_in_use`.
 * - Keys have at most 255 characters; they may be pruned once they are a day old, and are new after that.
 * - Keys matter for POST only.
 * - Each account has keys of its own (docs.stripe.com/api-v2-overview, idempotency).
 *
 * Keys that begin with `stripe-node-retry-` are what the client makes up for its own retries (stripe-node,
 * RequestSender): they say nothing of the caller's intent and count as none.
 */
export interface StripeDouble extends HttpDouble {
  expect: (expected: Partial<Expected>) => void;
  /** Resolves when a held request has begun. */
  begun: () => Promise<void>;
  /** Carries out the request that is held under a key. */
  finish: (key: string, fault?: Expected["fault"]) => void;
  forget: (key: string) => void;
  readonly charges: readonly Effect[];
  readonly keys: readonly string[];
  reset: (rules?: Partial<StripeRules>) => void;
}

export interface StripeRules {
  /** False for a provider that trusts the key alone. */
  comparesParameters: boolean;
}

const retentionMs = 24 * 60 * 60 * 1000;
const longestKey = 255;
const madeUpByClient = "stripe-node-retry-";

interface Saved {
  endpoint: string;
  parameters: string;
  savedAt: number;
  answer: Answer;
}

interface Held {
  carryOut: (fault: Expected["fault"]) => void;
}

/** @param now milliseconds; what becomes of old keys is judged by it */
export async function startStripeDouble(now: () => number = Date.now): Promise<StripeDouble> {
  const saved = new Map<string, Saved>();
  const running = new Map<string, Held>();
  let charges: Effect[] = [];
  let expected: Expected = nothingSpecial;
  let rules: StripeRules = { comparesParameters: true };
  let tellBegun: () => void = () => undefined;

  const double = await startHttpDouble(async (request, body) => {
    const { message, fault, hold } = expected;
    expected = nothingSpecial;
    const path = new URL(request.url ?? "/", "http://stripe").pathname;
    if (request.method === "GET") return read(path);
    if (fault === "requestLost") return silence;
    const given = keyOf(request);
    const refused = refusalOf(path, new URLSearchParams(body), given);
    if (refused) return refused;
    const key = given === null ? null : inAccount(given, request.headers["stripe-account"]);
    const before = key === null ? null : known(key, path, body);
    if (before) return fault === "replyLost" ? silence : before;
    const carryOut = (with_: Expected["fault"]): Answer | typeof silence => {
      const answer = perform(new URLSearchParams(body), message, with_ === "serverError");
      if (key !== null) saved.set(key, { endpoint: path, parameters: body, savedAt: now(), answer });
      return with_ === "replyLost" ? silence : answer;
    };
    if (!hold || key === null) return carryOut(fault);
    return new Promise((resolve) => {
      running.set(key, {
        carryOut: (with_) => {
          running.delete(key);
          resolve(carryOut(with_));
        },
      });
      tellBegun();
    });
  });

  /** The answer to a request whose key has been seen; null for a key that is new. */
  function known(key: string, path: string, body: string): Answer | null {
    if (running.has(key))
      return stripeError(409, "idempotency_error", "There is currently another in-progress request using this Idempotent Key.", "idempotency_key_in_use");
    const first = saved.get(key);
    if (!first) return null;
    if (now() - first.savedAt >= retentionMs) {
      saved.delete(key);
      return null;
    }
    const isSame = first.endpoint === path && first.parameters === body;
    if (rules.comparesParameters && !isSame)
      return stripeError(400, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters they were first used with.");
    return { ...first.answer, headers: { "idempotent-replayed": "true" } };
  }

  function perform(parameters: URLSearchParams, message: string | null, fails: boolean): Answer {
    const params = chargeParams(parameters);
    charges = [...charges, { kind: "stripe.charges", message, params }];
    if (fails) return stripeError(500, "api_error", "An error occurred with our connection to Stripe.");
    return { status: 200, body: chargeAt(charges.length - 1) };
  }

  function chargeAt(index: number): object {
    const { amount, currency, metadata = {} } = charges[index]?.params as { amount: number; currency: string; metadata?: object };
    return { id: `ch_${index + 1}`, object: "charge", amount, currency, status: "succeeded", metadata };
  }

  function read(path: string): Answer {
    const index = Number(/^\/v1\/charges\/ch_(\d+)$/.exec(path)?.[1] ?? 0) - 1;
    return charges[index] ? { status: 200, body: chargeAt(index) } : stripeError(404, "invalid_request_error", "No such charge");
  }

  return {
    ...double,
    expect: (given) => void (expected = { ...nothingSpecial, ...given }),
    begun: () => new Promise((resolve) => void (tellBegun = resolve)),
    finish: (key, fault = null) => running.get(key)?.carryOut(fault),
    forget: (key) => void saved.delete(key),
    get charges() {
      return charges;
    },
    get keys() {
      return [...saved.keys()].sort();
    },
    reset: (given = {}) => {
      for (const held of [...running.values()]) held.carryOut("replyLost");
      saved.clear();
      charges = [];
      expected = nothingSpecial;
      rules = { comparesParameters: true, ...given };
    },
  };
}

function keyOf(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  return typeof key !== "string" || key.startsWith(madeUpByClient) ? null : key;
}

/** The key as it is filed: that of another account stands in a key space of its own. */
function inAccount(key: string, account: string | string[] | undefined): string {
  return typeof account === "string" ? `${account}/${key}` : key;
}

/** What is refused before anything is carried out. */
function refusalOf(path: string, parameters: URLSearchParams, key: string | null): Answer | null {
  if (path !== "/v1/charges") return stripeError(404, "invalid_request_error", `Unrecognized request URL (POST: ${path}).`);
  const refuse = (message: string) => stripeError(400, "invalid_request_error", message);
  if (!/^[1-9]\d*$/.test(parameters.get("amount") ?? "")) return refuse("Invalid positive integer: amount");
  if (!parameters.has("currency")) return refuse("Missing required param: currency.");
  if (key !== null && (key.length === 0 || key.length > longestKey))
    return refuse(`Idempotency keys must be 1 to ${longestKey} characters long.`);
  return null;
}

/** Parameters as the caller gave them: `metadata[order]=o9` is a field of `metadata`. */
function chargeParams(parameters: URLSearchParams): Plain {
  const params: Record<string, Plain> = {};
  const metadata: Record<string, string> = {};
  for (const [name, value] of parameters) {
    const field = /^metadata\[(.+)\]$/.exec(name)?.[1];
    if (field !== undefined) metadata[field] = value;
    else params[name] = name === "amount" ? Number(value) : value;
  }
  return Object.keys(metadata).length > 0 ? { ...params, metadata } : params;
}

function stripeError(status: number, type: string, message: string, code?: string): Answer {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } };
}
