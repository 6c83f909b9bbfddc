import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../../process/history";
import { answerLog, commitPositions, uncommitted } from "./consumer";
import { memberDied, memberRestarted, movePartition, orphans } from "./group";
import { finalRecordState, initialLog, type LogProfile, type LogState, partitionOf } from "./state";

const eager: LogProfile = { autoCommit: "off", protocol: "eager" };
const cooperative: LogProfile = { ...eager, protocol: "cooperative" };
const start = initialLog([
  { name: "p0", records: ["r0", "r1", "r2"], owner: "A1" },
  { name: "p1", records: ["s0", "s1"], owner: "A1" },
]);
const onePartition = initialLog([{ name: "p0", records: ["r0", "r1", "r2"], owner: "A1" }]);

function request(port: "consumer.poll" | "consumer.commit", args: PendingRequest["args"]): PendingRequest {
  return { id: 0, port, args, line: 1, implicit: false };
}

function call(state: LogState, life: string, asked: PendingRequest, profile: LogProfile) {
  return answerLog(state, profile, asked, { process: life.slice(0, 1), life, message: null }, (id) => ({ about: id }));
}

/** Polls, and fails when there is nothing to poll. */
function poll(state: LogState, life: string, max: number, profile = eager) {
  const response = call(state, life, request("consumer.poll", { max }), profile);
  if ("blocked" in response || !("value" in response.reply)) throw new Error("nothing to poll");
  const records = response.reply.value as { id: string; offset: number; partition: number }[];
  return { state: response.state, ids: records.map(({ id }) => id), records };
}

function commit(state: LogState, life: string, offset: number, profile = eager) {
  const response = call(state, life, request("consumer.commit", { offset }), profile);
  if ("blocked" in response) throw new Error("a commit does not wait");
  return { state: response.state, code: "error" in response.reply ? (response.reply.error.fields["code"] ?? response.reply.error.name) : null };
}

const isBlocked = (state: LogState, life: string, profile = eager) => "blocked" in call(state, life, request("consumer.poll", { max: 1 }), profile);

describe("position and committed offset are two numbers", () => {
  it("a poll moves the position and commits nothing", () => {
    const first = poll(start, "A1", 2);
    expect(first.ids).toEqual(["r0", "r1"]);
    expect(first.records[1]).toEqual({ partition: 0, offset: 1, id: "r1", value: { about: "r1" } });
    expect(partitionOf(first.state, "p0").committed).toBe(0);
    expect(poll(first.state, "A1", 5).ids).toEqual(["r2"]);
  });

  it("a new owner starts at the committed offset: the whole uncommitted batch comes again", () => {
    const polled = commit(poll(onePartition, "A1", 1).state, "A1", 1).state;
    const moved = movePartition(poll(polled, "A1", 2).state, "p0", "B1");
    expect(poll(moved, "B1", 5).ids).toEqual(["r1", "r2"]);
  });

  it("a commit of an offset acknowledges everything below it", () => {
    const { state } = commit(poll(onePartition, "A1", 3).state, "A1", 2);
    expect(["r0", "r1", "r2"].map((id) => finalRecordState(state, id))).toEqual(["committed", "committed", "inflight"]);
  });

  it("a poll waits while there is nothing, and for one that has no partition", () => {
    expect(isBlocked(poll(onePartition, "A1", 3).state, "A1")).toBe(true);
    expect(isBlocked(onePartition, "B1")).toBe(true);
  });

  it("refuses what is no offset", () => {
    expect(commit(poll(start, "A1", 1).state, "A1", -1).code).toBe("IllegalArgumentException");
  });
});

describe("a consumer whose partition has gone", () => {
  const polled = poll(onePartition, "A1", 2).state;
  const moved = movePartition(polled, "p0", "B1");

  it("is fenced at its next commit, and the offset stays", () => {
    const { code, state } = commit(moved, "A1", 2);
    expect(code).toBe("ILLEGAL_GENERATION");
    expect(partitionOf(state, "p0").committed).toBe(0);
  });

  it("is fenced at its next poll", () => {
    expect(isBlocked(moved, "A1")).toBe(true);
  });

  it("stays fenced when the partition has come back, until it polls", () => {
    const back = movePartition(moved, "p0", "A1");
    expect(commit(back, "A1", 2).code).toBe("ILLEGAL_GENERATION");
    const again = poll(back, "A1", 1);
    expect(again.ids).toEqual(["r0"]);
    expect(commit(again.state, "A1", 1).code).toBeNull();
  });

  it("does not commit by its timer", () => {
    expect(uncommitted(polled, "A1")).toEqual(["p0"]);
    expect(uncommitted(moved, "A1")).toEqual([]);
    expect(commitPositions(moved, "A1")).toBe(moved);
  });
});

it("a commit of one that has not joined is refused", () => {
  expect(commit(start, "A1", 1).code).toBe("UNKNOWN_MEMBER_ID");
});

describe("what a rebalance of one partition does to the others of its owner", () => {
  const both = (profile: LogProfile) => {
    const first = poll(start, "A1", 3, profile).state;
    return movePartition(poll(first, "A1", 1, profile).state, "p0", "B1");
  };

  it("eager: everything was revoked, it starts at the committed offset again, and nothing can be committed", () => {
    expect(commit(both(eager), "A1", 1, eager).code).toBe("ILLEGAL_GENERATION");
    expect(poll(both(eager), "A1", 1, eager).ids).toEqual(["s0"]);
  });

  it("cooperative: what stays keeps its position, and can be committed", () => {
    expect(commit(both(cooperative), "A1", 1, cooperative).code).toBeNull();
    expect(poll(both(cooperative), "A1", 1, cooperative).ids).toEqual(["s1"]);
  });

  it("eager, with a client that commits by itself: it commits before it gives up", () => {
    const automatic: LogProfile = { ...eager, autoCommit: "on" };
    expect(poll(both(automatic), "A1", 1, automatic).ids).toEqual(["s1"]);
  });
});

describe("a consumer that dies", () => {
  const dead = memberDied(poll(onePartition, "A1", 2).state, "A1");

  it("keeps its partition until the group has missed it", () => {
    expect(orphans(dead)).toEqual(["p0"]);
    expect(isBlocked(dead, "A2")).toBe(true);
    expect(poll(movePartition(dead, "p0", "A2"), "A2", 1).ids).toEqual(["r0"]);
  });

  it("is nothing to the group when it had nothing", () => {
    expect(memberDied(onePartition, "B1")).toBe(onePartition);
  });
});

it("a consumer that starts again reads from the committed offset, and keeps its partition: a poisonous record comes back", () => {
  const failed = poll(onePartition, "A1", 2).state;
  expect(poll(memberRestarted(failed, "A1"), "A1", 1).ids).toEqual(["r0"]);
});

it("the timer commits what was handed out, done or not; a consumer may turn it off", () => {
  const { state } = poll(onePartition, "A1", 2);
  expect(partitionOf(commitPositions(state, "A1"), "p0").committed).toBe(2);
  const manual = call(onePartition, "A1", request("consumer.poll", { max: 2, autoCommit: false }), eager);
  expect("state" in manual && uncommitted(manual.state, "A1")).toEqual([]);
});
