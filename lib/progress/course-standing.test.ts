import { describe, expect, test, vi } from "vitest";
import { database } from "@/lib/db";
import type { AttemptRequest } from "@/lib/progress/contract";
import { courseStanding } from "@/lib/progress/course-standing";
import { lessonReplies } from "@/lib/progress/lesson-replies";
import { recordAttempt } from "@/lib/progress/record-attempt";
import { chargesAttempt, givingUp, orderAttempt, repairAttempt } from "@/lib/progress/testing/attempts";
import { both } from "@/lib/progress/testing/content";
import { useDatabase } from "@/lib/progress/testing/database";

vi.mock("@/lib/content/load", async () => (await import("@/lib/progress/testing/content")).testContent);

useDatabase();

/** Records answers one after the other and tells whose they are. */
async function learnerWith(...requests: AttemptRequest[]): Promise<string> {
  let learner: string | null = null;
  for (const request of requests) {
    const recording = await recordAttempt(request, learner);
    if (!recording.recorded) throw new Error(recording.problem);
    learner = recording.learnerId;
  }
  return learner ?? "";
}

const untouched = { settled: 0, startedAt: null, completedAt: null, firstTries: {} };

describe("the standing in the course", () => {
  test("of a reader without answers is open everywhere", async () => {
    const nobody = {
      current: null,
      lessons: [
        {
          ...untouched,
          lesson: "consumers",
          questions: { "consumers/charges": "open", "consumers/repair": "open" },
          total: 2,
          next: "consumers/charges",
        },
        { ...untouched, lesson: "inbox", questions: { "inbox/order": "open" }, total: 1, next: "inbox/order" },
        { ...untouched, lesson: "unwritten", questions: {}, total: 0, next: null },
      ],
    };
    expect(await courseStanding(null)).toEqual(nobody);
    expect(await courseStanding("00000000-0000-4000-8000-000000000000")).toEqual(nobody);
  });

  test("names the next question, in the order of the page", async () => {
    const learner = await learnerWith(chargesAttempt(2), repairAttempt("lock"));
    const { current, lessons } = await courseStanding(learner);
    expect(current).toBe("consumers");
    expect(lessons[0]).toMatchObject({
      questions: { "consumers/charges": "right-first", "consumers/repair": "second-try" },
      firstTries: {
        "consumers/charges": { correct: true, confidence: "likely" },
        "consumers/repair": { correct: false, confidence: "likely" },
      },
      settled: 1,
      total: 2,
      startedAt: expect.any(String) as string,
      completedAt: null,
      next: "consumers/repair",
    });
  });

  test("is complete at the moment of the answer that settled the last question", async () => {
    const learner = await learnerWith(repairAttempt("unique-key"), givingUp(chargesAttempt(1)));
    const last = await database().attempt.findFirstOrThrow({ where: { gaveUp: true } });
    expect((await courseStanding(learner)).lessons[0]).toMatchObject({
      questions: { "consumers/charges": "gave-up", "consumers/repair": "right-first" },
      settled: 2,
      completedAt: last.receivedAt.toISOString(),
      next: null,
    });
  });

  test("continues in the lesson that was answered last", async () => {
    const learner = await learnerWith(chargesAttempt(1), orderAttempt("act-first"));
    expect((await courseStanding(learner)).current).toBe("inbox");
    await recordAttempt(repairAttempt("lock"), learner);
    expect((await courseStanding(learner)).current).toBe("consumers");
  });
});

describe("the replies for a lesson's page", () => {
  test("are those of the learner's tries, in order and in the language of the page", async () => {
    const learner = await learnerWith(repairAttempt("lock"), chargesAttempt(2), repairAttempt("sleep"));
    const replies = await lessonReplies(learner, "consumers", "ru");
    expect(replies["consumers/repair"]).toMatchObject([
      { try: 1, settled: false, feedback: both("a lock").ru, reveal: null },
      { try: 2, settled: true, feedback: both("sleep").ru, reveal: { explanation: both("why a key").ru } },
    ]);
    expect(replies["consumers/charges"]).toMatchObject([{ try: 1, correct: true }]);
  });

  test("equal what the answer itself got as its reply", async () => {
    const request = repairAttempt("lock");
    const recording = await recordAttempt(request, null);
    if (!recording.recorded) throw new Error(recording.problem);
    expect(await lessonReplies(recording.learnerId, "consumers", "en")).toEqual({
      "consumers/repair": [recording.reply],
    });
  });

  test("hold nobody else's answers, none of other lessons, and none to an older version", async () => {
    const key = { kind: "number", value: 3 };
    const old = { questionId: "consumers/charges", version: "v0", lessonId: "consumers", key, options: [] };
    await database().questionVersion.create({ data: { ...old, kind: "number" } });
    const learner = await learnerWith(orderAttempt("act-first"), chargesAttempt(3, { version: "v0" }));
    await learnerWith(repairAttempt("lock"));
    expect(await lessonReplies(learner, "consumers", "en")).toEqual({});
    expect((await courseStanding(learner)).lessons[0]?.questions["consumers/charges"]).toBe("right-first");
    expect(await lessonReplies(learner, "no-such-lesson", "en")).toEqual({});
  });
});
