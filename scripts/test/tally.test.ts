import { expect, it } from "vitest";
import { closingLine, countPlaywright, countVitest, tally } from "./tally.mjs";

it("counts a check without tests as one", () => {
  expect(tally(true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(tally(false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it("takes a runner that failed outside of its tests for failed", () => {
  expect(tally(false, () => ({ passed: 9, failed: 0, skipped: 0 }))).toEqual({ passed: 9, failed: 1, skipped: 0 });
  expect(tally(false, () => ({ passed: 9, failed: 2, skipped: 0 }))).toEqual({ passed: 9, failed: 2, skipped: 0 });
});

it("takes a runner that found no test for failed", () => {
  expect(tally(true, () => ({ passed: 0, failed: 0, skipped: 5 }))).toEqual({ passed: 0, failed: 1, skipped: 5 });
});

it("counts the tests of vitest, and a file that could not be loaded as a failed one", () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: "passed", assertionResults: [{ status: "passed" }] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

it("counts the tests of Playwright, and errors outside of them as failures", () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{ message: "no server" }] };
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 5, failed: 3, skipped: 3 });
});

it("closes with one sum", () => {
  const counts = [tally(true), { passed: 40, failed: 2, skipped: 1 }];
  expect(closingLine(counts)).toBe("41 passed, 2 failed");
});
