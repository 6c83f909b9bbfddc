import { expect, it } from "vitest";
import { scenarioFrom, simulate, type Asked } from "../testing/simulate";
import { smallScenario } from "../testing/small-scenario";
import { currentSystem, framesOf, offersOf, play } from "./run";

/** Isolation levels, advisory locks and sequences as handlers meet them. */

async function run(asked: Asked, choices: string, ...lines: string[]) {
  const source = ["export default async function handle(msg, { db, ack, log }) {", ...lines, "  await ack();", "}"].join("\n");
  const two = smallScenario.replace("  - { id: m1,", "  - { id: m0, order: order-9, amount: 4200 }\n  - { id: m1,");
  const simulation = await simulate(scenarioFrom(two, { given: source }), { given: source }, { faults: {}, ...asked });
  const played = play(simulation, choices.split(" "));
  const { frames, stopped } = framesOf(played);
  expect(stopped).toBeNull();
  return {
    said: frames.map(({ words }) => words.en),
    log: frames.flatMap(({ log }) => log.map(({ text }) => text)),
    offers: offersOf(played),
    database: currentSystem(played).world.database,
  };
}

const claim = [
  "  await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ');",
  "  const sql = \"UPDATE orders SET status = 'paid' WHERE id = $1 AND status = 'new'\";",
  "  log(await db.query(sql, [msg.order]).then(({ rowCount }) => rowCount + ' rows', ({ code }) => code));",
  "  await db.query('COMMIT');",
];

it("an UPDATE that waits under REPEATABLE READ ends with 40001, one that comes later finds nothing to do", async () => {
  const both = "A-m0 A-begin A-update B-m1 B-begin";
  const waiting = await run({}, `${both} B-update-arrive A-commit B-update`, ...claim);
  expect(waiting.log).toEqual(["1 rows", "40001"]);
  expect(waiting.said[5]).toBe(
    "The query of B takes the snapshot of its transaction, and has to wait: what others commit meanwhile it will not see.",
  );
  const later = await run({}, `${both} A-commit B-update`, ...claim);
  expect(later.log).toEqual(["1 rows", "0 rows"]);
});

it("a wait that has begun does not begin again, and READ COMMITTED has none to begin", async () => {
  const { offers } = await run({}, "A-m0 A-begin A-update B-m1 B-begin B-update-arrive", ...claim);
  expect(offers.enabled.map(({ name }) => name)).not.toContain("B-update-arrive");
  expect(offers.blocked.map(({ name }) => name)).toEqual(["B-update"]);
  const [, ...plain] = claim;
  const committed = await run({}, "A-m0 A-begin A-update B-m1 B-begin", "  await db.query('BEGIN');", ...plain);
  expect(committed.offers.enabled.map(({ name }) => name)).not.toContain("B-update-arrive");
});

it("a dead worker keeps its advisory lock until the database notices, outside a transaction too", async () => {
  const lock = "  await db.query('SELECT pg_advisory_lock(42)');";
  const died = await run({ faults: { crash: 1 } }, "A-m0 A-select B-m1 A-crash", lock);
  expect(died.offers.blocked.map(({ words }) => words.en)).toEqual(["B waits: A holds the advisory lock 42."]);
  expect(died.offers.enabled.map(({ name }) => name)).toContain("A1-session");
  const noticed = await run({ faults: { crash: 1 } }, "A-m0 A-select B-m1 A-crash A1-session B-select", lock);
  expect(noticed.said.at(-1)).toBe("B takes the advisory lock 42 until it gives it back or its session ends.");
});

it("what a crash rolls back leaves a gap in the sequence", async () => {
  const ticket = [
    "  await db.query('BEGIN');",
    "  const { rows } = await db.query(\"SELECT nextval('tickets')\");",
    "  log('ticket ' + rows[0].nextval);",
    "  await db.query('COMMIT');",
  ];
  const { log } = await run(
    { faults: { crash: 1 } },
    "A-m0 A-begin A-select A-crash A1-session B-m1 B-begin B-select B-commit",
    ...ticket,
  );
  expect(log).toEqual(["ticket 1", "process started", "ticket 2"]);
});

it("a world that is READ COMMITTED all the time keeps no versions and counts no commits", async () => {
  const [, ...plain] = claim;
  const { database } = await run({}, "A-m0 A-begin A-update A-commit", "  await db.query('BEGIN');", ...plain);
  expect(database).toEqual({
    rows: {
      orders: [{ values: { id: "order-9", status: "paid" }, created: null, deleted: null, locked: null }],
      processed: [],
    },
    sequences: { tickets: { next: 1, increment: 1 } },
    transactions: {},
  });
});
