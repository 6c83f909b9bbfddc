import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { database } from "@/lib/db";
import { attemptReply } from "@/lib/progress/attempt-reply";
import { triesPerSitting, type AttemptRequest } from "@/lib/progress/contract";
import { rebuildLessonProgress, storedProgress } from "@/lib/progress/lesson-progress";
import { findShownQuestion } from "@/lib/progress/question-versions";
import { recordAttempt, type Recording } from "@/lib/progress/record-attempt";
import { chargesAttempt, orderAttempt, repairAttempt } from "@/lib/progress/testing/attempts";
import { useDatabase } from "@/lib/progress/testing/database";

vi.mock("@/lib/content/load", async () => (await import("@/lib/progress/testing/content")).testContent);

useDatabase();

type Record = typeof recordAttempt;
type Outcome = Recording | "error";

const copies = 20;
const rounds = process.env.TEST_LONG ? 50 : 8;

/** Sends all at the same moment. What throws counts as an answer "error": over HTTP it would be a 5xx. */
async function sendAll(record: Record, requests: AttemptRequest[], cookie: string | null): Promise<Outcome[]> {
  return Promise.all(requests.map((request) => record(request, cookie).catch(() => "error" as const)));
}

function countBy(outcomes: Outcome[]): { [outcome: string]: number } {
  const counts: { [outcome: string]: number } = {};
  for (const outcome of outcomes) {
    const name = outcome === "error" ? "error" : outcome.recorded ? "recorded" : outcome.problem;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function newLearner(): Promise<string> {
  const recording = await recordAttempt(orderAttempt("insert-first"), null);
  if (!recording.recorded) throw new Error(recording.problem);
  return recording.learnerId;
}

/** The same first answer twenty times at once, from a browser without a cookie. */
async function identicalFirstAnswers(record: Record) {
  const answers = await sendAll(record, Array<AttemptRequest>(copies).fill(repairAttempt("lock")), null);
  return {
    rows: await database().attempt.count(),
    learners: await database().learner.count(),
    differentAnswers: new Set(answers.map((answer) => JSON.stringify(answer))).size,
    outcomes: countBy(answers),
  };
}

/** Ten different numbers, all wrong, committed at once by one learner. */
async function tenDifferentTries(record: Record) {
  const learner = await newLearner();
  const requests = Array.from({ length: 10 }, (_, index) => chargesAttempt(10 + index));
  const answers = await sendAll(record, requests, learner);
  const where = { questionId: "consumers/charges" };
  const rows = await database().attempt.findMany({ where, orderBy: { try: "asc" } });
  return { tries: rows.map((row) => row.try), outcomes: countBy(answers) };
}

describe("recording", () => {
  test("twenty identical first answers in parallel make one row, one learner and twenty equal answers", async () => {
    expect(await identicalFirstAnswers(recordAttempt)).toEqual({
      rows: 1,
      learners: 1,
      differentAnswers: 1,
      outcomes: { recorded: copies },
    });
  });

  test("of ten different tries in parallel two count, and eight are told that the question is settled", async () => {
    expect(await tenDifferentTries(recordAttempt)).toEqual({ tries: [1, 2], outcomes: { recorded: 2, settled: 8 } });
  });

  test("two tabs answer two questions of a lesson at the same moment: the progress has both", async () => {
    const learners = await Promise.all(Array.from({ length: 20 }, newLearner));
    await Promise.all(
      learners.map((learner) =>
        Promise.all([recordAttempt(repairAttempt("lock"), learner), recordAttempt(chargesAttempt(2), learner)]),
      ),
    );
    for (const learner of learners) {
      const progress = (await storedProgress(learner)).get("consumers");
      expect(Object.keys(progress?.questions ?? {}).toSorted()).toEqual(["consumers/charges", "consumers/repair"]);
    }
  });

  test(`${rounds} rounds of mixed requests leave exactly the right rows, and the progress they make`, async () => {
    for (let round = 0; round < rounds; round++) {
      const [learner, other] = [await newLearner(), await newLearner()];
      const lock = repairAttempt("lock");
      const copiesOf = (request: AttemptRequest, count: number) => Array<AttemptRequest>(count).fill(request);
      const sleeps = Array.from({ length: 4 }, () => repairAttempt("sleep"));
      const numbers = Array.from({ length: 3 }, () => chargesAttempt(2));
      const answers = await Promise.all([
        sendAll(recordAttempt, [...copiesOf(lock, 8), ...copiesOf({ ...lock, confidence: "sure" }, 2)], learner),
        sendAll(recordAttempt, [...sleeps, ...numbers], learner),
        sendAll(recordAttempt, copiesOf(lock, 2), other),
        sendAll(recordAttempt, copiesOf(lock, 2), null),
        sendAll(recordAttempt, copiesOf(chargesAttempt(1), 5), null),
      ]);
      expect(answers.flat()).not.toContain("error");
      expect(countBy(answers[1] ?? [])).toMatchObject({ recorded: 2 });
      expect(countBy(answers[4] ?? [])).toEqual({ recorded: 5 });
    }

    // Each round: one row that made each of the two learners, one for the id that many sent, one `sleep`, one number,
    // and one of the reader without a cookie.
    expect(await database().attempt.count()).toBe(6 * rounds);
    expect(await database().learner.count({ where: { attempts: { none: {} } } })).toBe(0);

    const progress = () => database().lessonProgress.findMany({ orderBy: [{ learnerId: "asc" }, { lessonId: "asc" }] });
    const kept = await progress();
    await database().lessonProgress.deleteMany();
    await rebuildLessonProgress();
    expect(await progress()).toEqual(kept);
  }, 180_000);
});

/** Between SELECT and INSERT, so that the others come into the window on a slow machine too. */
const windowMs = 200;

/** The variant that looks right in review: look whether the attempt is there, otherwise insert it. */
const selectThenInsert: Record = async (request, cookie) => {
  const { question: questionId, version, ...rest } = request;
  const shown = await findShownQuestion(questionId, version);
  if (!shown || !request.answer) throw new Error("not part of these tests");
  let attempt = await database().attempt.findUnique({ where: { id: request.id } });
  if (!attempt) {
    const learnerId = cookie ?? (await database().learner.create({ data: { id: randomUUID() } })).id;
    const tries = await database().attempt.count({ where: { learnerId, questionId, version } });
    if (tries >= triesPerSitting) return { recorded: false, problem: "settled" };
    await sleep(windowMs);
    const fields = { learnerId, questionId, version, sitting: "lesson", try: tries + 1, gaveUp: false, correct: false };
    attempt = await database().attempt.create({ data: { ...rest, ...fields, answer: request.answer } });
  }
  const reply = attemptReply(attempt, shown.key, null, attempt.locale);
  return { recorded: true, learnerId: attempt.learnerId, reply };
};

describe("the broken variant, SELECT then INSERT", () => {
  test("passes when the same answer is sent twice in a row", async () => {
    const request = repairAttempt("lock");
    const first = await selectThenInsert(request, null);
    expect(await selectThenInsert(request, null)).toEqual(first);
    expect(await database().attempt.count()).toBe(1);
  });

  test("is caught by the two tests above", async () => {
    const { outcomes, learners } = await identicalFirstAnswers(selectThenInsert);
    expect(outcomes).toHaveProperty("error");
    expect(learners).toBeGreaterThan(1);
    expect((await tenDifferentTries(selectThenInsert)).outcomes).toHaveProperty("error");
  });
});
