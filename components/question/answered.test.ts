import { describe, expect, test } from "vitest";
import { answeredRows, feedbackOnWhole, marksOnWhole } from "@/components/question/answered";
import { otherFeedback } from "@/components/question/other-feedback";
import type { QuestionState } from "@/components/question/question-state";
import { exampleReply, exampleRequest } from "@/lib/outbox/testing/fake-ports";
import type { PublicQuestion } from "@/lib/content/compiled";
import type { AttemptReply } from "@/lib/progress/contract";

const choice: PublicQuestion = {
  id: exampleRequest.question,
  version: "v1",
  kind: "choice",
  asks: "outcome",
  snippet: "select-then-act",
  title: "Race",
  prompt: ["How many charges?"],
  options: [
    { id: "once", text: ["One"] },
    { id: "twice", text: ["Two"] },
    { id: "never", text: ["None"] },
  ],
  shuffle: true,
  unit: null,
  places: null,
};
const number: PublicQuestion = { ...choice, kind: "number", options: [], unit: "times" };

const reveal = {
  key: { kind: "choice" as const, option: "twice" },
  explanation: ["Two steps."],
  options: [
    { id: "once", feedback: ["It sees only what is written."] },
    { id: "twice", feedback: ["Both may ask first."] },
    { id: "never", feedback: ["Stripe has no rollback."] },
  ],
};
const wrongFirst: AttemptReply = {
  ...exampleReply,
  id: "first",
  answer: { kind: "choice", option: "once" },
  correct: false,
  settled: false,
  feedback: ["It sees only what is written."],
  reveal: null,
};

/** Marks, verdict and feedback by row, those that have any. */
function shown(question: PublicQuestion, state: QuestionState) {
  return Object.fromEntries(
    answeredRows(question, question.options, state, "en")
      .filter(({ marks }) => marks.length > 0)
      .map(({ id, marks, verdict, feedback }) => [id, { marks, verdict, feedback: feedback?.join("") ?? null }]),
  );
}

describe("rows of a choice", () => {
  test("an answer on its way is marked and nothing is said about it", () => {
    const state: QuestionState = {
      phase: "committed",
      replies: [],
      request: exampleRequest,
      delivery: { state: "sending" },
    };
    expect(shown(choice, state)).toEqual({ twice: { marks: ["yourAnswer"], verdict: null, feedback: null } });
  });

  test("a wrong first try shows its feedback and not the key", () => {
    expect(shown(choice, { phase: "between", replies: [wrongFirst] })).toEqual({
      once: { marks: ["yourAnswer"], verdict: "wrong", feedback: "It sees only what is written." },
    });
  });

  test("the first try and its feedback stay in sight during the second one", () => {
    const first = { marks: ["yourFirstTry"], verdict: "wrong", feedback: "It sees only what is written." };
    expect(shown(choice, { phase: "choosing", replies: [wrongFirst], missing: [] })).toEqual({ once: first });
    const sending: QuestionState = {
      phase: "committed",
      replies: [wrongFirst],
      request: { ...exampleRequest, answer: { kind: "choice", option: "never" } },
      delivery: { state: "sending" },
    };
    expect(shown(choice, sending)).toEqual({ once: first, never: { marks: ["yourAnswer"], verdict: null, feedback: null } });
  });

  test("a right second try is marked as both", () => {
    const right = { ...exampleReply, try: 2, feedback: ["Both may ask first."], reveal };
    expect(shown(choice, { phase: "settled", replies: [wrongFirst, right] })).toEqual({
      once: { marks: ["yourFirstTry"], verdict: null, feedback: null },
      twice: { marks: ["yourAnswer", "rightAnswer"], verdict: "right", feedback: "Both may ask first." },
    });
  });

  test("two wrong tries open the right row with the reason why it is right", () => {
    const wrong: AttemptReply = {
      ...exampleReply,
      answer: { kind: "choice", option: "never" },
      correct: false,
      try: 2,
      feedback: ["Stripe has no rollback."],
      reveal,
    };
    const state: QuestionState = { phase: "settled", replies: [wrongFirst, wrong] };
    expect(shown(choice, state)).toEqual({
      once: { marks: ["yourFirstTry"], verdict: null, feedback: null },
      twice: { marks: ["rightAnswer"], verdict: null, feedback: "Both may ask first." },
      never: { marks: ["yourAnswer"], verdict: "wrong", feedback: "Stripe has no rollback." },
    });
    const rows = answeredRows(choice, choice.options, state, "en");
    expect(otherFeedback(choice, rows, state, "en").map(({ id }) => id)).toEqual(["once"]);
  });

  test("giving up marks the right row only", () => {
    const gaveUp: AttemptReply = { ...exampleReply, answer: null, confidence: null, correct: false, feedback: null, reveal };
    const state: QuestionState = { phase: "settled", replies: [gaveUp] };
    expect(shown(choice, state)).toEqual({
      twice: { marks: ["rightAnswer"], verdict: null, feedback: "Both may ask first." },
    });
  });

  test("nothing is folded away before the question is settled", () => {
    const state: QuestionState = { phase: "between", replies: [wrongFirst] };
    expect(otherFeedback(choice, answeredRows(choice, choice.options, state, "en"), state, "en")).toEqual([]);
  });
});

