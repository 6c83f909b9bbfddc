import { expect } from "vitest";
import { describeMutants, type Mutant } from "../testing/mutation";
import { coordinatedScenario, smallScenario } from "../testing/small-scenario";
import type { Asked } from "../testing/simulate";
import type { Fault } from "../scenario/scenario";
import type * as KeyStore from "../world/key-store";
import type * as Payments from "../world/payments";
import type * as Receiver from "../world/keyed-receiver";
import type * as Queue from "../world/queue";
import type * as Apply from "./apply";
import type * as WorldStep from "./world-step";

/** What each fault does and what it does not, with a broken variant of it. */

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, stripe, mailer, coordinator, redis, ack, log }) {", ...lines, "}"].join("\n");
const charge = "await stripe.charges.create({ amount: 1, currency: 'eur' });";
const unkeyed = handle(charge, "await ack();");
const keyed = handle("await stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: msg.id });", "await ack();");
const coordinated = handle(
  "await coordinator.coordinate({ operation: 'mail.invoice', key: msg.order }, () => mailer.send({ to: 'a', subject: 'b' }));",
  "await ack();",
);

async function simulation(source: string, asked: Asked, text = smallScenario) {
  const { scenarioFrom, simulate } = await import("../testing/simulate");
  return simulate(scenarioFrom(text, { given: source }), { given: source }, { executor: "native", ...asked });
}

/** How often an effect happens over all schedules. */
async function counts(source: string, asked: Asked, effect = "charges", text = smallScenario) {
  const { countsIn, enumerate } = await import("../testing/simulate");
  return countsIn(enumerate(await simulation(source, asked, text)), effect);
}

/** The run through these choices: what its handlers have logged, how it stands, and what can come next. */
async function run(source: string, asked: Asked, choices: string, text = smallScenario) {
  const { framesOf, offersOf, play, currentSystem } = await import("./run");
  const played = play(await simulation(source, asked, text), choices.split(" "));
  const { frames, outcome, stopped } = framesOf(played);
  expect(stopped).toBeNull();
  const log = frames.flatMap((frame) => frame.log.map(({ text: line }) => line));
  return { ...outcome, log, world: currentSystem(played).world, next: offersOf(played).enabled.map(({ name }) => name) };
}

const twoJobs = coordinatedScenario("m1", "m2");
const locking = handle(
  "if (!(await redis.set('lock', msg.id, { ifAbsent: true, ttlMs: 1000 }))) return ack();",
  charge,
  "await ack();",
);
const withRedis = smallScenario.replace("  mailer: {}\n", "  mailer: {}\n  redis: {}\n");

