import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Prisma } from "@/generated/prisma/client";
import { database } from "@/lib/db";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";
import { newAttemptsPerMinute, recordAttempt, type Recording } from "@/lib/progress/record-attempt";
import { chargesAttempt, givingUp, orderAttempt, repairAttempt } from "@/lib/progress/testing/attempts";
import { both, shownRun } from "@/lib/progress/testing/content";
import { useDatabase } from "@/lib/progress/testing/database";

vi.mock("@/lib/content/load", async () => (await import("@/lib/progress/testing/content")).testContent);

useDatabase();

/** A learner who has answered the question of the other lesson. */
let learner: string;
beforeEach(async () => {
  learner = (await recorded(orderAttempt("insert-first"), null)).learnerId;
});

type Recorded = { learnerId: string; reply: AttemptReply };

async function recorded(request: AttemptRequest, cookie: string | null): Promise<Recorded> {
  const recording = await recordAttempt(request, cookie);
  if (!recording.recorded) throw new Error(`refused: ${recording.problem}`);
  return recording;
}

async function problemOf(recording: Promise<Recording>): Promise<string | null> {
  const result = await recording;
  return result.recorded ? null : result.problem;
}

function rows(): Promise<number> {
  return database().attempt.count({ where: { learnerId: learner, shown: { lessonId: "consumers" } } });
}

describe("the verdict", () => {
  test("a wrong first try gets the verdict and the feedback on the chosen option, and nothing about the key", async () => {
    const request = repairAttempt("lock");
    const { reply } = await recorded(request, learner);
    expect(reply).toEqual({
      id: request.id,
      question: "consumers/repair",
      version: "v2",
      answer: { kind: "choice", option: "lock" },
      confidence: "likely",
      shownOrder: ["sleep", "unique-key", "lock"],
      correct: false,
      try: 1,
      settled: false,
      feedback: both("a lock").en,
      run: shownRun("a lock"),
      wrongOptions: [],
      traffic: null,
      reveal: null,
    });
  });

  test("the run that refutes a choice is shown before the second try only where its author calls it safe", async () => {
    const { reply } = await recorded(repairAttempt("sleep"), learner);
    expect(reply).toMatchObject({ settled: false, run: null });
    expect((await recorded(repairAttempt("lock"), learner)).reply.run).toEqual(shownRun("a lock"));
  });

  test("whoever is right, or gives up, is shown the run of the key", async () => {
    expect((await recorded(repairAttempt("unique-key"), learner)).reply.run).toEqual(shownRun("why a key"));
    const gaveUp = await recorded(givingUp(repairAttempt("lock")), null);
    expect(gaveUp.reply).toMatchObject({ settled: true, run: shownRun("why a key") });
  });

  test("a second wrong try reveals the key, the explanation and the feedback on every option", async () => {
    await recorded(repairAttempt("lock"), learner);
    const { reply } = await recorded(repairAttempt("sleep", { locale: "ru" }), learner);
    expect(reply).toMatchObject({ correct: false, try: 2, settled: true, feedback: both("sleep").ru });
    expect(reply.reveal).toEqual({
      key: { kind: "choice", option: "unique-key" },
      explanation: both("why a key").ru,
      options: [
        { id: "unique-key", feedback: both("a key").ru },
        { id: "lock", feedback: both("a lock").ru },
        { id: "sleep", feedback: both("sleep").ru },
      ],
    });
  });

  test("a right first try settles the question", async () => {
    const { reply } = await recorded(chargesAttempt(2), learner);
    expect(reply).toMatchObject({ correct: true, try: 1, settled: true, feedback: both("two").en });
    expect(reply.reveal).toEqual({
      key: { kind: "number", value: 2 },
      explanation: both("why two").en,
      options: [
        { id: "2", feedback: both("two").en },
        { id: "1", feedback: both("one").en },
      ],
    });
  });

  test("a number is graded by value, with the feedback on a known misconception or on any other number", async () => {
    expect((await recorded(chargesAttempt(1), learner)).reply.feedback).toEqual(both("one").en);
    expect((await recorded(chargesAttempt(-7), learner)).reply).toMatchObject({
      correct: false,
      feedback: both("another number").en,
    });
  });

  test("giving up settles the question without a verdict on an answer", async () => {
    const { reply } = await recorded(givingUp(repairAttempt("lock")), learner);
    expect(reply).toMatchObject({ answer: null, confidence: null, correct: false, settled: true, feedback: null });
    expect(reply.reveal?.key).toEqual({ kind: "choice", option: "unique-key" });
  });
});

