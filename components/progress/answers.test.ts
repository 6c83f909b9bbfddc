import { expect, test } from "vitest";
import { answersOf, isSureAndWrong } from "@/components/progress/answers";
import { courseTotals } from "@/components/progress/course-totals";
import { course, standingAfter } from "@/components/progress/testing";
import { minutesLeft } from "@/components/progress/time-left";

const [first] = course.lessons;
if (!first) throw new Error("no lesson");

test("every question of a lesson is listed, answered or not", () => {
  expect(answersOf(first, standingAfter({ "first/q2": "wrong" })).map(({ number, state }) => [number, state])).toEqual([
    [1, "open"],
    [2, "wrong"],
  ]);
  expect(answersOf(first, null).map(({ state }) => state)).toEqual(["open", "open"]);
});

test("sure and wrong counts the first try, whatever the second one made of it", () => {
  const standing = standingAfter(
    { "first/q1": "right-second", "first/q2": "wrong" },
    {
      "first/q1": { correct: false, confidence: "sure" },
      "first/q2": { correct: false, confidence: "guess" },
    },
  );
  expect(answersOf(first, standing).map(isSureAndWrong)).toEqual([true, false]);
});

test("giving up is not being sure", () => {
  const standing = standingAfter({ "first/q1": "gave-up" }, { "first/q1": { correct: false, confidence: null } });
  expect(answersOf(first, standing).map(isSureAndWrong)).toEqual([false, false]);
});

test("totals count written lessons only", () => {
  expect(courseTotals(course, standingAfter({}))).toEqual({
    total: 6,
    settled: 0,
    rightAtFirstTry: 0,
    minutesLeft: 24,
    state: "empty",
  });
});

test("a first try begins the climb even before anything is settled", () => {
  expect(courseTotals(course, standingAfter({ "first/q1": "second-try" })).state).toBe("partial");
});

test("with every written question settled the climb is complete", () => {
  const all = Object.fromEntries(
    course.lessons.flatMap((lesson) => lesson.questions.map(({ id }) => [id, "right-first" as const])),
  );
  expect(courseTotals(course, standingAfter(all))).toMatchObject({ state: "complete", settled: 6, minutesLeft: 0 });
});

test("time left goes with the open questions and is rounded up", () => {
  const standing = standingAfter({ "first/q1": "right-first" }).lessons[0] ?? null;
  expect(minutesLeft(first, standing)).toBe(4);
  expect(minutesLeft({ ...first, minutes: 7 }, standing)).toBe(4);
  expect(minutesLeft(first, null)).toBe(8);
});
