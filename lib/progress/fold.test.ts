import { expect, test } from "vitest";
import { foldLesson, type FoldedAttempt } from "@/lib/progress/fold";

/** Attempts of one learner, a second apart. */
function received(...attempts: Partial<FoldedAttempt>[]): FoldedAttempt[] {
  return attempts.map((attempt, second) => ({
    questionId: "lesson/question",
    version: "v1",
    try: 1,
    correct: false,
    gaveUp: false,
    confidence: "sure",
    receivedAt: new Date(Date.UTC(2026, 10, 30, 12, 0, second)),
    ...attempt,
  }));
}

function stateOf(attempts: FoldedAttempt[]) {
  return foldLesson(attempts)?.questions["lesson/question"];
}

test("a lesson without attempts has no progress", () => {
  expect(foldLesson([])).toBeNull();
});

test.each([
  ["second-try", [{}]],
  ["right-first", [{ correct: true }]],
  ["right-second", [{}, { try: 2, correct: true }]],
  ["wrong", [{}, { try: 2 }]],
  ["gave-up", [{ gaveUp: true, confidence: null }]],
  ["gave-up", [{}, { try: 2, gaveUp: true, confidence: null }]],
])("the state is %s after %j", (state, attempts) => {
  expect(stateOf(received(...attempts))?.state).toBe(state);
});

test("only the first try counts, with the confidence it was given with", () => {
  const attempts = received({ confidence: "sure" }, { try: 2, correct: true, confidence: "guess" });
  expect(stateOf(attempts)?.firstTry).toEqual({ correct: false, confidence: "sure" });
});

test("a question is settled at the moment of its last try, and not while a try is left", () => {
  const [first, second] = received({}, { try: 2 });
  expect(stateOf([first!])?.settledAt).toBeNull();
  expect(stateOf([first!, second!])?.settledAt).toBe("2026-11-30T12:00:01.000Z");
});

test("after an edit the state follows the version that the learner met last", () => {
  const attempts = received({ correct: true }, { version: "v2" });
  expect(stateOf(attempts)).toMatchObject({ version: "v2", state: "second-try" });
});

test("a late second try on a page from before the edit does not bring the old version back", () => {
  const attempts = received({}, { version: "v2", correct: true }, { version: "v1", try: 2 });
  expect(stateOf(attempts)).toMatchObject({ version: "v2", state: "right-first" });
});

test("a server clock that was set back between two tries does not swap them", () => {
  const [first, second] = received({ confidence: "likely" }, { try: 2, correct: true });
  expect(foldLesson([second!, first!])).toMatchObject({
    questions: { "lesson/question": { state: "right-second", firstTry: { correct: false, confidence: "likely" } } },
  });
});

test("start and newest answer are those of the whole lesson", () => {
  const fold = foldLesson(received({}, { questionId: "lesson/other", correct: true }));
  expect(fold?.startedAt.toISOString()).toBe("2026-11-30T12:00:00.000Z");
  expect(fold?.lastAnsweredAt.toISOString()).toBe("2026-11-30T12:00:01.000Z");
  expect(Object.keys(fold?.questions ?? {})).toEqual(["lesson/question", "lesson/other"]);
});
