import { describe, expect, it } from "vitest";
import { describeVariants, type Variant } from "../testing/mutation";
import type { PendingRequest, RequestPort } from "../process/history";
import type { Plain } from "../plain";
import * as redis from "./redis";
import { emptyReceiver, type ReceiverState } from "./keyed-receiver";
import { send } from "./senders";

/** Rules of the Redis-like store, and for each a deliberately broken variant that its fact must refuse. */
type Rules = typeof redis;

const usual: redis.RedisProfile = { eviction: "none", failover: "keeps" };

function request(port: RequestPort, args: Record<string, Plain>): PendingRequest {
  return { id: 0, port, args, line: 1, implicit: false };
}

type Command = [command: "set" | "get" | "del" | "delIfEquals" | "incr" | "expire", args: Record<string, Plain>, life?: string];

/** Runs commands one after the other: the state after them, and the answer to the last. */
function run(rules: Rules, commands: Command[], profile = usual, start = redis.emptyRedis) {
  let state = start;
  let value: Plain = null;
  for (const [command, args, life = "A1"] of commands) {
    const caller = { process: life.slice(0, 1), life, message: "m1" };
    const response = rules.answerRedis(state, profile, request(`redis.${command}`, { key: "k", ...args }), caller);
    if ("blocked" in response) throw new Error("Redis does not wait");
    state = response.state;
    value = "value" in response.reply ? response.reply.value : response.reply.error.message;
  }
  return { state, value };
}

const lock = (life: string, value = life): Command => ["set", { value, ifAbsent: true, ttlMs: 1000 }, life];
const valueOf = (state: redis.RedisState) => state.entries["k"]?.value;

const facts = {
  /** SET NX: one of two gets the lock, and the other changes neither value nor TTL. */
  onlyOneGetsTheLock: (rules) => {
    const { state, value } = run(rules, [lock("A1"), lock("B1")]);
    expect([value, valueOf(state)]).toEqual([false, "A1"]);
  },
  /** DEL removes a lock whoever holds it now. */
  plainDelTakesAnothersLock: (rules) => {
    const { state, value } = run(rules, [lock("B1"), ["del", {}, "A1"]]);
    expect([value, valueOf(state)]).toEqual([true, undefined]);
  },
  /** Compare-and-delete removes one's own lock, and no other. */
  comparedDelTakesOnlyItsOwn: (rules) => {
    expect(run(rules, [lock("B1"), ["delIfEquals", { value: "A1" }, "A1"]]).value).toBe(false);
    expect(run(rules, [lock("B1"), ["delIfEquals", { value: "B1" }, "B1"]]).value).toBe(true);
  },
  /** A plain SET over a key removes its TTL: what was reserved for a while stays for ever. */
  plainSetRemovesTheTtl: (rules) => {
    const { state } = run(rules, [["set", { value: "a", ttlMs: 1 }], ["set", { value: "b" }]]);
    expect(rules.forgettable(state, usual)).toEqual([]);
  },
  /** INCR counts from nothing, keeps the TTL, and refuses what is no number. */
  incrCounts: (rules) => {
    expect(run(rules, [["incr", {}], ["incr", {}]]).value).toBe(2);
    const { state } = run(rules, [["incr", {}], ["expire", { ttlMs: 1 }], ["incr", {}]]);
    expect(state.entries["k"]).toMatchObject({ value: "2", hasTtl: true });
    expect(run(rules, [["set", { value: "x" }], ["incr", {}]]).value).toContain("not an integer");
  },
  /** EXPIRE gives a TTL to a key that is there, and says so. */
  expireNeedsAKey: (rules) => {
    expect(run(rules, [["expire", { ttlMs: 1 }]]).value).toBe(false);
    const { state } = run(rules, [["set", { value: "a" }], ["expire", { ttlMs: 1 }]]);
    expect(rules.forgettable(state, usual)).toEqual(["k"]);
  },
  /** The TTL of a lock ends by a fault while its holder lives, by an event once it is dead, and a record's by retention. */
  locksEndAsTheirHoldersDo: (rules) => {
    const { state } = run(rules, [lock("A1")]);
    const dead = rules.lockerGone(state, "A1", true);
    const ended = rules.lockerGone(state, "A1", false);
    const ends = (of: redis.RedisState) => [rules.heldLocks(of), rules.abandonedLocks(of), rules.forgettable(of, usual)];
    expect(ends(state)).toEqual([["k"], [], []]);
    expect(ends(dead)).toEqual([[], ["k"], []]);
    expect(ends(ended)).toEqual([[], [], ["k"]]);
  },
  /** What may be evicted: nothing, what has a TTL, a lock in use among it, or anything. */
  evictionFollowsItsPolicy: (rules) => {
    const { state } = run(rules, [lock("A1"), ["set", { key: "plain", value: "a" }]]);
    const evicted = (eviction: redis.RedisProfile["eviction"]) => rules.forgettable(state, { ...usual, eviction });
    expect([evicted("none"), evicted("volatile"), evicted("any")]).toEqual([[], ["k"], ["k", "plain"]]);
  },
  /** Replication is asynchronous: a failover can lose the latest write, and none before it. */
  failoverLosesTheLatestWrite: (rules) => {
    const losing = { ...usual, failover: "loses-write" } as const;
    const { state } = run(rules, [["set", { value: "a" }], lock("B1"), ["set", { key: "other", value: "b" }]], losing);
    const after = rules.failOver(state);
    expect([rules.unreplicated(state), Object.keys(after.entries), rules.unreplicated(after)]).toEqual(["other", ["k"], null]);
    expect(rules.unreplicated(run(rules, [["set", { value: "a" }]]).state)).toBeNull();
  },
} satisfies Record<string, (rules: Rules) => void>;

