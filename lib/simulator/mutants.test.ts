import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Store from "./world/database/store";
import type * as Transactions from "./world/database/transactions";
import type * as Queue from "./world/queue";
import type * as Receiver from "./world/keyed-receiver";
import type * as Moves from "./run/moves";
import type * as Apply from "./run/apply";
import type * as Simulating from "./testing/simulate";
import type { Asked } from "./testing/simulate";
import { smallScenario } from "./testing/small-scenario";

/**
 * Rules that matter, each with a deliberately broken variant of the code. A fact must hold for the real rule and fail
 * for the mutant: so that no rule of the world can be lost without a test noticing.
 */

afterEach(() => {
  vi.doUnmock("./world/database/store");
  vi.doUnmock("./world/database/transactions");
  vi.doUnmock("./world/queue");
  vi.doUnmock("./world/keyed-receiver");
  vi.doUnmock("./run/moves");
  vi.doUnmock("./run/apply");
  vi.resetModules();
});

type Simulate = typeof Simulating;
type Fact = (simulate: Simulate) => Promise<void>;

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, stripe, mailer, ack, nack }) {", ...lines, "}"].join("\n");

async function outcomes(simulate: Simulate, handler: string, asked: Asked = {}) {
  const scenario = simulate.scenarioFrom(smallScenario, { given: handler });
  return simulate.enumerate(await simulate.simulate(scenario, { given: handler }, { maxReceive: null, ...asked }))
    .outcomes;
}

const charges = (all: Awaited<ReturnType<typeof outcomes>>) =>
  [...new Set(all.map(({ effects }) => effects["charges"]?.["order-9"]))].sort();
const endings = (all: Awaited<ReturnType<typeof outcomes>>) =>
  [...new Set(all.map(({ messages }) => messages["m1"]))].sort();

const claimInTransaction = handle(
  "await db.transaction(async (tx) => {",
  '  const claimed = await tx.query("INSERT INTO processed (msg_id) VALUES ($1) ON CONFLICT DO NOTHING", [msg.id]);',
  "  if (claimed.rowCount) await stripe.charges.create({ amount: 1, currency: 'eur' });",
  "});",
  "await ack();",
);

const keyed = handle(
  "await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.id });",
  "await ack();",
);
const lockThenCharge = handle(
  'await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);',
  "try { await stripe.charges.create({ amount: 1, currency: 'eur' }); }",
  'finally { await db.query("DELETE FROM processed WHERE msg_id = $1", [msg.id]); }',
  "await ack();",
);

