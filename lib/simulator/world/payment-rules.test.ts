import { expect } from "vitest";
import { describeVariants, type Variant } from "../testing/mutation";
import type { Plain } from "../plain";
import type { PendingRequest, RequestPort } from "../process/history";
import * as receiver from "./keyed-receiver";
import * as payments from "./payments";
import * as senders from "./senders";

/** Rules of Stripe, of the mailer and of named receivers, each with a broken variant that its fact must refuse. */

const real = { ...receiver, ...payments, ...senders };
type Rules = typeof real;
type State = receiver.ReceiverState;

function request(port: RequestPort, args: Record<string, Plain>): PendingRequest {
  return { id: 0, port, args, line: 1, implicit: false };
}

const caller = { process: "A", life: "A1", message: "m1" };
const charging = (idempotencyKey?: string, amount: Plain = 100, stripeAccount?: string) =>
  request("stripe.charges.create", {
    params: { amount, currency: "eur" },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(stripeAccount === undefined ? {} : { stripeAccount }),
  });

/** The state after a charge, and what its caller was answered: the id of the charge, or the error's status code. */
function charged(rules: Rules, state: State, made: PendingRequest) {
  const response = rules.charge(state, { compareParams: true, inProgress: false }, made, caller);
  if ("blocked" in response) throw new Error("a receiver does not wait");
  const { reply } = response;
  const answer = "error" in reply ? reply.error.fields["statusCode"] : (reply.value as { id: string }).id;
  return { state: response.state, answer, count: response.state.effects.length };
}

function sent(rules: Rules, state: State, key: string | null, profile: Partial<senders.SendersProfile> = {}, fencingToken: Plain = null) {
  const made = request("receiver.call", { receiver: "bank", effect: "pay", params: { fencingToken }, ...(key === null ? {} : { key }) });
  const response = rules.send(state, { keys: "any", checksFence: false, ...profile }, made, caller);
  if ("blocked" in response) throw new Error("a receiver does not wait");
  return response.state;
}

const nothing = receiver.emptyReceiver;

const facts = {
  /** Stripe: a request without a key is a new one, however often it is sent. */
  chargesWithoutKeysAreNew: (rules) => {
    const twice = charged(rules, charged(rules, nothing, charging()).state, charging());
    expect([twice.count, twice.answer]).toEqual([2, "ch_2"]);
  },
  /** Stripe, v1: the answer to the first request under a key is saved, failures of the server included. */
  failuresAreSaved: (rules) => {
    const done = charged(rules, nothing, charging("k")).state;
    const failed = rules.chargeServerError(done, charging("k")).state;
    expect(charged(rules, failed, charging("k"))).toMatchObject({ answer: 500, count: 1 });
  },
  /** Stripe: what fails validation was not executed, and nothing is saved under its key. */
  invalidRequestsSaveNothing: (rules) => {
    const refused = charged(rules, nothing, charging("k", "a lot"));
    expect(refused).toEqual({ state: nothing, answer: 400, count: 0 });
    expect(charged(rules, refused.state, charging("k"))).toMatchObject({ answer: "ch_1", count: 1 });
  },
  /** Stripe: keys have at most 255 characters. */
  longKeysAreRefused: (rules) => {
    expect(charged(rules, nothing, charging("k".repeat(256))).answer).toBe(400);
    expect(charged(rules, nothing, charging("k".repeat(255))).answer).toBe("ch_1");
  },
  /** Stripe: once a key is pruned it belongs to a new request. */
  forgottenKeysAreNew: (rules) => {
    const done = charged(rules, nothing, charging("k")).state;
    expect(charged(rules, rules.forget(done, "k"), charging("k"))).toMatchObject({ answer: "ch_2", count: 2 });
  },
  /** Stripe: a key belongs to the account that the call is made for. */
  accountsHaveKeysOfTheirOwn: (rules) => {
    const first = charged(rules, nothing, charging("k", 100, "acct_one"));
    const other = charged(rules, first.state, charging("k", 100, "acct_two"));
    expect([other.count, other.answer]).toEqual([2, "ch_2"]);
    expect(charged(rules, other.state, charging("k", 100, "acct_one"))).toMatchObject({ count: 2, answer: "ch_1" });
  },
  /** A receiver without a key does what it is asked each time. */
  callsWithoutKeysAreEffects: (rules) => expect(sent(rules, sent(rules, nothing, null), null).effects).toHaveLength(2),
  /** A known key gives the stored answer and no second effect. */
  aKnownKeyIsNoEffect: (rules) => expect(sent(rules, sent(rules, nothing, "k"), "k").effects).toHaveLength(1),
  /** A library that fails open drops an invalid key and sends all the same. */
  invalidKeysAreDropped: (rules) => {
    const failsOpen = { keys: "fail-open" } as const;
    expect(sent(rules, sent(rules, nothing, "order-9:mail", failsOpen), "order-9:mail", failsOpen).effects).toHaveLength(2);
    expect(sent(rules, sent(rules, nothing, "order-9", failsOpen), "order-9", failsOpen).effects).toHaveLength(1);
  },
  /** A receiver that checks fencing tokens refuses an older holder that comes late. */
  olderTokensAreRefused: (rules) => {
    const checked = { checksFence: true };
    expect(sent(rules, sent(rules, nothing, null, checked, 2), null, checked, 1).effects).toHaveLength(1);
  },
  /** The token undoes nothing: what the older holder did in time has happened. */
  tokensUndoNothing: (rules) => {
    const checked = { checksFence: true };
    expect(sent(rules, sent(rules, nothing, null, checked, 1), null, checked, 2).effects).toHaveLength(2);
  },
} satisfies Record<string, (rules: Rules) => void>;

