import { expect, it } from "vitest";
import { countsIn, enumerate, scenarioFrom, simulate, type Asked } from "../testing/simulate";
import { smallScenario } from "../testing/small-scenario";
import { framesOf, offersOf, play } from "./run";

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, stripe, mailer, ack, log }) {", ...lines, "}"].join("\n");
const charge = "await stripe.charges.create({ amount: 1, currency: 'eur' });";

function prepare(source: string, asked: Asked) {
  return simulate(scenarioFrom(smallScenario, { given: source }), { given: source }, { executor: "native", ...asked });
}

async function playOf(source: string, asked: Asked, choices: string) {
  const run = play(await prepare(source, asked), choices.split(" "));
  const frames = framesOf(run);
  expect(frames.stopped).toBeNull();
  return { ...frames, log: frames.frames.flatMap(({ log }) => log.map(({ text }) => text)), next: offersOf(run).enabled };
}

const pay = handle(
  "await db.transaction((tx) => tx.query(\"UPDATE orders SET status = status || '!' WHERE id = 'order-9'\"));",
  "await ack();",
);

it("commitLost: the COMMIT was carried out or not, the caller sees the same, and both are explored", async () => {
  const asked = { processes: 1, faults: { commitLost: 1 } };
  const undone = await playOf(pay, asked, "A-m1 A-begin A-update A-commit-commitLost");
  const applied = await playOf(pay, asked, "A-m1 A-begin A-update A-commit-commitLost-applied");
  expect([undone.outcome.observed, applied.outcome.observed]).toEqual([{ status: "new" }, { status: "new!" }]);
  expect(undone.log).toEqual(applied.log);
  const all = enumerate(await prepare(pay, asked));
  expect([...new Set(all.outcomes.map(({ observed }) => observed["status"]))].sort()).toEqual(["new!", "new!!"]);
});

it("exception: the call is never made, and what stands in finally runs, other than in a crash", async () => {
  const source = handle("try {", charge, "} finally { log('finally'); }", "await ack();");
  const asked = { processes: 1, faults: { exception: 1 } };
  const { log, outcome } = await playOf(source, asked, "A-m1 A-charge-exception");
  expect([log, outcome.effects]).toEqual([["finally", "uncaught Error: Unexpected failure"], { charges: { "order-9": 0 } }]);
  expect(countsIn(enumerate(await prepare(source, asked)), "charges")).toEqual([1]);
});

it("sigterm: the worker ends what it is at and then starts anew, with nothing in its memory", async () => {
  const source = `let seen = 0;\n${handle("log('seen', ++seen);", charge, "await ack();")}`;
  const asked = { processes: 1, faults: { sigterm: 1 } };
  const { outcome, next } = await playOf(source, asked, "A-m1 A-sigterm A-charge A-ack");
  expect([outcome.messages, outcome.effects, next]).toEqual([{ m1: "acked" }, { charges: { "order-9": 1 } }, []]);
  expect(countsIn(enumerate(await prepare(source, asked)), "charges")).toEqual([1]);
});

it("redrive: comes when everything has come to rest, and the same message is charged again", async () => {
  const source = handle(charge, "throw new Error('no');");
  const asked = { processes: 1, maxReceive: 1, faults: { redrive: 1 } };
  const { outcome, next } = await playOf(source, asked, "A-m1 A-charge A-nack");
  expect([outcome.messages, next.map(({ name }) => name)]).toEqual([{ m1: "dlq" }, ["redrive"]]);
  expect(countsIn(enumerate(await prepare(source, asked)), "charges")).toEqual([1, 2]);
});

it("redelivered: RabbitMQ marks what was delivered before; the others set no flag", async () => {
  const source = handle("log(String(msg.redelivered));", charge, "await ack();");
  const choices = "A-m1 m1-expiry B-m1";
  const flags = async (redelivered: "on" | "off") =>
    (await playOf(source, { faults: { expiry: 1 }, profiles: { redelivered } }, choices)).log;
  expect(await flags("on")).toEqual(["false", "true"]);
  expect(await flags("off")).toEqual(["undefined", "undefined"]);
});
