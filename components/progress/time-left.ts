import type { CourseLesson } from "@/lib/content/compiled";
import type { LessonStanding } from "@/lib/progress/contract";

/** Minutes that the open questions of a lesson still take, rounded up: reading time goes with the questions. */
export function minutesLeft(lesson: CourseLesson, standing: LessonStanding | null): number {
  const total = lesson.questions.length;
  if (lesson.minutes === null || total === 0) return 0;
  return Math.ceil((lesson.minutes * (total - (standing?.settled ?? 0))) / total);
}
