import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../process/history";
import {
  answerQueue,
  emptyQueue,
  endLease,
  handOver,
  holderDied,
  receivable,
  abandoned,
  expirable,
  finalState,
  type QueueState,
} from "./queue";
import type { QueueProfile } from "./queue-profile";

const usual: QueueProfile = {
  staleAck: "ignore",
  requeue: "delayed",
  order: "any",
  maxReceive: 10,
  limitCounts: "receives",
  deadConsumer: "lease",
  deduplicates: false,
  countReceives: true,
  groups: {},
};

function request(port: "ack" | "nack"): PendingRequest {
  return { id: 0, port, args: {}, line: 1, implicit: false };
}

function answer(state: QueueState, port: "ack" | "nack", life: string, profile: QueueProfile = usual) {
  const response = answerQueue(state, profile, request(port), { process: life.slice(0, 1), life, message: "m1" });
  if ("blocked" in response) throw new Error("a queue does not wait");
  return response;
}

const start = emptyQueue(["m1", "m2"]);
const inFlight = handOver(start, usual, "m1", "A1").state;

it("hides a message from the others while it is in flight", () => {
  expect(receivable(start, usual).map(({ id }) => id)).toEqual(["m1", "m2"]);
  expect(receivable(inFlight, usual).map(({ id }) => id)).toEqual(["m2"]);
});

it("deletes a message on ack, for good", () => {
  const { state } = answer(inFlight, "ack", "A1");
  expect(finalState(state["m1"] as NonNullable<(typeof state)["m1"]>)).toBe("acked");
  expect(receivable(state, usual).map(({ id }) => id)).toEqual(["m2"]);
});

it("counts deliveries", () => {
  expect(handOver(start, usual, "m1", "A1").delivery).toBe(1);
  const again = handOver(endLease(inFlight, usual, "m1"), usual, "m1", "B1");
  expect(again.delivery).toBe(2);
});

describe("a message that comes back", () => {
  it("after a nack waits, or comes at once, as the profile says", () => {
    expect(receivable(answer(inFlight, "nack", "A1").state, usual)[0]).toEqual({ id: "m1", delayed: true });
    const immediate: QueueProfile = { ...usual, requeue: "immediate" };
    expect(receivable(answer(inFlight, "nack", "A1", immediate).state, immediate)[0]).toEqual({
      id: "m1",
      delayed: false,
    });
  });

  it("after an expiry comes at once", () => {
    expect(receivable(endLease(inFlight, usual, "m1"), usual)[0]).toEqual({ id: "m1", delayed: false });
  });

  it("goes to the dead-letter queue once it was received as often as allowed", () => {
    const twice: QueueProfile = { ...usual, maxReceive: 2 };
    const second = handOver(endLease(handOver(start, twice, "m1", "A1").state, twice, "m1"), twice, "m1", "B1").state;
    expect(endLease(second, twice, "m1")["m1"]).toMatchObject({ status: "dlq" });
    const nacked = answer(second, "nack", "B1", twice);
    expect(nacked.fact).toMatchObject({ fact: "nacked", dead: true });
    expect(receivable(nacked.state, twice).map(({ id }) => id)).toEqual(["m2"]);
  });
});

describe("an ack under a receipt that has expired", () => {
  const expired = endLease(inFlight, { ...usual, staleAck: "accept" }, "m1");
  const receivedByB = handOver(expired, usual, "m1", "B1").state;

  it("is ignored: the message stays", () => {
    const response = answer(endLease(inFlight, usual, "m1"), "ack", "A1");
    expect(response).toMatchObject({ reply: { value: null }, fact: { fact: "ack-ignored", because: "stale" } });
    expect(receivable(response.state, usual)[0]?.id).toBe("m1");
  });

  it("never takes the message from the one who holds it now", () => {
    for (const staleAck of ["ignore", "accept", "reject"] as const) {
      expect(answer(receivedByB, "ack", "A1", { ...usual, staleAck }).state["m1"]).toMatchObject({
        status: "inflight",
        holder: "B1",
      });
    }
  });

  it("is accepted by the profile accept while nobody has received the message since", () => {
    expect(answer(expired, "ack", "A1", { ...usual, staleAck: "accept" }).state["m1"]).toMatchObject({
      status: "acked",
    });
    expect(answer(expired, "ack", "C1", { ...usual, staleAck: "accept" }).state["m1"]).toMatchObject({
      status: "visible",
    });
  });

  it("is an error by the profile reject", () => {
    expect(answer(expired, "ack", "A1", { ...usual, staleAck: "reject" })).toMatchObject({
      reply: { error: { fields: { code: "ReceiptHandleIsInvalid" } } },
    });
  });

  it("of an earlier incarnation is as stale as any", () => {
    const byA2 = handOver(expired, usual, "m1", "A2").state;
    expect(answer(byA2, "ack", "A1").state["m1"]).toMatchObject({ status: "inflight", holder: "A2" });
  });
});

it("does not notice a death; the lease then ends by an event, of the living by a fault", () => {
  expect([expirable(inFlight), abandoned(inFlight)]).toEqual([["m1"], []]);
  const dead = holderDied(inFlight, usual, "A1");
  expect([expirable(dead), abandoned(dead)]).toEqual([[], ["m1"]]);
  expect(receivable(dead, usual).map(({ id }) => id)).toEqual(["m2"]);
  expect(holderDied(inFlight, usual, "B1")).toBe(inFlight);
});

it("in order, holds a message back until all before it are done", () => {
  const fifo: QueueProfile = { ...usual, order: "fifo" };
  expect(receivable(start, fifo).map(({ id }) => id)).toEqual(["m1"]);
  expect(receivable(inFlight, fifo)).toEqual([]);
  expect(receivable(answer(inFlight, "ack", "A1", fifo).state, fifo).map(({ id }) => id)).toEqual(["m2"]);
});
