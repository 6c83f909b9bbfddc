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
  right: null,
  otherwise: null,
  explanation: both("why"),
  run: null,
  cause: "rebalance",
  traffic,
};

function replyTo(option: string, change: Partial<Attempt> = {}) {
  const attempt = { questionId: question.id, answer: { kind: "choice", option }, correct: false, gaveUp: false, try: 1, ...change } as Attempt;
  return attemptReply(attempt, question.key, question, "en");
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
