import { describe, expect, it } from "vitest";
import { countsIn, enumerate, scenarioFrom, simulate, type Asked } from "../testing/simulate";
import { smallScenario } from "../testing/small-scenario";
import { framesOf, offersOf, play } from "./run";

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, stripe, mailer, receiver, ack, log }) {", ...lines, "}"].join("\n");

function prepare(source: string, asked: Asked, text = smallScenario) {
  return simulate(scenarioFrom(text, { given: source }), { given: source }, { faults: {}, ...asked });
}

/** The run through these choices, from its start to its end. */
async function wholeRun(source: string, asked: Asked, choices: string, text = smallScenario) {
  const run = play(await prepare(source, asked, text), choices.split(" "));
  const frames = framesOf(run);
  expect(frames.stopped).toBeNull();
  expect(offersOf(run).enabled.filter(({ kind }) => kind !== "fault")).toEqual([]);
  expect(frames.ended).toBe(true);
  const rows = frames.frames.map(({ choice, words }) => `${choice}: ${words.en}`);
  return { ...frames.outcome, rows, log: frames.frames.flatMap(({ log }) => log.map(({ text }) => text)) };
}

async function everyRun(source: string, asked: Asked) {
  return enumerate(await prepare(source, asked));
}

const keyed = handle(
  "await stripe.charges.create({ amount: 4200, currency: 'eur' }, { idempotencyKey: msg.id });",
  "await ack();",
);
const unkeyed = handle("await stripe.charges.create({ amount: 4200, currency: 'eur' });", "await ack();");

describe("retention: the receiver forgets a key", () => {
  it("a delivery that comes after it moves the money again", async () => {
    const run = await wholeRun(
      keyed,
      { faults: { retention: 1, crash: 1 } },
      "A-m1 A-charge A-crash stripe-forget m1-lease B-m1 B-charge B-ack",
    );
    expect(run).toMatchObject({ verdict: "double", effects: { charges: { "order-9": 2 } }, messages: { m1: "acked" } });
    expect(run.rows[3]).toBe("stripe-forget: The key m1 is older than its retention: it is forgotten.");
  });

  it("is the only way to two charges under a key", async () => {
    const two = { expiry: 1, crash: 1 };
    expect(countsIn(await everyRun(keyed, { faults: two }), "charges")).toEqual([1]);
    expect(countsIn(await everyRun(keyed, { faults: { ...two, retention: 1 } }), "charges")).toEqual([1, 2]);
  });
});

describe("replyLost: the call was carried out, the caller gets a timeout", () => {
  const asked = { faults: { replyLost: 1 } };

  it("without a key the next delivery moves the money again; the log of the first says timeout", async () => {
    const run = await wholeRun(unkeyed, asked, "A-m1 A-charge-replyLost A-nack B-m1 B-charge B-ack");
    expect(run).toMatchObject({ verdict: "double", effects: { charges: { "order-9": 2 } }, messages: { m1: "acked" } });
    expect(run.log).toEqual(["uncaught Error: Request timed out"]);
    expect(run.rows[1]).toContain("ch_1, no key). The answer is lost: A gets a timeout.");
  });

  it("under a key the next delivery gets the answer that was lost", async () => {
    const run = await wholeRun(keyed, asked, "A-m1 A-charge-replyLost A-nack B-m1 B-charge B-ack");
    expect(run).toMatchObject({ verdict: "ok", effects: { charges: { "order-9": 1 } } });
    expect(run.rows[4]).toContain("Stripe repeats its answer ch_1, no money moves");
  });

  it("a handler that takes a timeout for a failure and acknowledges has charged all the same", async () => {
    const source = handle(
      "try { await stripe.charges.create({ amount: 4200, currency: 'eur' }); } catch (error) { log(error.type); }",
      "await ack();",
    );
    const run = await wholeRun(source, asked, "A-m1 A-charge-replyLost A-ack");
    expect(run).toMatchObject({ verdict: "ok", effects: { charges: { "order-9": 1 } } });
    expect(run.log).toEqual(["StripeConnectionError"]);
  });

  it("strikes receivers and the mailer alike, and neither the queue nor the database", async () => {
    const source = handle(
      "await receiver('bank').call('pay', { params: {} }).catch(() => 0);",
      "await mailer.send({ to: 'a', subject: 'b' }).catch(() => 0);",
      "await db.query('SELECT 1 FROM processed');",
      "await ack();",
    );
    const simulation = await prepare(source, { faults: { replyLost: 2 } });
    const faultsAfter = (choices: string) =>
      offersOf(play(simulation, choices.split(" "))).enabled.flatMap(({ kind, name }) => (kind === "fault" ? name : []));
    expect(faultsAfter("A-m1")).toEqual(["A-pay-replyLost"]);
    expect(faultsAfter("A-m1 A-pay-replyLost")).toEqual(["A-mail-replyLost"]);
    expect(faultsAfter("A-m1 A-pay A-mail")).toEqual([]);
    expect(faultsAfter("A-m1 A-pay A-mail A-select")).toEqual([]);
  });
});

