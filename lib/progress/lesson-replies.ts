import "server-only";
import { secretLesson } from "@/lib/content/load";
import { database } from "@/lib/db";
import type { Locale } from "@/lib/locale";
import { attemptReply } from "@/lib/progress/attempt-reply";
import type { AttemptReply } from "@/lib/progress/contract";

/**
 * What a page shows of a learner's earlier answers in a lesson: by `lesson/question`, each with its tries in order.
 * Only answers to the version on the page: an answer to an older one keeps its place in the learner's progress, but is
 * not shown beside a text it was not given to.
 */
export async function lessonReplies(
  learnerId: string,
  lessonSlug: string,
  locale: Locale,
): Promise<Record<string, AttemptReply[]>> {
  const questions = Object.values(secretLesson(lessonSlug)?.questions ?? {});
  const attempts = await database().attempt.findMany({
    where: { learnerId, OR: questions.map(({ id, version }) => ({ questionId: id, version })) },
    orderBy: { try: "asc" },
  });
  const replies: Record<string, AttemptReply[]> = {};
  for (const question of questions) {
    const tries = attempts.filter((attempt) => attempt.questionId === question.id);
    if (tries.length === 0) continue;
    replies[question.id] = tries.map((attempt) => attemptReply(attempt, question.key, question, locale));
  }
  return replies;
}
