import { standingOf } from "@/components/progress/next-step";
import type { CourseLesson } from "@/lib/content/compiled";
import type { CourseStanding, FirstTry, QuestionState } from "@/lib/progress/contract";

/** A question with what the learner made of it. */
export interface AnsweredQuestion {
  question: CourseLesson["questions"][number];
  /** Position in the lesson, from 1. */
  number: number;
  state: QuestionState;
  firstTry: FirstTry | null;
}

/** The questions of a lesson in page order. */
export function answersOf(lesson: CourseLesson, standing: CourseStanding | null): AnsweredQuestion[] {
  const lessonStanding = standingOf(standing, lesson);
  return lesson.questions.map((question, index) => ({
    question,
    number: index + 1,
    state: lessonStanding?.questions[question.id] ?? "open",
    firstTry: lessonStanding?.firstTries[question.id] ?? null,
  }));
}

/** The first answer was wrong although the learner was sure: here the picture of the system is off. */
export function isSureAndWrong({ firstTry }: AnsweredQuestion): boolean {
  return firstTry !== null && !firstTry.correct && firstTry.confidence === "sure";
}
