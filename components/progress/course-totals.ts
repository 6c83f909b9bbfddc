import type { Course } from "@/lib/content/compiled";
import type { CourseStanding } from "@/lib/progress/contract";
import { standingOf } from "@/components/progress/next-step";
import { minutesLeft } from "@/components/progress/time-left";

export interface CourseTotals {
  /** Questions of the written lessons. */
  total: number;
  settled: number;
  rightAtFirstTry: number;
  minutesLeft: number;
  /** `empty` before the first answer, `complete` when no written question is open. */
  state: "empty" | "partial" | "complete";
}

/** The course in numbers, over written lessons only. */
export function courseTotals(course: Course, standing: CourseStanding | null): CourseTotals {
  const lessons = course.lessons.filter((lesson) => lesson.written);
  const total = lessons.reduce((sum, lesson) => sum + lesson.questions.length, 0);
  const standings = lessons.map((lesson) => standingOf(standing, lesson));
  const settled = standings.reduce((sum, item) => sum + (item?.settled ?? 0), 0);
  const firstTries = standings.flatMap((item) => Object.values(item?.firstTries ?? {}));
  return {
    total,
    settled,
    rightAtFirstTry: firstTries.filter((firstTry) => firstTry.correct).length,
    minutesLeft: lessons.reduce((sum, lesson) => sum + minutesLeft(lesson, standingOf(standing, lesson)), 0),
    state: firstTries.length === 0 ? "empty" : settled === total ? "complete" : "partial",
  };
}
