import { expect } from "vitest";
import type { PendingRequest } from "../../process/history";
import { describeMutants, type Mutant } from "../../testing/mutation";
import type * as WorldStep from "../../run/world-step";
import type * as Consumer from "./consumer";
import type * as State from "./state";

/** Rules of one call at a time, each with a broken variant. Those of whole runs are in `mutants.test.ts`. */

const file = "@/lib/simulator/world/log/consumer";
const eager: State.LogProfile = { autoCommit: "off", protocol: "eager" };

async function log() {
  const consumer = await import("./consumer");
  const group = await import("./group");
  const state = await import("./state");
  const call = (before: State.LogState, life: string, port: PendingRequest["port"], args: PendingRequest["args"], profile = eager) => {
    const asked: PendingRequest = { id: 0, port, args, line: 1, implicit: false };
    const caller = { process: life.slice(0, 1), life, message: null };
    return consumer.answerLog(before, profile, asked, caller, (id) => ({ about: id }));
  };
  const polled = (before: State.LogState, life: string, max: number, profile = eager) => {
    const response = call(before, life, "consumer.poll", { max }, profile);
    if ("blocked" in response || !("value" in response.reply)) return { state: before, ids: [] };
    return { state: response.state, ids: (response.reply.value as { id: string }[]).map(({ id }) => id) };
  };
  const committed = (before: State.LogState, life: string, offset: number, profile = eager) => {
    const response = call(before, life, "consumer.commit", { offset }, profile);
    if ("blocked" in response) throw new Error("a commit does not wait");
    const code = "error" in response.reply ? (response.reply.error.fields["code"] ?? response.reply.error.name) : null;
    return { state: response.state, code };
  };
  return { ...consumer, ...group, ...state, call, polled, committed };
}

const two = [
  { name: "p0", records: ["r0", "r1", "r2"], owner: "A1" },
  { name: "p1", records: ["s0", "s1"], owner: "A1" },
];

/** A has polled all of p0 and one record of p1; then p0 goes to B. */
async function afterTheMove(profile: State.LogProfile) {
  const { initialLog, movePartition, polled, ...rest } = await log();
  const first = polled(initialLog(two), "A1", 3, profile).state;
  return { moved: movePartition(polled(first, "A1", 1, profile).state, "p0", "B1"), polled, ...rest };
}

const facts = {
  /** Cooperative: what stays keeps its position, and can be committed. */
  cooperativeKeepsWhatStays: async () => {
    const profile = { ...eager, protocol: "cooperative" } as const;
    const { moved, polled, committed } = await afterTheMove(profile);
    expect([polled(moved, "A1", 1, profile).ids, committed(moved, "A1", 1, profile).code]).toEqual([["s1"], null]);
  },
  /** Eager: everything was revoked, and starts at the committed offsets. */
  eagerRevokesEverything: async () => {
    const { moved, polled } = await afterTheMove(eager);
    expect(polled(moved, "A1", 1).ids).toEqual(["s0"]);
  },
  /** A client that commits by itself does so before it gives partitions up. */
  theTimerCommitsBeforeGivingUp: async () => {
    const profile = { ...eager, autoCommit: "on" } as const;
    const { moved, polled } = await afterTheMove(profile);
    expect(polled(moved, "A1", 1, profile).ids).toEqual(["s1"]);
  },
  /** Who has not joined is not known. */
  strangersAreRefused: async () => {
    const { initialLog, committed } = await log();
    expect(committed(initialLog(two), "A1", 1).code).toBe("UNKNOWN_MEMBER_ID");
  },
  /** An offset is not below zero, and a whole number. */
  negativeOffsetsAreRefused: async () => {
    const { initialLog, polled, committed } = await log();
    const { state } = polled(initialLog(two), "A1", 1);
    expect([committed(state, "A1", -1).code, committed(state, "A1", 0.5).code]).toEqual(
      Array(2).fill("IllegalArgumentException"),
    );
  },
  /** One number per partition: everything below it is done, whether it was handled or not. */
  aCommitCoversAllBelow: async () => {
    const { initialLog, polled, committed, finalRecordState } = await log();
    const { state } = committed(polled(initialLog(two), "A1", 3).state, "A1", 2);
    expect(["r0", "r1", "r2"].map((id) => finalRecordState(state, id))).toEqual(["committed", "committed", "inflight"]);
  },
  /** A poll waits until there is something. */
  aPollWaits: async () => {
    const { initialLog, call, polled } = await log();
    const { state } = polled(initialLog(two.slice(0, 1)), "A1", 3);
    expect(call(state, "A1", "consumer.poll", { max: 1 })).toMatchObject({ blocked: { fact: "waits-for-records" } });
  },
  /** A commit that never arrives leaves the offset where it was; its caller gets a timeout. */
  lostCommitsChangeNothing: async () => {
    const { shipped } = await import("../../testing/simulate");
    const { framesOf, play } = await import("../../run/run");
    const simulation = await shipped("o04-offset-on-hand-out", { handler: "fixed", faults: { ackLost: 1 } });
    const { frames } = framesOf(play(simulation, "A-poll A-mail A-commit-ackLost".split(" ")));
    expect(frames.at(-1)?.partitions?.["p0"]?.committed).toBe(0);
  },
} satisfies Record<string, () => Promise<void>>;

