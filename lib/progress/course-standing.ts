import "server-only";
import type { CourseLesson } from "@/lib/content/compiled";
import { course } from "@/lib/content/load";
import type { CourseStanding, LessonStanding, QuestionState } from "@/lib/progress/contract";
import type { LessonFold } from "@/lib/progress/fold";
import { storedProgress } from "@/lib/progress/lesson-progress";

/**
 * Where a learner stands in each lesson of the course, in its order. Null stands for a reader who has not answered
 * anything and asks no database.
 */
export async function courseStanding(learnerId: string | null): Promise<CourseStanding> {
  const progress = learnerId === null ? new Map<string, LessonFold>() : await storedProgress(learnerId);
  const { lessons } = course();
  const answeredAt = (slug: string) => progress.get(slug)?.lastAnsweredAt.getTime() ?? 0;
  const newest = lessons.toSorted((one, other) => answeredAt(other.slug) - answeredAt(one.slug))[0];
  return {
    lessons: lessons.map((lesson) => lessonStanding(lesson, progress.get(lesson.slug) ?? null)),
    current: newest && progress.has(newest.slug) ? newest.slug : null,
  };
}

/** Today's questions of a lesson, with what the learner's answers say about them. */
export function lessonStanding(lesson: CourseLesson, progress: LessonFold | null): LessonStanding {
  const known = lesson.questions.map(({ id }) => ({ id, ...progress?.questions[id] }));
  const open = known.filter((question) => !question.settledAt);
  const settledAt = known.map((question) => question.settledAt ?? "").toSorted();
  return {
    lesson: lesson.slug,
    questions: Object.fromEntries(known.map(({ id, state }): [string, QuestionState] => [id, state ?? "open"])),
    firstTries: Object.fromEntries(known.flatMap(({ id, firstTry }) => (firstTry ? [[id, firstTry]] : []))),
    settled: known.length - open.length,
    total: known.length,
    startedAt: progress?.startedAt.toISOString() ?? null,
    completedAt: open.length === 0 ? (settledAt.at(-1) ?? null) : null,
    next: open[0]?.id ?? null,
  };
}
