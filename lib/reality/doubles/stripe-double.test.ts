import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startStripeDouble, type StripeDouble } from "./stripe-double";

/** The rules of docs.stripe.com/api/idempotent_requests, asked by the real client and by plain HTTP. */
let now = 0;
let double: StripeDouble;
let stripe: Stripe;

beforeAll(async () => {
  double = await startStripeDouble(() => now);
  stripe = clientOf(double, {});
});
afterEach(() => double.reset());
afterAll(() => double.stop());

function clientOf({ url }: StripeDouble, options: { maxNetworkRetries?: number }): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe("sk_test_double", { host: hostname, port: Number(port), protocol: "http", telemetry: false, maxNetworkRetries: 0, ...options });
}

const params = { amount: 4200, currency: "eur" };
const day = 24 * 60 * 60 * 1000;

async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return call.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => error as Stripe.errors.StripeError,
  );
}

async function post(body: string, key: string, path = "/v1/charges"): Promise<Response> {
  return fetch(`${double.url}${path}`, { method: "POST", body, headers: { "idempotency-key": key } });
}

describe("the double of Stripe", () => {
  it("charges at every call without a key", async () => {
    const first = await stripe.charges.create(params);
    const second = await stripe.charges.create(params);
    expect([first.id, second.id]).toEqual(["ch_1", "ch_2"]);
  });

  it("gives the saved answer under a known key, and says so in a header", async () => {
    const first = await post("amount=4200&currency=eur", "order-9");
    const second = await post("amount=4200&currency=eur", "order-9");
    expect([first, second].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await second.json()).toEqual(await first.json());
    expect(double.charges).toHaveLength(1);
  });

  it("saves a failure of its own with the charge, and repeats it", async () => {
    double.expect({ fault: "serverError" });
    const first = await failureOf(stripe.charges.create(params, { idempotencyKey: "k" }));
    const second = await failureOf(stripe.charges.create(params, { idempotencyKey: "k" }));
    expect([first, second].map(({ type, statusCode }) => [type, statusCode])).toEqual([
      ["StripeAPIError", 500],
      ["StripeAPIError", 500],
    ]);
    expect(double.charges).toHaveLength(1);
  });

  it("refuses other parameters under a known key", async () => {
    await stripe.charges.create(params, { idempotencyKey: "k" });
    const { type, statusCode } = await failureOf(stripe.charges.create({ ...params, amount: 1 }, { idempotencyKey: "k" }));
    expect([type, statusCode]).toEqual(["StripeIdempotencyError", 400]);
  });

  it("refuses a key that another call under way holds, and keeps the answer of the first", async () => {
    double.expect({ hold: true });
    const begun = double.begun();
    const first = stripe.charges.create(params, { idempotencyKey: "k" });
    await begun;
    const { type, statusCode, code } = await failureOf(stripe.charges.create(params, { idempotencyKey: "k" }));
    expect([type, statusCode, code]).toEqual(["StripeAPIError", 409, "idempotency_key_in_use"]);
    double.finish("k");
    expect((await first).id).toBe("ch_1");
    expect((await stripe.charges.create(params, { idempotencyKey: "k" })).id).toBe("ch_1");
  });

  it("saves nothing of a request that it refuses before it begins", async () => {
    expect((await failureOf(stripe.charges.create({ ...params, amount: -1 }, { idempotencyKey: "k" }))).statusCode).toBe(400);
    expect((await failureOf(stripe.charges.create(params, { idempotencyKey: "k".repeat(256) }))).statusCode).toBe(400);
    expect((await stripe.charges.create(params, { idempotencyKey: "k" })).id).toBe("ch_1");
  });

  it("forgets a key when it is a day old, and not before", async () => {
    now = 0;
    await stripe.charges.create(params, { idempotencyKey: "k" });
    now = day - 1;
    expect((await stripe.charges.create(params, { idempotencyKey: "k" })).id).toBe("ch_1");
    now = day;
    expect((await stripe.charges.create(params, { idempotencyKey: "k" })).id).toBe("ch_2");
  });

  it("keeps the keys of each account apart", async () => {
    await stripe.charges.create(params, { idempotencyKey: "k" });
    const inAnother = await stripe.charges.create(params, { idempotencyKey: "k", stripeAccount: "acct_2" });
    expect(inAnother.id).toBe("ch_2");
    expect((await stripe.charges.create(params, { idempotencyKey: "k", stripeAccount: "acct_2" })).id).toBe("ch_2");
  });

  it("looks at keys of POST requests only", async () => {
    await stripe.charges.create(params, { idempotencyKey: "k" });
    const read = await fetch(`${double.url}/v1/charges/ch_1`, { headers: { "idempotency-key": "k" } });
    expect(read.headers.get("idempotent-replayed")).toBeNull();
    expect(await read.json()).toMatchObject({ id: "ch_1", amount: 4200 });
  });

  it("answers a lost request and a lost answer with silence until the client gives up", async () => {
    for (const [fault, charges] of [["requestLost", 0], ["replyLost", 1]] as const) {
      double.expect({ fault });
      const failure = await failureOf(stripe.charges.create(params, { idempotencyKey: fault, timeout: 100 }));
      expect([failure.type, failure.statusCode]).toEqual(["StripeConnectionError", undefined]);
      expect(double.charges).toHaveLength(charges);
    }
  });

  it("takes a key that the client made up for its own retries for none", async () => {
    const retrying = clientOf(double, { maxNetworkRetries: 1 });
    await retrying.charges.create(params);
    expect(double.keys).toEqual([]);
    await post("amount=4200&currency=eur", "stripe-node-retry-1");
    await post("amount=4200&currency=eur", "stripe-node-retry-1");
    expect(double.charges).toHaveLength(3);
  });
});