describe("requestLost: the call never arrived, the caller gets a timeout", () => {
  const asked = { faults: { requestLost: 1 } };

  it("the next delivery charges once: here a retry is right", async () => {
    const run = await wholeRun(unkeyed, asked, "A-m1 A-charge-requestLost A-nack B-m1 B-charge B-ack");
    expect(run).toMatchObject({ verdict: "ok", effects: { charges: { "order-9": 1 } } });
  });

  it("looks to the caller like a lost reply: who acknowledges after it has lost the charge", async () => {
    const source = handle(
      "try { await stripe.charges.create({ amount: 4200, currency: 'eur' }); } catch (error) { log(error.type, error.message); }",
      "await ack();",
    );
    const lost = await wholeRun(source, asked, "A-m1 A-charge-requestLost A-ack");
    expect(lost).toMatchObject({ verdict: "lost", effects: { charges: { "order-9": 0 } }, messages: { m1: "acked" } });
    const kept = await wholeRun(source, { faults: { replyLost: 1 } }, "A-m1 A-charge-replyLost A-ack");
    expect(kept.log).toEqual(lost.log);
  });
});

describe("serverError: the call was carried out, and its failure saved and answered", () => {
  const asked = { faults: { serverError: 1 } };

  it("under a key every later delivery gets the saved 500, until the message is given up", async () => {
    const run = await wholeRun(
      keyed,
      { ...asked, maxReceive: 2, processes: 1 },
      "A-m1 A-charge-serverError A-nack A-m1 A-charge A-nack",
    );
    expect(run).toMatchObject({ verdict: "stuck", effects: { charges: { "order-9": 1 } }, messages: { m1: "dlq" } });
    expect(run.rows[4]).toContain("Stripe repeats the saved failure, no money moves");
  });

  it("without a key the next delivery moves the money again", async () => {
    const run = await wholeRun(unkeyed, asked, "A-m1 A-charge-serverError A-nack B-m1 B-charge B-ack");
    expect(run).toMatchObject({ verdict: "double", effects: { charges: { "order-9": 2 } } });
  });
});

describe("a deadlock: two workers hold what the other one waits for", () => {
  /** Each message names the order that is locked first; the second one of each is the other's first. */
  const twoOrders = smallScenario
    .replace("INSERT INTO orders (id) VALUES ('order-9');", "INSERT INTO orders (id) VALUES ('order-9'); INSERT INTO orders (id) VALUES ('order-8');")
    .replace(
      "  - { id: m1, order: order-9, amount: 4200 }",
      "  - { id: m1, order: order-9, other: order-8, amount: 4200 }\n  - { id: m2, order: order-8, other: order-9, amount: 100 }",
    );
  const source = handle(
    "await db.transaction(async (tx) => {",
    '  await tx.query("UPDATE orders SET status = \'held\' WHERE id = $1", [msg.order]);',
    '  await tx.query("UPDATE orders SET status = \'held\' WHERE id = $1", [msg.other]);',
    "});",
    "await ack();",
  );
  const intoTheCircle = "A-m1 B-m2 A-begin B-begin A-update B-update";

  it("waits while only one of them does, and says for whom", async () => {
    const simulation = await prepare(source, {}, twoOrders.replace("other: order-9,", "other: order-7,"));
    const { blocked } = offersOf(play(simulation, intoTheCircle.split(" ")));
    expect(blocked).toEqual([
      {
        name: "A-update",
        process: "A",
        words: {
          ru: "A ждёт: строку orders держит B, и его транзакция ещё открыта.",
          en: "A waits: B holds the row of orders and has not yet ended its transaction.",
        },
      },
    ]);
  });

  it("in a circle nobody waits: either may be the one that PostgreSQL ends", async () => {
    const run = play(await prepare(source, {}, twoOrders), intoTheCircle.split(" "));
    const { enabled, blocked } = offersOf(run);
    expect(blocked).toEqual([]);
    expect(enabled.map(({ words }) => words.en)).toEqual([
      "A: UPDATE orders, line 4, deadlock",
      "B: UPDATE orders, line 4, deadlock",
    ]);
  });

  it("the victim gets 40P01 and rolls back, the other goes on, and the victim's message comes back", async () => {
    const run = await wholeRun(
      source,
      {},
      `${intoTheCircle} B-update A-update A-commit B-rollback B-nack A-ack B-m2 B-begin B-update B-update B-commit B-ack`,
      twoOrders,
    );
    expect(run).toMatchObject({ messages: { m1: "acked", m2: "acked" }, observed: { status: "held" } });
    expect(run.rows[6]).toContain("B gets 40P01 (deadlock detected)");
    expect(run.log).toEqual(["uncaught error: deadlock detected"]);
  });

  it("locks in one order, and there is none: the second waits for the first", async () => {
    const ordered = source
      .replace("[msg.order]", "[[msg.order, msg.other].sort()[0]]")
      .replace("[msg.other]", "[[msg.order, msg.other].sort()[1]]");
    const run = play(await prepare(ordered, {}, twoOrders), "A-m1 B-m2 A-begin B-begin A-update".split(" "));
    const { blocked, enabled } = offersOf(run);
    expect(blocked.map(({ name }) => name)).toEqual(["B-update"]);
    expect(enabled.map(({ name }) => name)).toEqual(["A-update"]);
  });
});
