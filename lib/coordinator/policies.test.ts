import { describe, expect, it } from "vitest";
import { checkDefaults, defaultDefaults, isAmbiguous, requireRetention } from "./policies";

const withCode = (code: string) => Object.assign(new Error(code), { code });
const named = (name: string) => Object.assign(new Error(name), { name });

describe("isAmbiguous", () => {
  it.each([
    ["a timeout", named("TimeoutError")],
    ["an abort", new DOMException("aborted", "AbortError")],
    ["a socket timeout", withCode("ETIMEDOUT")],
    ["a connection cut while waiting", withCode("ECONNRESET")],
    ["an error marked so", Object.assign(new Error("provider said 500"), { ambiguous: true })],
    ["an error with such a cause", new Error("fetch failed", { cause: withCode("UND_ERR_SOCKET") })],
  ])("is true for %s", (_name, error) => expect(isAmbiguous(error)).toBe(true));

  it.each([
    ["an ordinary error", new Error("card declined")],
    ["a refused connection, which never arrived", withCode("ECONNREFUSED")],
    ["an error marked so", Object.assign(named("TimeoutError"), { ambiguous: false })],
    ["a string", "timeout"],
    ["nothing", undefined],
  ])("is false for %s", (_name, error) => expect(isAmbiguous(error)).toBe(false));

  it("ends on causes that go in a circle", () => {
    const error = new Error("a");
    error.cause = new Error("b", { cause: error });
    expect(isAmbiguous(error)).toBe(false);
  });
});

describe("durations", () => {
  it.each([0, -1, 1.5, NaN, Infinity])("refuses %d ms", (value) => {
    expect(() => checkDefaults({ ...defaultDefaults, leaseMs: value })).toThrow("leaseMs must be a whole number");
  });

  it("refuses a retention above the longest, and says how to raise it", () => {
    const day = 86_400_000;
    expect(() => requireRetention(31 * day, 30 * day)).toThrow("raise longestRetentionMs");
    expect(() => requireRetention(30 * day, 30 * day)).not.toThrow();
    expect(() => checkDefaults({ ...defaultDefaults, retentionMs: 31 * day })).toThrow("raise longestRetentionMs");
  });
});
