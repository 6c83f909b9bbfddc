import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyKeyState, forgetRecord, lapseLease, reduceKeyState, type KeyOperation, type KeyState } from "./reducer";

/**
 * The contract once more, in the plainest form that could be right: a list of everything that happened, searched from
 * its end. Slow, and independent of the reducer.
 */
interface Reservation {
  owner: string;
  fence: number;
  fingerprint: string | null;
  leaseUntil: number;
  graceMs: number;
  attempt: number;
  ended: "released" | { result: string; expiresAt: number } | null;
}

class ReferenceModel {
  readonly #history: Reservation[] = [];

  reserve(owner: string, fingerprint: string | null, leaseMs: number, graceMs: number, now: number): string {
    const current = this.#current(now);
    if (current !== null && this.#differs(current, fingerprint)) return current.ended === null ? "mismatch pending" : "mismatch";
    if (typeof current?.ended === "object" && current.ended !== null) return `completed ${current.ended.result}`;
    if (current !== null && current.leaseUntil > now) {
      return current.owner === owner ? `reserved ${current.attempt}` : "in-flight";
    }
    const attempt = (current?.attempt ?? 0) + 1;
    const fence = this.#history.length + 1;
    const inherited = fingerprint ?? current?.fingerprint ?? null;
    this.#history.push({ owner, fence, fingerprint: inherited, leaseUntil: now + leaseMs, graceMs, attempt, ended: null });
    return `reserved ${attempt}`;
  }

  complete(owner: string, holder: number, result: string, retentionMs: number, now: number): string {
    const current = this.#heldBy(owner, holder, now);
    if (current === null) return "lost";
    current.ended ??= { result, expiresAt: now + retentionMs };
    return "completed";
  }

  renew(owner: string, holder: number, leaseMs: number, now: number): string {
    const current = this.#heldBy(owner, holder, now);
    if (current === null || current.ended !== null) return "lost";
    current.leaseUntil = Math.max(current.leaseUntil, now + leaseMs);
    return "renewed";
  }

  release(owner: string, holder: number, now: number): string {
    const current = this.#heldBy(owner, holder, now);
    if (current === null || current.ended !== null) return "lost";
    current.ended = "released";
    return "released";
  }

  get reservations(): number {
    return this.#history.length;
  }

  #current(now: number): Reservation | null {
    const last = this.#history.at(-1);
    if (last === undefined || last.ended === "released") return null;
    const end = last.ended === null ? last.leaseUntil + last.graceMs : last.ended.expiresAt;
    return now >= end ? null : last;
  }

  #heldBy(owner: string, holder: number, now: number): Reservation | null {
    const current = this.#current(now);
    return current !== null && current.owner === owner && current.fence === holder + 1 ? current : null;
  }

  #differs(current: Reservation, fingerprint: string | null): boolean {
    return current.fingerprint !== null && fingerprint !== null && current.fingerprint !== fingerprint;
  }
}

const owner = fc.constantFrom("a", "b", "c");
const duration = fc.integer({ min: 1, max: 40 });
const holder = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("reserve" as const), owner, fingerprint: fc.constantFrom(null, "p", "q"), leaseMs: duration, graceMs: duration }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("complete" as const), owner, holder, result: fc.string({ maxLength: 3 }), retentionMs: duration }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("renew" as const), owner, holder, leaseMs: duration }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("release" as const), owner, holder }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("elapse" as const), ms: duration }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Runs the steps on both, and compares every answer. @returns the fences in order of their reservations */
function compare(steps: Step[]): { fences: number[]; state: KeyState } {
  const model = new ReferenceModel();
  const fences: number[] = [];
  let [state, now] = [emptyKeyState, 0];
  const apply = <Kind extends KeyOperation["kind"]>(operation: Extract<KeyOperation, { kind: Kind }>) => {
    const frozen = JSON.stringify(state);
    const next = reduceKeyState(state, operation, now);
    expect(JSON.stringify(state), "the state that was passed in").toBe(frozen);
    state = next.state;
    return next.reply;
  };
  for (const current of steps) {
    const held = "holder" in current ? { id: "k", owner: current.owner, fence: fences[current.holder] ?? -1 } : null;
    switch (current.kind) {
      case "elapse":
        now += current.ms;
        break;
      case "reserve": {
        const { kind: _kind, ...request } = current;
        const reply = apply({ kind: "reserve", request: { id: "k", ...request } });
        const known = model.reservations;
        const expected = model.reserve(request.owner, request.fingerprint, request.leaseMs, request.graceMs, now);
        expect(inWords(reply)).toBe(expected);
        if (reply.kind === "reserved" && model.reservations > known) fences.push(reply.fence);
        if (reply.kind === "reserved") expect(reply.fence).toBe(fences.at(-1));
        break;
      }
      case "complete": {
        const { result, retentionMs } = current;
        const reply = held && apply({ kind: "complete", request: { ...held, result, retentionMs } });
        expect(reply).toBe(model.complete(current.owner, current.holder, result, retentionMs, now));
        break;
      }
      case "renew": {
        const reply = held && apply({ kind: "renew", request: { ...held, leaseMs: current.leaseMs } });
        expect(reply).toBe(model.renew(current.owner, current.holder, current.leaseMs, now));
        break;
      }
      case "release":
        expect(held && apply({ kind: "release", request: held })).toBe(model.release(current.owner, current.holder, now));
    }
  }
  return { fences, state };
}

function inWords(reply: ReturnType<typeof reduceKeyState<"reserve">>["reply"]): string {
  switch (reply.kind) {
    case "reserved":
      return `reserved ${reply.attempt}`;
    case "completed":
      return `completed ${reply.result}`;
    case "fingerprint-mismatch":
      return reply.pending ? "mismatch pending" : "mismatch";
    default:
      return reply.kind;
  }
}

const numRuns = process.env.TEST_LONG ? 50_000 : 3000;

describe("the reducer", () => {
  it("answers any sequence of calls as the reference model does, with fences that only grow", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { fences } = compare(steps);
        expect([...fences].sort((left, right) => left - right)).toEqual(fences);
        expect(new Set(fences).size).toBe(fences.length);
      }),
      { numRuns },
    );
  });

  it("gives back the same state when nothing changed, so that equal worlds stay equal", () => {
    const request = { id: "k", owner: "a", fingerprint: null, leaseMs: 10, graceMs: 10 };
    const { state } = reduceKeyState(emptyKeyState, { kind: "reserve", request }, 0);
    expect(reduceKeyState(state, { kind: "reserve", request }, 5).state).toBe(state);
    expect(reduceKeyState(state, { kind: "read", id: "k" }, 5).state).toBe(state);
    expect(reduceKeyState(state, { kind: "release", request: { id: "k", owner: "b", fence: 1 } }, 5).state).toBe(state);
  });

  it("can end a lease and a retention at a moment that a simulation chooses", () => {
    const request = { id: "k", owner: "a", fingerprint: null, leaseMs: 1e9, graceMs: 1e9 };
    const held = reduceKeyState(emptyKeyState, { kind: "reserve", request }, 0).state;
    const lapsed = lapseLease(held, "k", 0);
    const taken = reduceKeyState(lapsed, { kind: "reserve", request: { ...request, owner: "b" } }, 0);
    expect(taken.reply).toMatchObject({ kind: "reserved", fence: 2, takeover: true });
    const forgotten = forgetRecord(taken.state, "k");
    expect(forgotten).toEqual({ records: {}, fenceFloor: 2 });
    expect(reduceKeyState(forgotten, { kind: "reserve", request }, 0).reply).toMatchObject({ fence: 3, takeover: false });
  });
});