describe("rows of several options", () => {
  const several: PublicQuestion = { ...choice, kind: "several" };
  const answer = (...options: string[]) => ({ kind: "several" as const, options });
  const first: AttemptReply = { ...wrongFirst, answer: answer("never", "twice"), feedback: ["Something is missing."], wrongOptions: [{ id: "never", feedback: ["Stripe has no rollback."] }] };

  test("while a try is left only what is wrong is said, and that something is missing", () => {
    const state: QuestionState = { phase: "between", replies: [first] };
    expect(shown(several, state)).toEqual({
      twice: { marks: ["yourAnswer"], verdict: null, feedback: null },
      never: { marks: ["yourAnswer"], verdict: "wrong", feedback: "Stripe has no rollback." },
    });
    expect(feedbackOnWhole(several, state)).toEqual({ verdict: "wrong", feedback: ["Something is missing."] });
  });

  test("when it is settled, each right one is marked, the missed ones with why", () => {
    const second: AttemptReply = { ...exampleReply, try: 2, correct: false, answer: answer("twice"), feedback: null, reveal: { ...reveal, key: answer("once", "twice") } };
    expect(shown(several, { phase: "settled", replies: [first, second] })).toEqual({
      once: { marks: ["rightAnswer"], verdict: null, feedback: "It sees only what is written." },
      twice: { marks: ["yourAnswer", "yourFirstTry", "rightAnswer"], verdict: "right", feedback: "Both may ask first." },
      never: { marks: ["yourFirstTry"], verdict: null, feedback: null },
    });
  });
});

describe("rows of a place", () => {
  test("there is a row for each place that plays a part", () => {
    const place: PublicQuestion = { ...choice, kind: "place", places: "gaps" };
    const picked: AttemptReply = { ...wrongFirst, answer: { kind: "place", option: "once" } };
    const state: QuestionState = { phase: "between", replies: [picked] };
    expect(answeredRows(place, place.options, state, "en").map(({ id }) => id)).toEqual(["once"]);
  });
});

describe("rows of an order", () => {
  const order: PublicQuestion = { ...choice, kind: "order" };
  const answer = (...options: string[]) => ({ kind: "order" as const, options });
  const wrong: AttemptReply = { ...wrongFirst, answer: answer("never", "twice", "once"), feedback: ["An alarm repairs nothing."] };

  test("before it is settled they stand in the learner's order", () => {
    const state: QuestionState = { phase: "between", replies: [wrong] };
    expect(answeredRows(order, order.options, state, "en").map(({ id, yourPlace }) => [id, yourPlace])).toEqual([["never", null], ["twice", null], ["once", null]]);
    expect(feedbackOnWhole(order, state)?.feedback).toEqual(["An alarm repairs nothing."]);
  });

  test("then in the right one, with the learner's place where that was another", () => {
    const settled: AttemptReply = { ...wrong, settled: true, reveal: { ...reveal, key: answer("twice", "never", "once") } };
    const state: QuestionState = { phase: "settled", replies: [settled] };
    const rows = answeredRows(order, order.options, state, "en");
    expect(rows.map(({ id, yourPlace, feedback }) => [id, yourPlace, feedback?.join("") ?? null])).toEqual([
      ["twice", 2, "Both may ask first."],
      ["never", 1, "Stripe has no rollback."],
      ["once", null, null],
    ]);
    expect(otherFeedback(order, rows, state, "en").map(({ id }) => id)).toEqual(["once"]);
  });

  test("the rows together are marked as the learner's, as the right one, or as both", () => {
    const key = answer("twice", "never", "once");
    const settled: AttemptReply = { ...wrong, settled: true, reveal: { ...reveal, key } };
    expect(marksOnWhole(order, { phase: "between", replies: [wrong] })).toEqual(["yourAnswer"]);
    expect(marksOnWhole(order, { phase: "settled", replies: [settled] })).toEqual(["rightAnswer"]);
    expect(marksOnWhole(order, { phase: "settled", replies: [{ ...settled, answer: key }] })).toEqual(["yourAnswer", "rightAnswer"]);
    expect(marksOnWhole(choice, { phase: "settled", replies: [settled] })).toEqual([]);
  });

  test("who gives up still sees where the last try had put them", () => {
    const gaveUp: AttemptReply = { ...wrong, id: "second", answer: null, settled: true, reveal: { ...reveal, key: answer("twice", "never", "once") } };
    const rows = answeredRows(order, order.options, { phase: "settled", replies: [wrong, gaveUp] }, "en");
    expect(rows.map(({ id, yourPlace }) => [id, yourPlace])).toEqual([["twice", 2], ["never", 1], ["once", null]]);
  });
});

describe("rows of a number", () => {
  const wrong: AttemptReply = { ...wrongFirst, answer: { kind: "number", value: 108_696 }, feedback: ["You added the hits."] };
  const right: AttemptReply = {
    ...exampleReply,
    try: 2,
    answer: { kind: "number", value: 100_000 },
    feedback: ["As many as were new."],
    reveal: {
      key: { kind: "number", value: 100_000 },
      explanation: [],
      options: [
        { id: "108696", feedback: ["You added the hits."] },
        { id: "8696", feedback: ["These are the hits."] },
      ],
    },
  };

  test("there is a row for each value that plays a part, written as the language writes numbers", () => {
    const state: QuestionState = { phase: "settled", replies: [wrong, right] };
    const rows = answeredRows(number, [], state, "en");
    expect(rows.map(({ text, marks }) => [text.join(""), marks])).toEqual([
      ["108,696 times", ["yourFirstTry"]],
      ["100,000 times", ["yourAnswer", "rightAnswer"]],
    ]);
    expect(otherFeedback(number, rows, state, "en").map(({ text }) => text.join(""))).toEqual([
      "108,696 times",
      "8,696 times",
    ]);
    expect(answeredRows(number, [], state, "ru")[0]?.text).toEqual(["108\u00a0696 times"]);
  });

  test("an untouched question has no rows", () => {
    expect(answeredRows(number, [], { phase: "choosing", replies: [], missing: [] }, "en")).toEqual([]);
  });
});
