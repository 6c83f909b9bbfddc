import { expect } from "vitest";
import { describeMutants, type Mutant } from "../testing/mutation";
import type { Asked } from "../testing/simulate";
import { coordinatedScenario, smallScenario } from "../testing/small-scenario";
import type * as KeyStore from "../world/key-store";
import type * as Queue from "../world/queue";
import type * as Apply from "./apply";
import type * as Moves from "./moves";
import type * as Simulating from "./simulation";

/** What processes, their clock and their coordinator do in a run, each rule with a broken variant. */

const handle = (...lines: string[]) =>
  ["export default async function handle(msg, { db, clock, stripe, mailer, coordinator, ack, log }) {", ...lines, "}"].join("\n");
const charge = "await stripe.charges.create({ amount: 1, currency: 'eur' });";
const coordinated = handle(
  "await coordinator.coordinate({ operation: 'mail.invoice', key: msg.order }, () => mailer.send({ to: 'a', subject: 'b' }));",
  "await ack();",
);
const twoJobs = coordinatedScenario("m1", "m2");
const twoMessages = smallScenario.replace("  - { id: m1,", "  - { id: m2, order: order-8, amount: 1 }\n  - { id: m1,");

async function simulation(source: string, asked: Asked, text: string) {
  const { scenarioFrom, simulate } = await import("../testing/simulate");
  return simulate(scenarioFrom(text, { given: source }), { given: source }, { executor: "native", faults: {}, ...asked });
}

async function mails(asked: Asked) {
  const { countsIn, enumerate } = await import("../testing/simulate");
  return countsIn(enumerate(await simulation(coordinated, asked, twoJobs)), "mails");
}

/** Two jobs with one key that has a colon in it, which the key rules of the article forbid. */
async function mailsUnder(rule: "reject" | "run-unprotected") {
  const { countsIn, enumerate } = await import("../testing/simulate");
  const source = coordinated.replace("key: msg.order", "key: msg.order + ':mail'");
  const asked: Asked = { maxReceive: 1, profiles: { "key-rules": "article", "invalid-key": rule } };
  return countsIn(enumerate(await simulation(source, asked, twoJobs)), "mails");
}

async function run(source: string, choices: string, asked: Asked = {}, text = smallScenario) {
  const { framesOf, offersOf, play } = await import("./run");
  const played = play(await simulation(source, asked, text), choices.split(" "));
  const { frames, outcome, stopped } = framesOf(played);
  expect(stopped).toBeNull();
  const { enabled, blocked } = offersOf(played);
  return {
    messages: outcome.messages,
    log: frames.flatMap((frame) => frame.log.map(({ text: line }) => line)),
    next: enabled.map(({ name }) => name),
    waiting: blocked.map(({ name }) => name),
  };
}

const facts = {
  /** A process that dies begins anew, with nothing in its memory. */
  crashesForget: async () => {
    const source = `let seen = 0;\n${handle("log(String(++seen));", charge, "await ack();")}`;
    const asked = { processes: 1, faults: { crash: 1 } };
    expect((await run(source, "A-m1 A-charge A-crash m1-lease A-m1", asked)).log).toEqual(["1", "process started", "1"]);
  },
  /** A handler that throws, or returns without an ack, gives its message back. */
  whoThrowsGivesBack: async () => {
    const { messages, next } = await run(handle("throw new Error('no');"), "A-m1 A-nack");
    expect([messages, next]).toEqual([{ m1: "visible" }, ["A-m1", "B-m1"]]);
  },
  /** A pause is longer than anything else that can happen. */
  pausesAreLong: async () => {
    const { next } = await run(handle("throw new Error('no');"), "A-m1 A-nack", {}, twoMessages);
    expect(next).toEqual(["A-m2", "B-m2"]);
  },
  /** A sleep ends by itself, at any moment. */
  sleepsEnd: async () => {
    const { next } = await run(handle("await clock.sleep(1000);", "await ack();"), "A-m1");
    expect(next).toEqual(["A-sleep"]);
  },
  /** One connection answers its queries in the order in which they were sent. */
  queriesStandInLine: async () => {
    const source = handle("await Promise.all([db.query('SELECT 1 FROM processed'), db.query('SELECT 1 FROM orders')]);", "await ack();");
    const { next, waiting } = await run(source, "A-m1");
    expect([next, waiting]).toEqual([["A-select"], ["A-select~2"]]);
  },
  /** Who finds a key in flight waits for its holder. */
  rivalsWait: async () => {
    const { waiting } = await run(coordinated, "A-m1 A-reserve B-m2 B-reserve", {}, twoJobs);
    expect(waiting).toContain("B-wait");
  },
  /** A stored result is the answer to every later call under its key. */
  resultsAreKept: async () => expect(await mails({})).toEqual([1]),
  /** Once it is forgotten the action runs again. */
  resultsAreForgotten: async () => expect(await mails({ faults: { retention: 1 } })).toEqual([1, 2]),
  /** The lease of a holder that has died ends by itself. */
  leasesOfTheDeadEnd: async () => {
    const { next } = await run(coordinated, "A-m1 A-reserve A-crash", { faults: { crash: 1 } }, twoJobs);
    expect(next).toContain("coordinator-lease");
  },
  /** An invalid key is refused before the action runs … */
  invalidKeysAreRefused: async () => expect(await mailsUnder("reject")).toEqual([0]),
  /** … and by the rules of the article the action runs each time, without protection. */
  invalidKeysRunUnprotected: async () => expect(await mailsUnder("run-unprotected")).toEqual([2]),
} satisfies Record<string, () => Promise<void>>;

