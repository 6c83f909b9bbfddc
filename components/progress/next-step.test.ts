import { expect, test } from "vitest";
import { nextStep, questionPath } from "@/components/progress/next-step";
import { course, standingAfter } from "@/components/progress/testing";

const next = (...args: Parameters<typeof standingAfter>) => nextStep(course, standingAfter(...args))?.question.id;

test("a new reader starts with the first question, with or without a database", () => {
  expect(next({})).toBe("first/q1");
  expect(nextStep(course, null)?.question.id).toBe("first/q1");
});

test("the lesson answered last goes on, even when an earlier one is unfinished", () => {
  expect(next({ "second/q1": "right-first" })).toBe("second/q2");
});

test("a question with a try left comes before the ones after it", () => {
  expect(next({ "first/q1": "second-try" })).toBe("first/q1");
});

test("after a finished lesson the next one follows; after the last, what was left out", () => {
  expect(next({ "first/q1": "right-first", "first/q2": "wrong" })).toBe("second/q1");
  expect(next({ "case-one/q1": "gave-up" })).toBe("first/q1");
});

test("unwritten lessons are never next, and at the end nothing is", () => {
  expect(
    next({
      "first/q1": "right-first",
      "first/q2": "right-second",
      "second/q1": "right-first",
      "second/q2": "right-first",
      "second/q3": "right-first",
      "case-one/q1": "right-first",
    }),
  ).toBeUndefined();
});

test("it says where the question stands", () => {
  expect(nextStep(course, standingAfter({ "second/q1": "wrong" }))).toMatchObject({ lessonNumber: 2, questionNumber: 2 });
});

test("a question's address is its lesson with its anchor", () => {
  expect(questionPath("reading-code-and-logs/race-on-rebalance")).toBe("/lessons/reading-code-and-logs#race-on-rebalance");
});