const facts = {
  /** Two workers, no crash: the second waits for the first, and then finds the row. */
  oneClaimAtATime: async (simulate) =>
    expect(charges(await outcomes(simulate, claimInTransaction, { faults: { expiry: 1 } }))).toEqual([1]),

  /** A rollback of the first lets the second do the work: nobody may be told "duplicate" before the first has committed. */
  nothingIsLostToARollback: async (simulate) => {
    const handler = claimInTransaction.replace("if (claimed", "if (msg.id === 'never') return; if (claimed");
    expect(charges(await outcomes(simulate, handler, { faults: { crash: 1, expiry: 1 } }))).not.toContain(0);
  },

  /** SQS: the ack of an expired delivery does not take the message from the one who works on it now. */
  staleAckIsIgnored: async (simulate) => {
    const handler = handle("await mailer.send({ to: 'a', subject: 'b' });", "await ack();");
    const simulation = await simulate.simulate(simulate.scenarioFrom(smallScenario, { given: handler }), {
      given: handler,
    });
    const { play, framesOf } = await import("./run/run");
    const frames = framesOf(play(simulation, "A-m1 A-mail m1-expiry B-m1 A-ack".split(" ")));
    expect(frames.outcome.messages).toEqual({ m1: "inflight" });
  },

  /** A crash ends a process between two instructions: what `finally` would have undone stays. */
  crashRunsNoFinally: async (simulate) => {
    const simulation = await simulate.simulate(simulate.scenarioFrom(smallScenario, { given: lockThenCharge }), {
      given: lockThenCharge,
    });
    const { play, currentSystem } = await import("./run/run");
    const { choicesOf } = await import("./run/moves");
    const run = play(simulation, ["A-m1", "A-insert", "A-crash"]);
    expect(choicesOf(simulation, currentSystem(run)).enabled.map(({ name }) => name)).toEqual(["m1-lease"]);
  },

  /** A known key gives the stored answer. */
  aKeyMakesOneCharge: async (simulate) =>
    expect(charges(await outcomes(simulate, keyed, { faults: { crash: 1, expiry: 1 } }))).toEqual([1]),

  /** Stripe refuses other parameters under a known key. */
  otherParametersAreRefused: async (simulate) => {
    const handler = keyed.replace("amount: 1", "amount: msg.receiveCount");
    const all = await outcomes(simulate, handler, { faults: { crash: 1 }, maxReceive: 3 });
    expect(all.map(({ verdict }) => verdict)).toContain("stuck");
  },

  /** While a call runs, the same key is refused and the handler is told so. */
  aRunningCallIsRefused: async (simulate) => {
    const handler = handle(
      "try { await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.id }); }",
      "catch (error) { await mailer.send({ to: 'a', subject: String(error.statusCode) }); }",
      "await ack();",
    );
    const scenario = simulate.scenarioFrom(smallScenario, { given: handler });
    const profiles = { "in-progress-409": "on" } as const;
    const simulation = await simulate.simulate(scenario, { given: handler }, { profiles });
    const { play, framesOf } = await import("./run/run");
    const frames = framesOf(play(simulation, "A-m1 A-charge-start m1-expiry B-m1 B-charge B-mail".split(" ")));
    expect(frames.stopped).toBeNull();
    expect(frames.frames.at(-1)?.words.en).toContain("409");
  },

  /** The call of a dead worker is carried out: it cannot be called back. */
  begunCallsAreCarriedOut: async (simulate) => {
    const scenario = simulate.scenarioFrom(smallScenario, { given: keyed });
    const profiles = { "in-progress-409": "on" } as const;
    const simulation = await simulate.simulate(scenario, { given: keyed }, { profiles });
    const { play, framesOf } = await import("./run/run");
    const frames = framesOf(play(simulation, "A-m1 A-charge-start A-crash stripe-end".split(" ")));
    expect(frames.outcome.effects).toEqual({ charges: { "order-9": 1 } });
  },

  /** Every message of a dead worker comes back. */
  deadWorkersLoseTheirLease: async (simulate) =>
    expect(endings(await outcomes(simulate, keyed, { faults: { crash: 1 } }))).toEqual(["acked"]),

  /** A nacked message is delivered again. */
  nackedMessagesComeBack: async (simulate) => {
    const handler = handle("if (msg.receiveCount < 2) return nack();", "await ack();");
    expect(endings(await outcomes(simulate, handler, { faults: {} }))).toEqual(["acked"]);
  },

  /** What is not committed does not exist for others. */
  nobodySeesOpenTransactions: async (simulate) => {
    const handler = handle(
      'const seen = await db.query("SELECT 1 FROM processed WHERE msg_id = $1", [msg.id]);',
      "if (seen.rowCount) return ack();",
      "await db.transaction(async (tx) => {",
      '  await tx.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id]);',
      "  await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.id });",
      "});",
      "await ack();",
    );
    expect(charges(await outcomes(simulate, handler, { faults: { crash: 1, expiry: 1 } }))).toEqual([1]);
  },

  /** COMMIT of a failed transaction rolls back, and raises nothing. */
  failedTransactionsDoNotCommit: async (simulate) => {
    const handler = handle(
      "await db.query('BEGIN');",
      "await db.query(\"UPDATE orders SET status = 'paid' WHERE id = 'order-9'\");",
      "await db.query(\"INSERT INTO orders (id) VALUES ('order-9')\").catch(() => 0);",
      "await db.query('COMMIT');",
      "await ack();",
    );
    const all = await outcomes(simulate, handler, { faults: {} });
    expect(all.map(({ observed }) => observed["status"])).toEqual(["new"]);
  },

  /** The server keeps the locks of a dead client until it notices. */
  deadSessionsKeepTheirLocks: async (simulate) => {
    const simulation = await simulate.simulate(simulate.scenarioFrom(smallScenario, { given: claimInTransaction }), {
      given: claimInTransaction,
    });
    const { play, offersOf } = await import("./run/run");
    const crashed = "A-m1 A-begin A-insert A-crash m1-lease B-m1 B-begin".split(" ");
    const waits = offersOf(play(simulation, crashed));
    expect(waits.blocked.map(({ name }) => name)).toEqual(["B-insert"]);
    expect(offersOf(play(simulation, [...crashed, "A1-session"])).enabled.map(({ name }) => name)).toContain(
      "B-insert",
    );
  },

  /** A budget is spent by its fault. */
  budgetsRunOut: async (simulate) =>
    expect(
      charges(
        await outcomes(
          simulate,
          handle("await stripe.charges.create({ amount: 1, currency: 'eur' });", "await ack();"),
          { faults: { crash: 1 } },
        ),
      ),
    ).toEqual([1, 2]),
} satisfies Record<string, Fact>;

interface Mutant {
  name: string;
  file: string;
  mutate: (real: never) => object;
  fails: keyof typeof facts;
}