/** The rules with every request changed on its way. */
function asking(change: (made: PendingRequest) => PendingRequest): Rules {
  return { ...redis, answerRedis: (state, profile, made, caller) => redis.answerRedis(state, profile, change(made), caller) };
}

const without = (made: PendingRequest, name: string): PendingRequest => ({
  ...made,
  args: Object.fromEntries(Object.entries(made.args).filter(([key]) => key !== name)),
});
const port = (made: PendingRequest, from: RequestPort, to: RequestPort) => (made.port === from ? { ...made, port: to } : made);

const mutants: Variant<keyof typeof facts, Rules>[] = [
  ["NX is passed over", "onlyOneGetsTheLock", asking((made) => without(made, "ifAbsent"))],
  ["DEL compares", "plainDelTakesAnothersLock", asking((made) => port(made, "redis.del", "redis.delIfEquals"))],
  ["compare-and-delete does not compare", "comparedDelTakesOnlyItsOwn", asking((made) => port(made, "redis.delIfEquals", "redis.del"))],
  ["SET keeps a TTL", "plainSetRemovesTheTtl", asking((made) => ({ ...made, args: { ttlMs: 1, ...made.args } }))],
  ["INCR reads only", "incrCounts", asking((made) => port(made, "redis.incr", "redis.get"))],
  ["EXPIRE does nothing", "expireNeedsAKey", asking((made) => port(made, "redis.expire", "redis.get"))],
  ["a dead holder keeps its lock alive", "locksEndAsTheirHoldersDo", { ...redis, lockerGone: (state) => state }],
  ["nothing is ever evicted", "evictionFollowsItsPolicy", { ...redis, forgettable: (state) => redis.forgettable(state, usual) }],
  ["a failover keeps every write", "failoverLosesTheLatestWrite", { ...redis, failOver: (state) => state }],
];

describeVariants("the store", facts, redis, mutants);

describe("a fencing token at the receiver", () => {
  function pay(state: ReceiverState, fencingToken: number, checksFence: boolean) {
    const made = request("receiver.call", { receiver: "bank", effect: "pay", params: { fencingToken } });
    const response = send(state, { keys: "any", checksFence }, made, { process: "A", life: "A1", message: "m1" });
    if ("blocked" in response) throw new Error("a receiver does not wait");
    return response;
  }

  it("keeps out an older holder that comes late, where the receiver checks it", () => {
    const newer = pay(emptyReceiver, 2, true).state;
    expect(pay(newer, 1, true)).toMatchObject({ state: { effects: { length: 1 } }, reply: { error: { name: "StaleToken" } } });
    expect(pay(newer, 1, false).state.effects).toHaveLength(2);
  });

  it("does not undo what the older holder did in time: both effects have happened", () => {
    expect(pay(pay(emptyReceiver, 1, true).state, 2, true).state.effects).toHaveLength(2);
  });
});
