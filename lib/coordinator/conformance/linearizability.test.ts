import { describe, expect, it } from "vitest";
import { isLinearizable, type ObservedCall } from "./linearizability";

const long = 3_600_000;
const reserve = (owner: string, fence: number, invokedAt: number, repliedAt: number): ObservedCall => ({
  operation: { kind: "reserve", request: { id: "k", owner, fingerprint: null, leaseMs: long, graceMs: long } },
  reply: { kind: "reserved", fence, leaseRemainingMs: long, takeover: false, attempt: 1 },
  invokedAt,
  repliedAt,
});
const complete = (owner: string, fence: number, invokedAt: number, repliedAt: number): ObservedCall => ({
  operation: { kind: "complete", request: { id: "k", owner, fence, result: "r", retentionMs: long } },
  reply: "completed",
  invokedAt,
  repliedAt,
});
const release = (owner: string, fence: number, invokedAt: number, repliedAt: number): ObservedCall => ({
  operation: { kind: "release", request: { id: "k", owner, fence } },
  reply: "released",
  invokedAt,
  repliedAt,
});

describe("isLinearizable", () => {
  it("finds the order of overlapping calls", () => {
    const history = [reserve("b", 70, 0, 5), release("a", 40, 2, 3), reserve("a", 40, 1, 4)];
    expect(isLinearizable(history)).toBe(true);
  });

  it("refuses two holders at once", () => {
    expect(isLinearizable([reserve("a", 40, 0, 2), reserve("b", 70, 1, 3)])).toBe(false);
  });

  it("refuses an order that contradicts the clock", () => {
    const history = [complete("a", 40, 0, 1), reserve("a", 40, 2, 3)];
    expect(isLinearizable(history)).toBe(false);
  });

  it("refuses fences that go back", () => {
    const history = [reserve("a", 70, 0, 1), release("a", 70, 2, 3), reserve("b", 40, 4, 5)];
    expect(isLinearizable(history)).toBe(false);
  });
});