const mutants: Mutant[] = [
  {
    name: "the lock of the first worker is taken for none (its number is zero)",
    file: "./world/database/store",
    mutate: (real: typeof Store) => ({
      checkUnique: (...args: Parameters<typeof Store.checkUnique>) => {
        const check = real.checkUnique(...args);
        return check.result === "undecided" && check.by === "A1" ? { result: "free" } : check;
      },
    }),
    fails: "oneClaimAtATime",
  },
  {
    name: "UNIQUE does not wait: an open transaction's key counts as taken",
    file: "./world/database/store",
    mutate: (real: typeof Store) => ({
      checkUnique: (...args: Parameters<typeof Store.checkUnique>) => {
        const check = real.checkUnique(...args);
        return check.result === "undecided" ? { result: "taken" } : check;
      },
    }),
    fails: "nothingIsLostToARollback",
  },
  {
    name: "uncommitted rows are visible to all",
    file: "./world/database/store",
    mutate: () => ({ isVisible: (version: Store.RowVersion, session: string) => version.deleted !== session }),
    fails: "nobodySeesOpenTransactions",
  },
  {
    name: "COMMIT of a failed transaction commits",
    file: "./world/database/transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "failedTransactionsDoNotCommit",
  },
  {
    name: "a dead session's locks vanish with it",
    file: "./world/database/transactions",
    mutate: (real: typeof Transactions) => ({ loseClient: real.endSession }),
    fails: "deadSessionsKeepTheirLocks",
  },
  {
    name: "an ack is accepted whoever holds the message",
    file: "./world/queue",
    mutate: (real: typeof Queue) => ({
      answerQueue: (state: Queue.QueueState, ...rest: [never, never, never]) => {
        const id = (rest[2] as { message: string }).message;
        const holder = {
          ...state,
          [id]: { status: "inflight", receives: 1, holder: (rest[2] as { life: string }).life, abandoned: false },
        } as Queue.QueueState;
        return real.answerQueue(holder, ...rest);
      },
    }),
    fails: "staleAckIsIgnored",
  },
  {
    name: "the lease of a dead worker never ends",
    file: "./world/queue",
    mutate: () => ({ abandoned: () => [] }),
    fails: "deadWorkersLoseTheirLease",
  },
  {
    name: "a nacked message is never received again",
    file: "./world/queue",
    mutate: (real: typeof Queue) => ({
      receivable: (...args: Parameters<typeof Queue.receivable>) =>
        real.receivable(...args).filter(({ delayed }) => !delayed),
    }),
    fails: "nackedMessagesComeBack",
  },
  {
    name: "the receiver forgets the key",
    file: "./world/keyed-receiver",
    mutate: (real: typeof Receiver) => ({
      receive: (state: Receiver.ReceiverState, call: Receiver.Call) => real.receive(state, { ...call, key: null }),
    }),
    fails: "aKeyMakesOneCharge",
  },
  {
    name: "the receiver begins a second call under a key that is in use",
    file: "./world/keyed-receiver",
    mutate: () => ({ runningCall: () => null }),
    fails: "aRunningCallIsRefused",
  },
  {
    name: "a call dies with its caller",
    file: "./world/keyed-receiver",
    mutate: (real: typeof Receiver) => ({
      callerGone: (state: Receiver.ReceiverState) =>
        Object.keys(state.running ?? {}).reduce((changed, key) => real.withRunning(changed, key, null), state),
    }),
    fails: "begunCallsAreCarriedOut",
  },
  {
    name: "the receiver trusts the key whatever the parameters",
    file: "./world/keyed-receiver",
    mutate: (real: typeof Receiver) => ({
      receive: (state: Receiver.ReceiverState, call: Receiver.Call) =>
        real.receive(state, { ...call, compareParams: false }),
    }),
    fails: "otherParametersAreRefused",
  },
  {
    name: "a crash is an exception: finally runs",
    file: "./run/apply",
    mutate: (real: typeof Apply) => ({
      applyMove: (...[simulation, system, move]: Parameters<typeof Apply.applyMove>) =>
        move.move === "crash"
          ? real.applyMove(
              simulation,
              { ...system, budgets: { ...system.budgets, requestLost: 1 } },
              { move: "faulty-request", process: move.process, request: 1, fault: "requestLost" },
            )
          : real.applyMove(simulation, system, move),
    }),
    fails: "crashRunsNoFinally",
  },
  {
    name: "crashes are never offered",
    file: "./run/moves",
    mutate: (real: typeof Moves) => ({
      choicesOf: (...args: Parameters<typeof Moves.choicesOf>) => {
        const choices = real.choicesOf(...args);
        return { ...choices, enabled: choices.enabled.filter(({ move }) => move.move !== "crash") };
      },
    }),
    fails: "budgetsRunOut",
  },
];

async function check(fact: keyof typeof facts): Promise<void> {
  await facts[fact](await import("./testing/simulate"));
}

describe("the rules hold", () => {
  it.each(Object.keys(facts) as (keyof typeof facts)[])("%s", async (fact) => {
    await check(fact);
  });
});

describe("each mutant is caught", () => {
  it.each(mutants)("$name", async ({ file, mutate, fails }) => {
    vi.doMock(file, async (original) => {
      const real = await original<never>();
      return { ...(real as object), ...mutate(real) };
    });
    await expect(check(fails)).rejects.toMatchObject({ name: "AssertionError" });
  });
});