type Answer = typeof Consumer.answerLog;

/** `answerLog` with the profile changed behind its back. */
const under = (change: Partial<State.LogProfile>) => (real: typeof Consumer) => ({
  answerLog: (...[state, profile, ...rest]: Parameters<Answer>) => real.answerLog(state, { ...profile, ...change }, ...rest),
});

/** `answerLog` that takes every commit which the real one refuses for this reason. */
const takes = (reason: string) => (real: typeof Consumer) => ({
  answerLog: (...args: Parameters<Answer>) => {
    const response = real.answerLog(...args);
    const refused = "fact" in response && response.fact.fact === "commit-refused" && response.fact.because === reason;
    return refused ? { ...response, reply: { value: null } } : response;
  },
});

const mutants: Mutant<keyof typeof facts>[] = [
  { name: "cooperative takes everything away", file, mutate: under({ protocol: "eager" }), fails: "cooperativeKeepsWhatStays" },
  { name: "eager takes only what moves", file, mutate: under({ protocol: "cooperative" }), fails: "eagerRevokesEverything" },
  { name: "partitions are given up without a commit", file, mutate: under({ autoCommit: "off" }), fails: "theTimerCommitsBeforeGivingUp" },
  { name: "a stranger's commit is taken", file, mutate: takes("UNKNOWN_MEMBER_ID"), fails: "strangersAreRefused" },
  { name: "any number is an offset", file, mutate: takes("offset"), fails: "negativeOffsetsAreRefused" },
  {
    name: "a commit is for one record",
    file: "@/lib/simulator/world/log/state",
    mutate: (real: typeof State) => ({
      finalRecordState: (state: State.LogState, record: string) => {
        const { records, committed } = real.partitionOf(state, "p0");
        return records.indexOf(record) < committed - 1 ? "visible" : real.finalRecordState(state, record);
      },
    }),
    fails: "aCommitCoversAllBelow",
  },
  {
    name: "a poll returns an empty list",
    file,
    mutate: (real: typeof Consumer) => ({
      answerLog: (...args: Parameters<Answer>) => {
        const response = real.answerLog(...args);
        return "blocked" in response ? { state: args[0], reply: { value: [] }, fact: response.blocked } : response;
      },
    }),
    fails: "aPollWaits",
  },
  {
    name: "a lost commit has arrived all the same",
    file: "@/lib/simulator/run/world-step",
    mutate: (real: typeof WorldStep) => ({
      respondWithFault: (...[simulation, world, request, caller, fault]: Parameters<typeof WorldStep.respondWithFault>) =>
        real.respondWithFault(simulation, world, request, caller, fault === "ackLost" ? "replyLost" : fault),
    }),
    fails: "lostCommitsChangeNothing",
  },
];

describeMutants("the log", facts, mutants);
