import { describe, expect, test } from "vitest";
import {
  initialState,
  markOf,
  reduceQuestion,
  sureAndWrong,
  verdictOf,
  type QuestionEvent,
  type QuestionState,
} from "@/components/question/question-state";
import { exampleReply, exampleRequest } from "@/lib/outbox/testing/fake-ports";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";

const first: AttemptRequest = { ...exampleRequest, id: "first", answer: { kind: "choice", option: "once" } };
const second: AttemptRequest = { ...exampleRequest, id: "second" };
const third: AttemptRequest = { ...exampleRequest, id: "third" };

const wrongFirst: AttemptReply = {
  ...exampleReply,
  id: "first",
  answer: first.answer,
  correct: false,
  settled: false,
  reveal: null,
};
const rightSecond: AttemptReply = { ...exampleReply, id: "second", try: 2 };
const gaveUp: AttemptReply = {
  ...exampleReply,
  id: "second",
  try: 2,
  answer: null,
  confidence: null,
  correct: false,
  feedback: null,
};

const recorded = (reply: AttemptReply): QuestionEvent => ({
  type: "delivery",
  id: reply.id,
  delivery: { state: "recorded", reply },
});

/** The state after these events, from a question nobody has answered. */
function after(...events: QuestionEvent[]): QuestionState {
  return events.reduce(reduceQuestion, initialState([]));
}

const answeredWrong: QuestionEvent[] = [{ type: "committed", request: first }, recorded(wrongFirst)];

describe("taking a question", () => {
  test("right at the first try settles it", () => {
    expect(after({ type: "committed", request: exampleRequest }, recorded(exampleReply))).toEqual({
      phase: "settled",
      replies: [exampleReply],
    });
  });

  test("wrong at the first try waits for the learner, then opens again", () => {
    expect(after(...answeredWrong).phase).toBe("between");
    expect(after(...answeredWrong, { type: "again" })).toEqual({
      phase: "choosing",
      replies: [wrongFirst],
      missing: [],
    });
  });

  test("the second try settles it", () => {
    const state = after(
      ...answeredWrong,
      { type: "again" },
      { type: "committed", request: second },
      recorded(rightSecond),
    );
    expect(state).toEqual({ phase: "settled", replies: [wrongFirst, rightSecond] });
  });

  test("giving up needs no second try", () => {
    const state = after(...answeredWrong, { type: "committed", request: { ...second, answer: null } }, recorded(gaveUp));
    expect(state.phase).toBe("settled");
    expect(state.replies.at(-1)).toBe(gaveUp);
  });

  test("a settled question takes no further answer", () => {
    const settled = after({ type: "committed", request: exampleRequest }, recorded(exampleReply));
    expect(reduceQuestion(settled, { type: "committed", request: third })).toBe(settled);
    expect(reduceQuestion(settled, { type: "again" })).toBe(settled);
  });

  test("what is missing is said, and forgotten when the learner goes on", () => {
    const told = after({ type: "incomplete", missing: ["option", "confidence"] });
    expect(told).toMatchObject({ phase: "choosing", missing: ["option", "confidence"] });
    expect(reduceQuestion(told, { type: "edited" })).toMatchObject({ missing: [] });
  });
});

describe("between commit and reply", () => {
  const committed = after({ type: "committed", request: first });

  test("the answer is locked: neither a second commit nor an edit gets through", () => {
    expect(reduceQuestion(committed, { type: "committed", request: third })).toBe(committed);
    expect(reduceQuestion(committed, { type: "edited" })).toBe(committed);
    expect(reduceQuestion(committed, { type: "again" })).toBe(committed);
    expect(reduceQuestion(committed, { type: "incomplete", missing: ["option"] })).toBe(committed);
  });

  test("waiting keeps the answer", () => {
    const waiting = reduceQuestion(committed, {
      type: "delivery",
      id: "first",
      delivery: { state: "waiting", because: "offline" },
    });
    expect(waiting).toMatchObject({ phase: "committed", request: first, delivery: { because: "offline" } });
  });

  test("a reply to another attempt changes nothing", () => {
    expect(reduceQuestion(committed, recorded(exampleReply))).toBe(committed);
  });

  test("a refused answer can be given again", () => {
    const refused = reduceQuestion(committed, {
      type: "delivery",
      id: "first",
      delivery: { state: "refused", problem: null },
    });
    expect(reduceQuestion(refused, { type: "again" })).toMatchObject({ phase: "choosing", replies: [] });
  });
});

describe("what another tab has done", () => {
  const settledElsewhere = [wrongFirst, rightSecond];

  test("a settled question replaces whatever stood here", () => {
    const here = [initialState([]), after(...answeredWrong), after({ type: "committed", request: third })];
    for (const state of here)
      expect(reduceQuestion(state, { type: "stored", replies: settledElsewhere })).toEqual({
        phase: "settled",
        replies: settledElsewhere,
      });
  });

  test("a half-made choice survives a refresh that brings nothing new", () => {
    const told = after({ type: "incomplete", missing: ["confidence"] });
    expect(reduceQuestion(told, { type: "stored", replies: [] })).toBe(told);
    const again = after(...answeredWrong, { type: "again" });
    expect(reduceQuestion(again, { type: "stored", replies: [wrongFirst] })).toBe(again);
  });

  test("an answer on its way stays locked when the refresh does not know it yet", () => {
    const committed = after(...answeredWrong, { type: "committed", request: second });
    expect(reduceQuestion(committed, { type: "stored", replies: [wrongFirst] })).toBe(committed);
  });

  test("after a conflict the stored state is the truth, whatever it is", () => {
    const conflict = after(
      { type: "committed", request: third },
      { type: "delivery", id: "third", delivery: { state: "superseded" } },
    );
    expect(reduceQuestion(conflict, { type: "stored", replies: [wrongFirst] }).phase).toBe("between");
    expect(reduceQuestion(conflict, { type: "stored", replies: [] }).phase).toBe("choosing");
  });

  test("a reply that came with the page needs no delivery", () => {
    const committed = after({ type: "committed", request: first });
    expect(reduceQuestion(committed, { type: "stored", replies: [wrongFirst] }).phase).toBe("between");
  });
});

describe("what is said about it", () => {
  test("each ending has its sentence", () => {
    expect(verdictOf(exampleReply)).toBe("rightFirst");
    expect(verdictOf(rightSecond)).toBe("rightSecond");
    expect(verdictOf(wrongFirst)).toBe("wrongFirst");
    expect(verdictOf({ ...rightSecond, correct: false })).toBe("wrongSecond");
    expect(verdictOf(gaveUp)).toBe("gaveUp");
  });

  test("sure and wrong is about the first try only", () => {
    expect(sureAndWrong([wrongFirst])).toBe(true);
    expect(sureAndWrong([wrongFirst, rightSecond])).toBe(true);
    expect(sureAndWrong([{ ...wrongFirst, confidence: "guess" }])).toBe(false);
    expect(sureAndWrong([{ ...wrongFirst, confidence: "guess" }, { ...rightSecond, correct: false }])).toBe(false);
    expect(sureAndWrong([])).toBe(false);
  });

  test("the scale knows open, half and done", () => {
    expect([markOf([]), markOf([wrongFirst]), markOf([wrongFirst, gaveUp])]).toEqual(["open", "half", "done"]);
  });
});
