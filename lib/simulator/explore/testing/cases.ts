import type { Simulation } from "../../run/simulation";
import { type Asked, scenarioFrom, shipped, simulate } from "../../testing/simulate";
import { coordinatedScenario, smallScenario } from "../../testing/small-scenario";

/** A handler with this body, in the small scenario. */
export function small(asked: Asked, ...lines: string[]): Promise<Simulation> {
  return withMessages(["{ id: m1, order: order-9, amount: 4200 }"], asked, ...lines);
}

export async function withMessages(messages: string[], asked: Asked, ...lines: string[]): Promise<Simulation> {
  const [before = [], body = lines] = lines[0]?.startsWith("module: ") ? [[lines[0].slice(8)], lines.slice(1)] : [];
  const source = [
    ...before,
    "export default async function handle(msg, { db, stripe, mailer, receiver, clock, random, ack, nack }) {",
    ...body,
    "}",
  ].join("\n");
  const text = smallScenario.replace("  - { id: m1, order: order-9, amount: 4200 }", messages.map((line) => `  - ${line}`).join("\n"));
  return simulate(scenarioFrom(text, { given: source }), { given: source }, asked);
}

const coordinated = coordinatedScenario("m1");

/** A mail under the protection of the coordinator; `key` is what the mailer gets to know it by. */
export async function coordinatedMail(asked: Asked, key = "{ key: downstreamKey }"): Promise<Simulation> {
  const source = `export default async function handle(msg, { coordinator, mailer, ack }) {
  await coordinator.coordinate({ operation: "mail", key: msg.order }, ({ downstreamKey }) =>
    mailer.send({ to: "a", subject: "b" }, ${key}),
  );
  await ack();
}`;
  return simulate(scenarioFrom(coordinated, { given: source }), { given: source }, asked);
}

export const charge = "await stripe.charges.create({ amount: 1, currency: 'eur' });";
export const keyedCharge = "await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.id });";

/** Handlers and bounds that differ in everything the engine has to cope with; each has at most some thousand schedules. */
export const smallCases: [name: string, make: () => Promise<Simulation>][] = [
  ["select, charge, insert; a crash", () => shipped("select-then-act", { faults: { crash: 1 } })],
  ["select, charge, insert; an expiry", () => shipped("select-then-act", { faults: { expiry: 1 } })],
  [
    "insert, charge; a crash and an expiry",
    () => shipped("select-then-act", { handler: "tempting-insert-first", faults: { crash: 1, expiry: 1 } }),
  ],
  [
    "insert, charge; two crashes of one worker, nack at once",
    () =>
      shipped("select-then-act", {
        handler: "tempting-insert-first",
        processes: 1,
        faults: { crash: 2, expiry: 1 },
        profiles: { requeue: "immediate" },
      }),
  ],
  [
    "three workers",
    () => shipped("select-then-act", { handler: "fixed", processes: 3, faults: { expiry: 1 } }),
  ],
  [
    "several calls at once",
    () =>
      small(
        { faults: { crash: 1 } },
        "await Promise.all([",
        "  stripe.charges.create({ amount: 1, currency: 'eur' }),",
        "  mailer.send({ to: 'a', subject: 'b' }),",
        "]);",
        "await ack();",
      ),
  ],
  [
    "an ack before a charge that nobody awaits",
    () => small({ faults: { crash: 1 } }, charge.replace("await ", ""), "await ack();"),
  ],
  [
    "state of the module",
    () =>
      small(
        { faults: { crash: 1, expiry: 1 } },
        "module: const seen = new Set();",
        "if (seen.has(msg.id)) return ack();",
        "seen.add(msg.id);",
        charge,
        "await ack();",
      ),
  ],
  [
    "two messages of one order",
    () =>
      withMessages(
        ["{ id: m1, order: order-9, amount: 4200 }", "{ id: m2, order: order-9, amount: 4200 }"],
        { processes: 2, faults: { crash: 1 } },
        "await mailer.send({ to: 'a', subject: 'b' });",
        "await ack();",
      ),
  ],
  [
    "a key made of a random value",
    () =>
      small(
        { faults: { crash: 1, expiry: 1 } },
        "await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: random.uuid() });",
        "await ack();",
      ),
  ],
  [
    "lost answers and a forgotten key",
    () =>
      small(
        { processes: 1, faults: { replyLost: 1, requestLost: 1, serverError: 1, retention: 1 }, maxReceive: 3 },
        keyedCharge,
        "await ack();",
      ),
  ],
  [
    "a handler that gives up, until the queue does",
    () => small({ faults: { expiry: 1 }, maxReceive: 2, profiles: { requeue: "immediate" } }, charge, "await nack();"),
  ],
  ["the coordinator, and a lease that ends too early", () => coordinatedMail({ faults: { leaseExpiry: 1, expiry: 1 } }, "{}")],
  ["the coordinator, and a crash", () => coordinatedMail({ faults: { crash: 1 } })],
  [
    "a provider that takes time",
    () =>
      small(
        { faults: { crash: 1 }, maxReceive: 3, profiles: { "in-progress-409": "on" } },
        keyedCharge,
        "await ack();",
      ),
  ],
  [
    "REPEATABLE READ: a wait that begins with a snapshot",
    () =>
      withMessages(
        ["{ id: m1, order: order-9, amount: 4200 }", "{ id: m2, order: order-9, amount: 4200 }"],
        { processes: 2, faults: {} },
        "await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ');",
        "const paid = await db.query(\"UPDATE orders SET status = 'paid' WHERE id = $1\", [msg.order]).catch(({ code }) => code);",
        "await db.query('COMMIT');",
        "if (paid === '40001') await mailer.send({ to: 'a', subject: 'again' });",
        "await ack();",
      ),
  ],
  [
    "SERIALIZABLE: a count and an insert",
    () =>
      withMessages(
        ["{ id: m1, order: order-9, amount: 4200 }", "{ id: m2, order: order-9, amount: 4200 }"],
        { processes: 2, faults: {} },
        "try {",
        "  await db.query('BEGIN ISOLATION LEVEL SERIALIZABLE');",
        "  await db.query('SELECT count(*) FROM processed');",
        "  await db.query('INSERT INTO processed (msg_id) VALUES ($1)', [msg.id]);",
        "  await db.query('COMMIT');",
        "} catch {",
        "  await db.query('ROLLBACK');",
        "}",
        "await ack();",
      ),
  ],
  [
    "an advisory lock and a ticket; a crash",
    () =>
      small(
        { processes: 2, faults: { crash: 1 } },
        "await db.query('SELECT pg_advisory_lock(hashtext($1))', [msg.order]);",
        "await db.query(\"SELECT nextval('tickets')\");",
        charge,
        "await ack();",
        "await db.query('SELECT pg_advisory_unlock(hashtext($1))', [msg.order]);",
      ),
  ],
  [
    "an order that is called like a life",
    () =>
      withMessages(
        ["{ id: m1, order: A1, amount: 4200 }"],
        { faults: { crash: 1 } },
        "await db.query('INSERT INTO orders (id) VALUES ($1) ON CONFLICT DO NOTHING', [msg.order]);",
        charge,
        "await ack();",
      ),
  ],
];
