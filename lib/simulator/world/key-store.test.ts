import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../process/history";
import {
  answerKeyStore,
  completedKeys,
  emptyKeyStore,
  endReservation,
  forgetResult,
  isKept,
  ownersGone,
  reservations,
  type KeyStoreState,
} from "./key-store";

const id = "mail.invoice:order-9";

function call(state: KeyStoreState, process: string, name: string, args: Record<string, string | number | null> = {}) {
  const request = { id: 0, port: `coordinator.${name}`, args: { id, owner: "0", ...args }, line: 1, implicit: false };
  return answerKeyStore(state, request as PendingRequest, { process, life: `${process}1`, message: "m1" });
}

function done(response: ReturnType<typeof call>) {
  if ("blocked" in response) throw new Error("blocked");
  return response;
}

const terms = { fingerprint: null, leaseMs: 30_000, graceMs: 60_000 };
const result = { result: '="mail_1"', retentionMs: 3_600_000, fence: 1 };
const reservedByA = done(call(emptyKeyStore, "A", "reserve", terms)).state;

describe("the key store of the world", () => {
  it("tells equal numbers of two processes apart, and a repeated question from a rival", () => {
    expect(done(call(reservedByA, "A", "reserve", terms)).fact).toEqual({ fact: "reserved", key: id, fence: 1, takeover: false });
    expect(done(call(reservedByA, "B", "reserve", terms)).fact).toMatchObject({ because: "in-flight" });
    expect(done(call(reservedByA, "B", "complete", result)).fact).toMatchObject({ fact: "reservation-lost" });
  });

  it("lets a wait go on when the record has changed, and not before", () => {
    const waiting = call(reservedByA, "B", "waitForChange", { seenFence: 1 });
    expect(waiting).toMatchObject({ blocked: { fact: "waits-for-record", holder: "A1" }, waitsFor: "A1" });
    const completed = done(call(reservedByA, "A", "complete", result)).state;
    expect(done(call(completed, "B", "waitForChange", { seenFence: 1 })).reply).toEqual({ value: "changed" });
    const ended = endReservation(reservedByA, id);
    expect(done(call(ended, "B", "waitForChange", { seenFence: 1 })).reply).toEqual({ value: "changed" });
  });

  it("refuses the result of a holder that was taken over, and takes the late one of a holder that was not", () => {
    const ended = endReservation(reservedByA, id);
    expect(done(call(ended, "A", "complete", result)).fact).toMatchObject({ fact: "result-stored" });
    const taken = done(call(ended, "B", "reserve", terms));
    expect(taken.fact).toMatchObject({ fact: "reserved", fence: 2, takeover: true });
    expect(done(call(taken.state, "A", "complete", result)).fact).toMatchObject({ fact: "reservation-lost" });
  });

  it("knows which leases somebody keeps, and which results can be forgotten", () => {
    expect(reservations(reservedByA)).toEqual([{ key: id, owner: "A1/0" }]);
    expect(isKept("A1/0", "A1", ["0"])).toBe(true);
    expect(isKept("A1/0", "A1", ["1"])).toBe(false);
    expect(isKept("A1/0", "B1", ["0"])).toBe(false);
    expect(reservations(endReservation(reservedByA, id))).toEqual([]);
    expect(completedKeys(reservedByA)).toEqual([]);
    const completed = done(call(reservedByA, "A", "complete", result)).state;
    expect(completedKeys(completed)).toEqual([id]);
    expect(done(call(forgetResult(completed, id), "B", "reserve", terms)).fact).toMatchObject({ fact: "reserved", fence: 2 });
  });

  it("forgets who held a record once that life cannot act any more, so that equal futures are equal states", () => {
    const reservedByB = done(call(emptyKeyStore, "B", "reserve", terms)).state;
    expect(ownersGone(reservedByA, "A1")).toEqual(ownersGone(reservedByB, "B1"));
    expect(ownersGone(reservedByA, "B1")).toBe(reservedByA);
    const again = call(ownersGone(reservedByA, "A1"), "A", "reserve", terms);
    expect(done(again).fact).toMatchObject({ because: "in-flight" });
  });
});
