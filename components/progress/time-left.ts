import type { CourseLesson } from "@/lib/content/compiled";
import type { LessonStanding } from "@/lib/progress/contract";

/** Minutes that the open questions of a lesson still take, rounded up: reading time goes with the questions. */
export function minutesLeft({ minutes, questions }: CourseLesson, standing: LessonStanding | null): number {
  return minutes === null ? 0 : minutesFor({ minutes, total: questions.length, settled: standing?.settled ?? 0 });
}

/** The same, for a lesson that takes so many minutes in all. */
export function minutesFor({ minutes, total, settled }: { minutes: number; total: number; settled: number }): number {
  return total === 0 ? 0 : Math.ceil((minutes * (total - settled)) / total);
}