describe("repetitions", () => {
  test("an old attempt sent again gets exactly its first reply, also after the question is settled", async () => {
    const request = repairAttempt("lock");
    const first = await recorded(request, learner);
    await recorded(repairAttempt("unique-key"), learner);
    const again = await recorded(request, learner);
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(await rows()).toBe(2);
  });

  test("the same id with any other content is refused, and the first stays", async () => {
    const request = repairAttempt("lock");
    const first = await recorded(request, learner);
    const others: Partial<AttemptRequest>[] = [
      { answer: { kind: "choice", option: "unique-key" } },
      { answer: null, confidence: null },
      { confidence: "sure" },
      { locale: "ru" },
      { shownOrder: ["lock", "sleep", "unique-key"] },
      { answeredAt: "2026-11-30T12:00:00.001Z" },
      { version: "v3" },
      { question: "consumers/charges", version: "v1", answer: { kind: "number", value: 1 }, shownOrder: [] },
    ];
    for (const other of others) {
      const problem = await problemOf(recordAttempt({ ...request, ...other }, learner));
      expect(problem, JSON.stringify(other)).toBe("other-answer");
    }
    expect(await recorded(request, learner)).toEqual(first);
    expect(await rows()).toBe(1);
  });

  test("the same moment written in another time zone is the same content", async () => {
    const request = repairAttempt("lock");
    await recorded(request, learner);
    await recorded({ ...request, answeredAt: "2026-11-30T15:00:00+03:00" }, learner);
    expect(await rows()).toBe(1);
  });
});

describe("tries", () => {
  test("there is no third try, and none after a right answer or after giving up", async () => {
    await recorded(repairAttempt("lock"), learner);
    await recorded(repairAttempt("sleep"), learner);
    expect(await problemOf(recordAttempt(repairAttempt("unique-key"), learner))).toBe("settled");
    await recorded(chargesAttempt(2), learner);
    expect(await problemOf(recordAttempt(chargesAttempt(3), learner))).toBe("settled");
    expect(await problemOf(recordAttempt(orderAttempt("act-first"), learner))).toBe("settled");
    expect(await rows()).toBe(3);
  });

  test("the same wrong answer as a new attempt does not use up the second try", async () => {
    await recorded(repairAttempt("lock"), learner);
    expect(await problemOf(recordAttempt(repairAttempt("lock", { confidence: "sure" }), learner))).toBe("same-answer");
    const { reply } = await recorded(repairAttempt("unique-key"), learner);
    expect(reply).toMatchObject({ try: 2, correct: true });
  });

  test("each learner has tries of their own", async () => {
    await recorded(repairAttempt("unique-key"), learner);
    const other = await recorded(repairAttempt("lock"), null);
    expect(other.learnerId).not.toBe(learner);
    expect(other.reply.try).toBe(1);
  });

  test("more new attempts than anybody can read in a minute are refused; repetitions never are", async () => {
    const first = repairAttempt("lock");
    await recorded(first, learner);
    const versions = Array.from({ length: newAttemptsPerMinute - 2 }, (_, index) => `old-${index}`);
    await database().questionVersion.createMany({ data: versions.map((version) => ({ ...oldRepair, version })) });
    for (const version of versions) await recorded(oldAttempt("lock", version), learner);
    const refused = await recordAttempt(repairAttempt("unique-key"), learner);
    expect(refused).toMatchObject({ recorded: false, problem: "too-many" });
    expect(refused).toHaveProperty("retryAfter", expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60));
    await recorded(first, learner);
  });
});

const oldRepair: Omit<Prisma.QuestionVersionCreateManyInput, "version"> = {
  questionId: "consumers/repair",
  lessonId: "consumers",
  kind: "choice",
  key: { kind: "choice", option: "lock" },
  options: ["lock", "mutex"],
};

function oldAttempt(option: string, version: string): AttemptRequest {
  return repairAttempt(option, { version, shownOrder: ["mutex", "lock"] });
}

describe("versions", () => {
  test("a page opened before an edit is graded by the key it was shown with", async () => {
    await database().questionVersion.create({ data: { ...oldRepair, version: "v1" } });
    const { reply } = await recorded(oldAttempt("lock", "v1"), learner);
    expect(reply).toMatchObject({ version: "v1", correct: true, settled: true, feedback: both("a lock").en });
    expect(reply.reveal?.key).toEqual({ kind: "choice", option: "lock" });
  });

  test("an option that is no longer in the content gets a verdict without feedback", async () => {
    await database().questionVersion.create({ data: { ...oldRepair, version: "v1" } });
    const { reply } = await recorded(oldAttempt("mutex", "v1"), learner);
    expect(reply).toMatchObject({ correct: false, feedback: null });
  });

  test("unknown questions and versions are refused", async () => {
    const unknown = { question: "consumers/nothing" };
    expect(await problemOf(recordAttempt(repairAttempt("lock", unknown), learner))).toBe("unknown-question");
    expect(await problemOf(recordAttempt(repairAttempt("lock", { version: "v0" }), learner))).toBe("unknown-question");
  });

  test.each<[string, AttemptRequest]>([
    ["an option of another question", repairAttempt("insert-first")],
    ["a number for a choice", { ...repairAttempt("lock"), answer: { kind: "number", value: 1 } }],
    ["an option for a number", { ...chargesAttempt(1), answer: { kind: "choice", option: "lock" } }],
    ["an order for a number", { ...chargesAttempt(1), shownOrder: ["lock"] }],
    ["an order without one of the options", repairAttempt("lock", { shownOrder: ["lock", "sleep"] })],
    ["an order with an option twice", repairAttempt("lock", { shownOrder: ["lock", "lock", "sleep"] })],
    ["no order when giving up", { ...givingUp(repairAttempt("lock")), shownOrder: [] }],
  ])("%s does not fit the question", async (_, request) => {
    expect(await problemOf(recordAttempt(request, learner))).toBe("does-not-fit");
    expect(await rows()).toBe(0);
  });
});

