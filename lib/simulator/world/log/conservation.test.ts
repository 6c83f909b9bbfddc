import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../../process/history";
import * as consumer from "./consumer";
import * as group from "./group";
import { finalRecordState, initialLog, type LogProfile, type LogState, partitionOf, withPartition } from "./state";

/**
 * Nothing disappears: whatever consumers do and suffer, a record is either below the committed offset or will be polled by
 * the owner of its partition. A record that was committed must have been handed out to somebody: one that is committed
 * and not handled was skipped by its consumer, or by the timer of its consumer, never by the log.
 */

const real = { ...consumer, ...group };
type Rules = typeof real;

const lives = ["A1", "B1", "C1"];
const records = { p0: ["r0", "r1", "r2", "r3"], p1: ["s0", "s1"] };

type Deed =
  | { deed: "poll"; life: string; max: number }
  | { deed: "commit"; life: string; back: number }
  | { deed: "timer" | "die" | "restart"; life: string }
  | { deed: "move"; partition: "p0" | "p1"; life: string };

const life = fc.constantFrom(...lives);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ deed: fc.constant("poll" as const), life, max: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ deed: fc.constant("commit" as const), life, back: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constantFrom("timer" as const, "die" as const, "restart" as const), life }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant("move" as const), partition: fc.constantFrom("p0" as const, "p1" as const), life }) },
);
const profile: fc.Arbitrary<LogProfile> = fc.record({
  autoCommit: fc.constantFrom("off" as const, "on" as const),
  protocol: fc.constantFrom("eager" as const, "cooperative" as const),
});

function call(rules: Rules, state: LogState, caller: string, port: PendingRequest["port"], args: PendingRequest["args"], used: LogProfile) {
  const asked: PendingRequest = { id: 0, port, args, line: 1, implicit: false };
  return rules.answerLog(state, used, asked, { process: caller.slice(0, 1), life: caller, message: null }, (id) => ({ id }));
}

/** The state after a deed; `handed` gains what a poll returned. A deed that is not possible changes nothing. */
function after(rules: Rules, state: LogState, done: Deed, used: LogProfile, handed: Set<string>): LogState {
  switch (done.deed) {
    case "poll": {
      const response = call(rules, state, done.life, "consumer.poll", { max: done.max }, used);
      if ("blocked" in response) return state;
      if ("value" in response.reply) for (const { id } of response.reply.value as { id: string }[]) handed.add(id);
      return response.state;
    }
    case "commit": {
      const consumer = state.consumers[done.life];
      const position = consumer?.latest ? (consumer.positions[consumer.latest] ?? 0) : 0;
      const response = call(rules, state, done.life, "consumer.commit", { offset: Math.max(0, position - done.back) }, used);
      return "blocked" in response ? state : response.state;
    }
    case "timer":
      return rules.commitPositions(state, done.life);
    case "die":
      return rules.memberDied(state, done.life);
    case "restart":
      return rules.memberRestarted(state, done.life);
    case "move":
      return rules.movePartition(state, done.partition, done.life);
  }
}

/** Everything that a new owner of a partition would be handed from now on. */
function rest(rules: Rules, state: LogState, name: string, used: LogProfile): string[] {
  const response = call(rules, rules.movePartition(state, name, "D1"), "D1", "consumer.poll", { max: 100 }, used);
  if ("blocked" in response || !("value" in response.reply)) return [];
  return (response.reply.value as { id: string }[]).map(({ id }) => id);
}

/** Fails when a sequence of deeds is found after which a record is neither committed nor to be polled. */
function keepsEveryRecord(rules: Rules): void {
  fc.assert(
    fc.property(profile, fc.array(deed, { maxLength: 40, size: "max" }), (used, deeds) => {
      const handed = new Set<string>();
      let state = initialLog([
        { name: "p0", records: records.p0, owner: "A1" },
        { name: "p1", records: records.p1, owner: "B1" },
      ]);
      for (const done of deeds) {
        state = after(rules, state, done, used, handed);
        for (const [name, all] of Object.entries(records)) {
          const committed = all.filter((id) => finalRecordState(state, id) === "committed");
          expect(committed).toEqual(all.slice(0, partitionOf(state, name).committed));
          expect(committed.filter((id) => !handed.has(id))).toEqual([]);
          expect([...committed, ...rest(rules, state, name, used)]).toEqual(all);
        }
      }
    }),
    { numRuns: 300 },
  );
}

it("keeps every record, whatever happens", () => keepsEveryRecord(real));

const mutants: [name: string, rules: Rules][] = [
  ["commits to the end of a partition when the timer fires", {
    ...real,
    commitPositions: (state, life) =>
      real.uncommitted(state, life).reduce(
        (changed, name) => withPartition(changed, name, { committed: partitionOf(changed, name).records.length }),
        state,
      ),
  }],
  ["drops the records of a dead consumer", {
    ...real,
    memberDied: (state, dead) => {
      const orphaned = real.memberDied(state, dead);
      return real.orphans(orphaned).reduce((left, name) => withPartition(left, name, { records: [] }), orphaned);
    },
  }],
  ["commits with each poll, one record further", {
    ...real,
    answerLog: (...args) => {
      const response = real.answerLog(...args);
      if ("blocked" in response || response.fact.fact !== "polled") return response;
      const { partition, from, records: polled } = response.fact;
      return { ...response, state: withPartition(response.state, partition, { committed: from + polled.length + 1 }) };
    },
  }],
];

describe("is caught when the log", () => {
  it.each(mutants)("%s", (_, rules) => {
    expect(() => keepsEveryRecord(rules)).toThrow();
  });
});
