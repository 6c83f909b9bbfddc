import "server-only";
import { z } from "zod";
import { database, type Transaction } from "@/lib/db";
import { confidences } from "@/lib/progress/contract";
import { foldLesson, type LessonFold, type QuestionProgress } from "@/lib/progress/fold";

const questionsSchema = z.record(
  z.string(),
  z.object({
    state: z.enum(["second-try", "right-first", "right-second", "wrong", "gave-up"]),
    version: z.string(),
    firstTry: z.object({ correct: z.boolean(), confidence: z.enum(confidences).nullable() }),
    settledAt: z.string().nullable(),
  }) satisfies z.ZodType<QuestionProgress>,
);

/** A learner's stored progress, by lesson. */
export async function storedProgress(learnerId: string): Promise<Map<string, LessonFold>> {
  const rows = await database().lessonProgress.findMany({ where: { learnerId } });
  return new Map(rows.map((row) => [row.lessonId, { ...row, questions: questionsSchema.parse(row.questions) }]));
}

/**
 * Folds a learner's attempts in a lesson again and stores the result; call it in the transaction that adds an attempt.
 * Two tabs may answer two questions at the same moment, and neither transaction sees the other's attempt. So the row is
 * locked first, and the fold reads in a statement of its own, after the wait: whoever comes second sees both.
 */
export async function refreshLessonProgress(tx: Transaction, learnerId: string, lessonId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO lesson_progress (learner_id, lesson_id, questions, started_at, last_answered_at)
    VALUES (${learnerId}::uuid, ${lessonId}, '{}', clock_timestamp(), clock_timestamp())
    ON CONFLICT (learner_id, lesson_id) DO NOTHING`;
  await tx.$queryRaw`
    SELECT FROM lesson_progress WHERE learner_id = ${learnerId}::uuid AND lesson_id = ${lessonId} FOR UPDATE`;
  const attempts = await tx.attempt.findMany({
    where: { learnerId, shown: { lessonId } },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
  });
  const fold = foldLesson(attempts);
  const where = { learnerId_lessonId: { learnerId, lessonId } };
  if (fold === null) await tx.lessonProgress.delete({ where });
  else await tx.lessonProgress.update({ where, data: { ...fold, questions: questionsSchema.parse(fold.questions) } });
}

/**
 * Folds the progress of all learners anew from their attempts. For use after a change of the fold; answers may go on
 * coming in meanwhile.
 *
 * @returns how many lessons, counted once for each learner
 */
export async function rebuildLessonProgress(): Promise<number> {
  const lessons = await database().$queryRaw<{ learnerId: string; lessonId: string }[]>`
    SELECT DISTINCT attempt.learner_id AS "learnerId", shown.lesson_id AS "lessonId"
    FROM attempt JOIN question_version AS shown
      ON shown.question_id = attempt.question_id AND shown.version = attempt.question_version`;
  for (const { learnerId, lessonId } of lessons) {
    await database().$transaction((tx) => refreshLessonProgress(tx, learnerId, lessonId));
  }
  return lessons.length;
}