/** The rule for invalid keys set behind the scenario's back. */
const invalidKeys = (rule: "reject" | "run-unprotected") => (real: typeof Simulating) => ({
  createSimulation: ({ bounds, ...rest }: Parameters<typeof Simulating.createSimulation>[0]) =>
    real.createSimulation({ ...rest, bounds: { ...bounds, profiles: { ...bounds.profiles, "invalid-key": rule } } }),
});

const moves = "@/lib/simulator/run/moves";
const queue = "@/lib/simulator/world/queue";
const keyStore = "@/lib/simulator/world/key-store";

/** Other choices than there are. */
const choosing = (change: (choices: Moves.Choices) => Moves.Choices) => (real: typeof Moves) => ({
  choicesOf: (...args: Parameters<typeof Moves.choicesOf>) => change(real.choicesOf(...args)),
});

const mutants: Mutant<keyof typeof facts>[] = [
  {
    name: "a process goes on after its death",
    file: "@/lib/simulator/run/apply",
    mutate: (real: typeof Apply) => ({
      applyMove: (...[simulated, system, move]: Parameters<typeof Apply.applyMove>) => {
        const made = real.applyMove(simulated, system, move);
        return move.move === "crash" ? { ...made, system: { ...made.system, processes: system.processes } } : made;
      },
    }),
    fails: "crashesForget",
  },
  {
    name: "a handler that throws keeps its message",
    file: queue,
    mutate: (real: typeof Queue) => ({
      answerQueue: (...args: Parameters<typeof Queue.answerQueue>) => {
        const response = real.answerQueue(...args);
        return args[2].implicit && "state" in response ? { ...response, state: args[0] } : response;
      },
    }),
    fails: "whoThrowsGivesBack",
  },
  {
    name: "a pause is over at once",
    file: queue,
    mutate: (real: typeof Queue) => ({
      receivable: (...args: Parameters<typeof Queue.receivable>) => real.receivable(...args).map(({ id }) => ({ id, delayed: false })),
    }),
    fails: "pausesAreLong",
  },
  {
    name: "nobody wakes up",
    file: moves,
    mutate: choosing((choices) => ({ ...choices, enabled: choices.enabled.filter(({ move }) => move.move !== "wake") })),
    fails: "sleepsEnd",
  },
  {
    name: "queries of one connection overtake each other",
    file: moves,
    mutate: choosing((choices) => ({
      ...choices,
      blocked: choices.blocked.filter(({ reason }) => reason.fact !== "waits-in-line"),
      enabled: [
        ...choices.enabled,
        ...choices.blocked.map(({ name, process }) => ({ name, kind: "step" as const, move: { move: "request" as const, process, request: 1, deadlock: false } })),
      ],
    })),
    fails: "queriesStandInLine",
  },
  {
    name: "a rival is told at once that something has changed",
    file: keyStore,
    mutate: (real: typeof KeyStore) => ({
      answerKeyStore: (...args: Parameters<typeof KeyStore.answerKeyStore>) => {
        const response = real.answerKeyStore(...args);
        return "blocked" in response ? { state: args[0], reply: { value: "changed" }, fact: response.blocked } : response;
      },
    }),
    fails: "rivalsWait",
  },
  {
    name: "a result is taken and thrown away",
    file: keyStore,
    mutate: (real: typeof KeyStore) => ({
      answerKeyStore: (...args: Parameters<typeof KeyStore.answerKeyStore>) => {
        const response = real.answerKeyStore(...args);
        const stored = "fact" in response && response.fact.fact === "result-stored";
        return stored ? { ...response, state: real.emptyKeyStore } : response;
      },
    }),
    fails: "resultsAreKept",
  },
  { name: "a result is kept for ever", file: keyStore, mutate: () => ({ forgetResult: (state: KeyStore.KeyStoreState) => state }), fails: "resultsAreForgotten" },
  { name: "an invalid key is passed over", file: "@/lib/simulator/run/simulation", mutate: invalidKeys("run-unprotected"), fails: "invalidKeysAreRefused" },
  { name: "an invalid key stops the action", file: "@/lib/simulator/run/simulation", mutate: invalidKeys("reject"), fails: "invalidKeysRunUnprotected" },
  { name: "the dead keep their reservations", file: keyStore, mutate: () => ({ reservations: () => [] }), fails: "leasesOfTheDeadEnd" },
];

describeMutants("a process", facts, mutants);