const facts = {
  /** `expiry`: the message is somebody else's too, and its worker goes on. */
  expirySparesTheWorker: async () => {
    const choices = "A-m1 m1-expiry B-m1 A-charge B-charge";
    expect((await run(unkeyed, { faults: { expiry: 1 } }, choices)).effects).toEqual({ charges: { "order-9": 2 } });
  },
  /** `retention`: a forgotten key is a new one. */
  retentionForgets: async () => expect(await counts(keyed, { faults: { retention: 1, crash: 1 } })).toEqual([1, 2]),
  /** `replyLost`: the call was carried out, so that a retry repeats it. */
  lostRepliesWereCarriedOut: async () => expect(await counts(unkeyed, { faults: { replyLost: 1 } })).toEqual([1, 2]),
  /** `replyLost` of a publish: the broker has stored it, and its caller publishes once more. */
  lostPublishesAreStored: async () => {
    const { shipped } = await import("../testing/simulate");
    const { framesOf, play } = await import("./run");
    const simulated = await shipped("o10-outbox-two-relays", { executor: "native", faults: { replyLost: 1 } });
    const { outcome, stopped } = framesOf(play(simulated, ["A-select", "A-publish-replyLost"]));
    expect([stopped, outcome.messages]).toEqual([null, { orders1: "visible" }]);
  },
  /** `requestLost`: nothing was carried out, so that a retry is right. */
  lostRequestsWereNot: async () => expect(await counts(unkeyed, { faults: { requestLost: 1 } })).toEqual([1]),
  /** `serverError`: the failure is saved under the key, and every retry gets it again. */
  failuresStay: async () => {
    const asked = { processes: 1, maxReceive: 2, faults: { serverError: 1 } };
    const ended = await run(keyed, asked, "A-m1 A-charge-serverError A-nack A-m1 A-charge A-nack");
    expect([ended.messages, ended.effects]).toEqual([{ m1: "dlq" }, { charges: { "order-9": 1 } }]);
  },
  /** `leaseExpiry`: a reservation ends under a holder that goes on, and the next one runs the action too. */
  leasesEndUnderTheLiving: async () =>
    expect(await counts(coordinated, { faults: { leaseExpiry: 1 } }, "mails", twoJobs)).toEqual([1, 2]),
  /** `leaseExpiry` of a lock in Redis. */
  locksEndUnderTheLiving: async () =>
    expect((await run(locking, { faults: { leaseExpiry: 1, expiry: 1 } }, "A-m1 A-set m1-expiry redis-leaseExpiry B-m1 B-set A-charge B-charge", withRedis)).effects)
      .toEqual({ charges: { "order-9": 2 } }),
  /** `outage`: a call of the store fails and changes nothing there. */
  outagesChangeNothing: async () => {
    const { world } = await run(coordinated, { faults: { outage: 1 } }, "A-m1 A-reserve-outage", twoJobs);
    expect(world.keyStore?.records).toEqual({});
  },
  /** `waitTimeout`: a wait gives up, and its job comes back. */
  waitsGiveUp: async () => {
    const { next } = await run(coordinated, { faults: { waitTimeout: 1 } }, "A-m1 A-reserve B-m2 B-reserve B-wait-waitTimeout", twoJobs);
    expect(next).toContain("B-nack");
  },
  /** `ackLost`: the ack has not arrived, and the lease that nobody renews ends by itself. */
  lostAcksHaveNotArrived: async () => {
    const { messages, next } = await run(unkeyed, { faults: { ackLost: 1 } }, "A-m1 A-charge A-ack-ackLost");
    expect([messages, next]).toEqual([{ m1: "inflight" }, ["m1-lease"]]);
  },
  /** `commitLost`: carried out or not, and nobody can tell. */
  lostCommitsGoBothWays: async () => {
    const pay = handle(
      "await db.transaction((tx) => tx.query(\"UPDATE orders SET status = status || '!' WHERE id = 'order-9'\"));",
      "await ack();",
    );
    const lost = (name: string) => run(pay, { processes: 1, faults: { commitLost: 1 } }, `A-m1 A-begin A-update ${name}`);
    const [undone, applied] = [await lost("A-commit-commitLost"), await lost("A-commit-commitLost-applied")];
    expect([undone.observed, applied.observed]).toEqual([{ status: "new" }, { status: "new!" }]);
    expect([undone.log, undone.next]).toEqual([applied.log, applied.next]);
  },
  /** `redrive`: dead letters come back, and their effects with them. */
  redrivesBringBack: async () => {
    const failing = handle(charge, "throw new Error('no');");
    expect(await counts(failing, { processes: 1, maxReceive: 1, faults: { redrive: 1 } })).toEqual([1, 2]);
  },
  /** `exception`: the call is never made, and `finally` runs. */
  exceptionsCallNobody: async () => {
    const source = handle("try {", charge, "} finally { log('finally'); }", "await ack();");
    const thrown = await run(source, { processes: 1, faults: { exception: 1 } }, "A-m1 A-charge-exception");
    expect([thrown.log[0], thrown.effects]).toEqual(["finally", { charges: { "order-9": 0 } }]);
  },
  /** `sigterm`: who is told to stop ends what it is at. */
  sigtermLetsFinish: async () => {
    const stopped = await run(unkeyed, { processes: 1, faults: { sigterm: 1 } }, "A-m1 A-sigterm A-charge A-ack");
    expect([stopped.messages, stopped.next]).toEqual([{ m1: "acked" }, []]);
  },
  /** RabbitMQ marks a message that was delivered before. */
  redeliveredIsMarked: async () => {
    const source = handle("log(String(msg.redelivered));", charge, "await ack();");
    const asked: Asked = { faults: { expiry: 1 }, profiles: { redelivered: "on" } };
    expect((await run(source, asked, "A-m1 m1-expiry B-m1")).log).toEqual(["false", "true"]);
  },
} satisfies Record<string, () => Promise<void>>;

const worldStep = "@/lib/simulator/run/world-step";
const apply = "@/lib/simulator/run/apply";

/** One fault does what another one does. */
const instead = (fault: WorldStep.RequestFault, other: WorldStep.RequestFault) => (real: typeof WorldStep) => ({
  respondWithFault: (...[simulated, world, request, caller, given, committed]: Parameters<typeof WorldStep.respondWithFault>) =>
    real.respondWithFault(simulated, world, request, caller, given === fault ? other : given, committed),
});