/** The rules with every call changed on its way. */
function asking(change: (args: PendingRequest["args"]) => Record<string, Plain>): Rules {
  const asked = (made: PendingRequest): PendingRequest => ({ ...made, args: { ...made.args, ...change(made.args) } });
  return {
    ...real,
    charge: (state, profile, made, from) => real.charge(state, profile, asked(made), from),
    send: (state, profile, made, from) => real.send(state, profile, asked(made), from),
  };
}

const mutants: Variant<keyof typeof facts, Rules>[] = [
  ["a charge without a key is known by its parameters", "chargesWithoutKeysAreNew", asking(() => ({ idempotencyKey: "k" }))],
  ["a failure of the server is not saved", "failuresAreSaved", { ...real, chargeServerError: (state, made) => ({ ...real.chargeServerError(state, made), state }) }],
  ["an invalid request is mended and carried out", "invalidRequestsSaveNothing", asking(() => ({ params: { amount: 100, currency: "eur" } }))],
  ["a long key is cut off", "longKeysAreRefused", asking(({ idempotencyKey = "" }) => ({ idempotencyKey: String(idempotencyKey).slice(0, 255) }))],
  ["all accounts share their keys", "accountsHaveKeysOfTheirOwn", asking(() => ({ stripeAccount: "acct_one" }))],
  ["a key is never forgotten", "forgottenKeysAreNew", { ...real, forget: (state) => state }],
  ["a call without a key is known by what it asks for", "callsWithoutKeysAreEffects", asking(() => ({ key: "k" }))],
  ["a receiver looks at no key", "aKnownKeyIsNoEffect", { ...real, send: (state, profile, made, from) => real.send({ ...state, keys: {} }, profile, made, from) }],
  ["the library takes any key", "invalidKeysAreDropped", { ...real, send: (state, profile, ...rest) => real.send(state, { ...profile, keys: "any" }, ...rest) }],
  ["the receiver looks at no token", "olderTokensAreRefused", { ...real, send: (state, profile, ...rest) => real.send(state, { ...profile, checksFence: false }, ...rest) }],
  ["a newer token undoes what an older holder has done", "tokensUndoNothing", {
    ...real,
    send: (state, profile, ...rest) => real.send(state.fence === undefined ? state : { ...state, effects: [] }, profile, ...rest),
  }],
];

describeVariants("a receiver", facts, real, mutants);
