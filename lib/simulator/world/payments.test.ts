import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../process/history";
import { abandonedCalls, callerGone, emptyReceiver, forget, type ReceiverState } from "./keyed-receiver";
import { beginCharge, charge, chargeServerError, endAbandonedCharge, keyToBegin } from "./payments";
import { send } from "./senders";

const caller = { process: "A", life: "A1", message: "m1" };

function request(args: PendingRequest["args"], port: PendingRequest["port"] = "stripe.charges.create"): PendingRequest {
  return { id: 0, port, args, line: 1, implicit: false };
}

function take(state: ReceiverState, args: PendingRequest["args"], compareParams = true) {
  const response = charge(state, { compareParams, inProgress: false }, request(args), caller);
  if ("blocked" in response) throw new Error("a receiver does not wait");
  return response;
}

const params = { amount: 4200, currency: "eur" };

describe("Stripe", () => {
  it("charges anew with every call that has no key", () => {
    const first = take(emptyReceiver, { params });
    const second = take(first.state, { params });
    expect(second.state.effects).toHaveLength(2);
    expect([first.reply, second.reply]).toMatchObject([{ value: { id: "ch_1" } }, { value: { id: "ch_2" } }]);
  });

  it("answers a known key with the saved answer, charge id included", () => {
    const first = take(emptyReceiver, { params, idempotencyKey: "k" });
    const second = take(first.state, { params, idempotencyKey: "k" });
    expect(second.state.effects).toHaveLength(1);
    expect(second.reply).toEqual(first.reply);
    expect(second.fact).toMatchObject({ fact: "charge-replayed", charge: "ch_1" });
  });

  it("refuses a known key with other parameters, in whatever order they are written", () => {
    const { state } = take(emptyReceiver, { params, idempotencyKey: "k" });
    expect(take(state, { params: { currency: "eur", amount: 4200 }, idempotencyKey: "k" }).fact.fact).toBe(
      "charge-replayed",
    );
    const other = take(state, { params: { ...params, amount: 4300 }, idempotencyKey: "k" });
    expect(other).toMatchObject({
      reply: { error: { fields: { type: "StripeIdempotencyError", statusCode: 400 } } },
      state: { effects: { length: 1 } },
    });
    expect(take(state, { params: { ...params, amount: 4300 }, idempotencyKey: "k" }, false).fact.fact).toBe(
      "charge-replayed",
    );
  });

  it("saves a failure of its own, and repeats it although the money has moved", () => {
    const call = { params, idempotencyKey: "k" };
    const failed = chargeServerError(take(emptyReceiver, call).state, request(call));
    expect(failed.error.fields).toEqual({ type: "StripeAPIError", statusCode: 500 });
    const again = take(failed.state, call);
    expect(again).toMatchObject({
      reply: { error: { fields: { statusCode: 500 } } },
      fact: { fact: "charge-replayed", failed: true },
    });
    expect(again.state.effects).toHaveLength(1);
  });

  it("charges anew once a key is forgotten", () => {
    const { state } = take(emptyReceiver, { params, idempotencyKey: "k" });
    expect(take(forget(state, "k"), { params, idempotencyKey: "k" }).state.effects).toHaveLength(2);
  });

  it("refuses an invalid request before carrying it out, and saves nothing", () => {
    for (const args of [
      { params: { amount: -1, currency: "eur" } },
      { params: { amount: 1 } },
      { params, idempotencyKey: "" },
      { params, idempotencyKey: "x".repeat(256) },
    ]) {
      expect(take(emptyReceiver, args)).toMatchObject({
        state: emptyReceiver,
        reply: { error: { fields: { type: "StripeInvalidRequestError" } } },
      });
    }
  });

  it("takes keys that look like names of JavaScript for what they are", () => {
    const first = take(emptyReceiver, { params, idempotencyKey: "constructor" });
    expect(first.fact.fact).toBe("charged");
    expect(take(first.state, { params, idempotencyKey: "__proto__" }).fact.fact).toBe("charged");
  });
});

describe("mailer, alerts and named receivers", () => {
  function sendOnce(state: ReceiverState, made: PendingRequest) {
    const response = send(state, { keys: "any", checksFence: false }, made, caller);
    if ("blocked" in response) throw new Error("a receiver does not wait");
    return response;
  }

  it("send each time without a key, once with one, and count by kind", () => {
    const mail = request({ mail: { to: "a", subject: "Paid" } }, "mailer.send");
    expect(sendOnce(sendOnce(emptyReceiver, mail).state, mail).state.effects).toHaveLength(2);
    const keyed = request({ mail: { to: "a", subject: "Paid" }, key: "k" }, "mailer.send");
    expect(sendOnce(sendOnce(emptyReceiver, keyed).state, keyed)).toMatchObject({
      state: { effects: { length: 1 } },
      fact: { fact: "sent-replayed" },
    });
    expect(
      sendOnce(emptyReceiver, request({ receiver: "bank", effect: "pay" }, "receiver.call")).state.effects[0],
    ).toMatchObject({ kind: "bank.pay", message: "m1" });
    expect(sendOnce(emptyReceiver, request({ text: "help" }, "alert")).state.effects[0]?.kind).toBe("alerts");
  });
});

describe("a provider that takes time", () => {
  const profile = { compareParams: true, inProgress: true };
  const asked = request({ params, idempotencyKey: "k" });
  const other = { process: "B", life: "B1", message: "m1" };
  const begun = beginCharge(emptyReceiver, "k", asked, caller).state;
  const answer = (state: ReceiverState, by = caller) => {
    const response = charge(state, profile, asked, by);
    if ("blocked" in response) throw new Error("a receiver does not wait");
    return response;
  };

  it("begins a call under a new key, and moves no money yet", () => {
    expect(keyToBegin(emptyReceiver, profile, asked)).toBe("k");
    expect(begun.effects).toEqual([]);
  });

  it("refuses the same key with 409 meanwhile and saves nothing of that", () => {
    const refused = answer(begun, other);
    // As stripe-node 23 shows it: the check against reality found the class of a parameter mismatch here.
    expect(refused.reply).toMatchObject({ error: { fields: { type: "StripeAPIError", statusCode: 409, code: "idempotency_key_in_use" } } });
    expect(refused.state).toEqual(begun);
  });

  it("answers its caller, and then everybody with the same answer", () => {
    const first = answer(begun);
    const second = answer(first.state, other);
    expect(first.state.running).toBeUndefined();
    expect([first.reply, second.reply]).toMatchObject([{ value: { id: "ch_1" } }, { value: { id: "ch_1" } }]);
    expect(second.state.effects).toHaveLength(1);
  });

  it("ends the call of a dead caller all the same, and saves the answer", () => {
    const dead = callerGone(begun, "A1");
    expect(abandonedCalls(dead)).toEqual(["k"]);
    const { state } = endAbandonedCharge(dead, profile, "k");
    expect(state.effects).toMatchObject([{ message: "m1" }]);
    expect(answer(state, other).fact).toMatchObject({ fact: "charge-replayed", charge: "ch_1" });
  });

  it("answers calls at once that have no key, a known key or no sense", () => {
    const known = answer(begun).state;
    expect(keyToBegin(emptyReceiver, profile, request({ params }))).toBeNull();
    expect(keyToBegin(known, profile, asked)).toBeNull();
    expect(keyToBegin(emptyReceiver, profile, request({ params: { amount: 0 }, idempotencyKey: "k" }))).toBeNull();
  });
});