describe("kinds of answers", () => {
  const options = ["lock", "mutex", "sleep"];
  const ask = (kind: "several" | "place" | "order", key: Prisma.InputJsonObject) =>
    database().questionVersion.create({ data: { ...oldRepair, version: kind, kind, key: { kind, ...key }, options } });
  const given = (answer: AttemptRequest["answer"], version: string) => recordAttempt({ ...repairAttempt("lock", { version, shownOrder: options }), answer }, learner);

  test("several options are right in any order, all of them and no other", async () => {
    await ask("several", { options: ["lock", "mutex"] });
    const answer = (...chosen: string[]) => given({ kind: "several", options: chosen }, "several");
    expect(await problemOf(answer("lock", "unique-key"))).toBe("does-not-fit");
    expect(await answer("lock")).toMatchObject({ reply: { correct: false, settled: false } });
    expect(await problemOf(answer("lock"))).toBe("same-answer");
    expect(await answer("mutex", "lock")).toMatchObject({ reply: { correct: true, settled: true } });
  });

  test("an order is right as a whole, and has to be whole", async () => {
    await ask("order", { options: ["mutex", "lock", "sleep"] });
    const answer = (...order: string[]) => given({ kind: "order", options: order }, "order");
    expect(await problemOf(answer("mutex", "lock"))).toBe("does-not-fit");
    expect(await answer("mutex", "sleep", "lock")).toMatchObject({ reply: { correct: false } });
    expect(await answer("mutex", "lock", "sleep")).toMatchObject({ reply: { correct: true } });
  });

  test("a place is one of those offered, and no choice", async () => {
    await ask("place", { option: "mutex" });
    expect(await problemOf(given({ kind: "choice", option: "mutex" }, "place"))).toBe("does-not-fit");
    expect(await given({ kind: "place", option: "mutex" }, "place")).toMatchObject({ reply: { correct: true } });
  });

  test.each<["several" | "place" | "order", Prisma.InputJsonObject]>([
    ["several", { options: ["lock", "unknown"] }],
    ["several", { options: [] }],
    ["several", { options: "lock" }],
    ["order", { options: ["lock", "mutex"] }],
    ["order", { options: ["lock", "mutex", "mutex"] }],
    ["place", { option: "unknown" }],
  ])("the database takes no key of the kind %s like %j", async (kind, key) => {
    await expect(ask(kind, key)).rejects.toThrow();
  });
});

describe("whose attempt it is", () => {
  test("another learner's attempt id is refused, whatever the content", async () => {
    const request = repairAttempt("lock");
    await recorded(request, learner);
    const stranger = (await recorded(orderAttempt("act-first"), null)).learnerId;
    expect(await problemOf(recordAttempt(request, stranger))).toBe("other-learner");
    expect(await problemOf(recordAttempt({ ...request, confidence: "sure" }, stranger))).toBe("other-learner");
    expect(await database().lessonProgress.count({ where: { learnerId: stranger } })).toBe(1);
  });

  test("without a cookie the same attempt regains its learner; with other content it does not", async () => {
    const request = repairAttempt("lock");
    const first = await recorded(request, null);
    expect(await recorded(request, null)).toEqual(first);
    expect(await problemOf(recordAttempt({ ...request, confidence: "sure" }, null))).toBe("other-answer");
    expect(await database().learner.count()).toBe(2);
  });

  test("a cookie of a learner that the database does not know counts as none", async () => {
    const stale = randomUUID();
    const request = repairAttempt("lock");
    const first = await recorded(request, stale);
    expect(first.learnerId).not.toBe(stale);
    expect(await recorded(request, stale)).toEqual(first);
  });

  test("a refused first answer makes no learner", async () => {
    await recordAttempt(repairAttempt("lock", { version: "v0" }), null);
    await recordAttempt(repairAttempt("nothing"), null);
    expect(await database().learner.count()).toBe(1);
  });
});
