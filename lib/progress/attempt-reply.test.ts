import { describe, expect, test } from "vitest";
import type { Attempt } from "@/generated/prisma/client";
import type { SecretQuestion, ShownTraffic } from "@/lib/content/compiled";
import { attemptReply } from "@/lib/progress/attempt-reply";
import { both } from "@/lib/progress/testing/content";

const cause = (name: string) => ({ name, title: { ru: name, en: name } }) as ShownTraffic["causes"][number];
const traffic: ShownTraffic = {
  scenario: "spike",
  window: { from: "14:02", minutes: 10, before: 2, after: 2 },
  causes: [cause("rebalance"), cause("no-check")],
};

const question: SecretQuestion = {
  id: "consumers/first-move",
  version: "v1",
  kind: "choice",
  key: { kind: "choice", option: "find-the-cause" },
  options: [
    { id: "find-the-cause", misconception: null, safe: false, feedback: both("right"), run: null, cause: null },
    { id: "stop", misconception: "hit-means-leak", safe: true, feedback: both("no"), run: null, cause: "rebalance" },
    { id: "shorten", misconception: "fewer-hits", safe: false, feedback: both("no"), run: null, cause: "no-check" },
  ],
  wrong: [],
  pairs: [],
  right: null,
  otherwise: null,
  incomplete: null,
  explanation: both("why"),
  run: null,
  cause: "rebalance",
  traffic,
};

function attemptWith(change: Partial<Attempt>): Attempt {
  return { questionId: question.id, correct: false, gaveUp: false, try: 1, ...change } as Attempt;
}

function replyTo(option: string, change: Partial<Attempt> = {}) {
  return attemptReply(attemptWith({ answer: { kind: "choice", option }, ...change }), question.key, question, "en");
}

describe("the traffic that shows an answer", () => {
  test("while a try is left, only under the cause that refutes the choice, where that is safe", () => {
    expect(replyTo("stop").traffic).toEqual({ shown: { ...traffic, causes: [cause("rebalance")] }, cause: "rebalance" });
    expect(replyTo("shorten").traffic).toBeNull();
  });

  test("when the question is settled, under every cause, beginning with that of the answer", () => {
    expect(replyTo("shorten", { try: 2 }).traffic).toEqual({ shown: traffic, cause: "no-check" });
    expect(replyTo("find-the-cause", { correct: true }).traffic).toEqual({ shown: traffic, cause: "rebalance" });
  });
});

describe("feedback on an answer of several parts", () => {
  const remains: SecretQuestion = {
    ...question,
    kind: "several",
    key: { kind: "several", options: ["find-the-cause", "shorten"] },
    incomplete: both("something is missing"),
  };
  const reply = (...options: string[]) =>
    attemptReply(attemptWith({ answer: { kind: "several", options } }), remains.key, remains, "en");

  test("the wrong ones are told, and that something is missing; which of the others are right is not", () => {
    expect(reply("find-the-cause", "stop")).toMatchObject({
      feedback: both("something is missing").en,
      wrongOptions: [{ id: "stop", feedback: both("no").en }],
      reveal: null,
    });
    expect(reply("find-the-cause", "shorten", "stop")).toMatchObject({ feedback: null, wrongOptions: [{ id: "stop" }] });
  });

  const pair = (first: string, then: string) => ({ first, then, misconception: "m", feedback: both(`${first} first`), run: null, cause: null });
  const repairs: SecretQuestion = {
    ...question,
    kind: "order",
    key: { kind: "order", options: ["find-the-cause", "shorten", "stop"] },
    pairs: [pair("stop", "find-the-cause"), pair("stop", "shorten")],
    right: both("right"),
    otherwise: both("otherwise"),
  };
  const ordered = (correct: boolean, ...options: string[]) =>
    attemptReply(attemptWith({ correct, answer: { kind: "order", options } }), repairs.key, repairs, "en").feedback;

  test("of an order the worst pair that it turns round is told", () => {
    expect(ordered(false, "stop", "find-the-cause", "shorten")).toEqual(both("stop first").en);
    expect(ordered(false, "shorten", "find-the-cause", "stop")).toEqual(both("otherwise").en);
    expect(ordered(true, "find-the-cause", "shorten", "stop")).toEqual(both("right").en);
  });
});