/** A crash of the process follows the move, or takes its place. */
const crashing = (name: "expiry" | "sigterm", first: boolean) => (real: typeof Apply) => ({
  applyMove: (...[simulated, system, move]: Parameters<typeof Apply.applyMove>) => {
    if (move.move !== name) return real.applyMove(simulated, system, move);
    const budgets = (budget: typeof system.budgets): Record<Fault, number> => ({ ...budget, crash: budget.crash + 1 });
    const before = first ? real.applyMove(simulated, system, move).system : system;
    return real.applyMove(simulated, { ...before, budgets: budgets(before.budgets) }, { move: "crash", process: 0 });
  },
});

const mutants: Mutant<keyof typeof facts>[] = [
  { name: "an expiry ends the worker as well", file: apply, mutate: crashing("expiry", true), fails: "expirySparesTheWorker" },
  { name: "retention keeps the key", file: "@/lib/simulator/world/keyed-receiver", mutate: () => ({ forget: (state: Receiver.ReceiverState) => state }), fails: "retentionForgets" },
  { name: "a lost reply was never asked for", file: worldStep, mutate: instead("replyLost", "requestLost"), fails: "lostRepliesWereCarriedOut" },
  {
    name: "a publish whose answer is lost is not stored",
    file: worldStep,
    mutate: instead("replyLost", "requestLost"),
    fails: "lostPublishesAreStored",
  },
  { name: "a lost request has arrived", file: worldStep, mutate: instead("requestLost", "replyLost"), fails: "lostRequestsWereNot" },
  {
    name: "a retry after a failure gets the success",
    file: "@/lib/simulator/world/payments",
    mutate: (real: typeof Payments) => ({
      chargeServerError: (...args: Parameters<typeof Payments.chargeServerError>) => ({ ...real.chargeServerError(...args), state: args[0] }),
    }),
    fails: "failuresStay",
  },
  { name: "a reservation lasts as long as its holder", file: "@/lib/simulator/world/key-store", mutate: () => ({ endReservation: (state: KeyStore.KeyStoreState) => state }), fails: "leasesEndUnderTheLiving" },
  { name: "a lock lasts as long as its holder", file: "@/lib/simulator/world/redis", mutate: () => ({ endKey: (state: object) => state }), fails: "locksEndUnderTheLiving" },
  {
    name: "an outage comes after the call",
    file: worldStep,
    mutate: (real: typeof WorldStep) => ({
      respondWithFault: (...args: Parameters<typeof WorldStep.respondWithFault>) => {
        const answered = real.respondWithFault(...args);
        const called = args[4] === "outage" ? real.respond(args[0], args[1], args[2], args[3]) : null;
        return called && "state" in called ? { ...answered, state: called.state } : answered;
      },
    }),
    fails: "outagesChangeNothing",
  },
  {
    name: "a wait that gives up asks again",
    file: worldStep,
    mutate: (real: typeof WorldStep) => ({
      respondWithFault: (...args: Parameters<typeof WorldStep.respondWithFault>) => {
        const answered = real.respondWithFault(...args);
        return args[4] === "waitTimeout" ? { ...answered, reply: { value: "changed" } } : answered;
      },
    }),
    fails: "waitsGiveUp",
  },
  { name: "a lost ack has arrived", file: worldStep, mutate: instead("ackLost", "replyLost"), fails: "lostAcksHaveNotArrived" },
  {
    name: "a lost COMMIT was always carried out",
    file: worldStep,
    mutate: (real: typeof WorldStep) => ({
      respondWithFault: (...[simulated, world, request, caller, fault]: Parameters<typeof WorldStep.respondWithFault>) =>
        real.respondWithFault(simulated, world, request, caller, fault, true),
    }),
    fails: "lostCommitsGoBothWays",
  },
  { name: "a redrive leaves the dead letters where they are", file: "@/lib/simulator/world/queue", mutate: () => ({ redrive: (state: Queue.QueueState) => state }), fails: "redrivesBringBack" },
  { name: "an exception comes after the call", file: worldStep, mutate: instead("exception", "replyLost"), fails: "exceptionsCallNobody" },
  { name: "SIGTERM is a crash", file: apply, mutate: crashing("sigterm", false), fails: "sigtermLetsFinish" },
  {
    name: "every delivery is marked as the first",
    file: "@/lib/simulator/world/queue",
    mutate: (real: typeof Queue) => ({ handOver: (...args: Parameters<typeof Queue.handOver>) => ({ ...real.handOver(...args), delivery: 1 }) }),
    fails: "redeliveredIsMarked",
  },
];

describeMutants("a fault", facts, mutants);
