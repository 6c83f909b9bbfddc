import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonCodec, voidCodec } from "./codec";
import { fingerprintOf } from "./fingerprint";

describe("jsonCodec", () => {
  it("gives back every JSON value, and undefined", () => {
    const roundTrip = (value: unknown) => jsonCodec.decode(jsonCodec.encode(value));
    for (const value of [undefined, null, "", 0, false, "\ud800", [], {}, { a: [{ b: null }] }]) {
      expect(roundTrip(value)).toEqual(value);
    }
    const property = fc.property(fc.jsonValue(), (value) => {
      expect(roundTrip(value)).toEqual(JSON.parse(JSON.stringify(value)));
    });
    fc.assert(property);
  });

  it("takes plain objects of other realms", () => {
    expect(jsonCodec.encode(runInNewContext("({ receipt: 'em_1' })"))).toBe('{"receipt":"em_1"}');
  });

  const itself: Record<string, unknown> = {};
  itself.me = { again: itself };
  it.each([
    [NaN, "result is NaN"],
    [{ total: Infinity }, "result.total is Infinity"],
    [10n, "result is of type bigint"],
    [{ when: new Date(0) }, "result.when is a Date"],
    [[new Map()], "result[0] is a Map"],
    [() => 1, "result is of type function"],
    [[undefined], "result[0] is of type undefined"],
    [itself, "result.me.again contains itself"],
  ])("refuses %o instead of changing it in silence", (value, problem) => {
    expect(() => jsonCodec.encode(value)).toThrow(problem);
  });
});

describe("voidCodec", () => {
  it("stores nothing", () => {
    expect(voidCodec.decode(voidCodec.encode(undefined))).toBe(undefined);
  });
});

describe("fingerprintOf", () => {
  it("does not depend on the order of members, nor on members that are undefined", () => {
    expect(fingerprintOf({ amount: 10, to: { b: 1, a: [1, 2] } })).toBe(
      fingerprintOf({ to: { a: [1, 2], b: 1 }, amount: 10, note: undefined }),
    );
  });

  it("depends on everything else", () => {
    const payloads = [null, "1", 1, [1], { a: 1 }, { a: "1" }, { b: 1 }, [1, [2]], [[1], 2], undefined, {}];
    expect(new Set(payloads.map(fingerprintOf)).size).toBe(payloads.length);
  });
});
