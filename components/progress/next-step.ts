import type { Course, CourseLesson } from "@/lib/content/compiled";
import type { CourseStanding, LessonStanding } from "@/lib/progress/contract";

export interface NextStep {
  lesson: CourseLesson;
  /** Position in the course, from 1. */
  lessonNumber: number;
  question: CourseLesson["questions"][number];
  /** Position in the lesson, from 1. */
  questionNumber: number;
}

export function standingOf(standing: CourseStanding | null, lesson: CourseLesson): LessonStanding | null {
  return standing?.lessons.find((item) => item.lesson === lesson.slug) ?? null;
}

/**
 * The question to answer next: the first open one of the lesson answered last, otherwise of the lessons after it,
 * otherwise of those before. Without a standing, the first question of the course. Null when nothing written is open.
 */
export function nextStep(course: Course, standing: CourseStanding | null): NextStep | null {
  const current = course.lessons.findIndex((lesson) => lesson.slug === standing?.current);
  const start = Math.max(current, 0);
  for (let offset = 0; offset < course.lessons.length; offset += 1) {
    const index = (start + offset) % course.lessons.length;
    const lesson = course.lessons[index];
    if (!lesson?.written) continue;
    const position = openQuestion(lesson, standingOf(standing, lesson));
    const question = lesson.questions[position];
    if (question) return { lesson, lessonNumber: index + 1, question, questionNumber: position + 1 };
  }
  return null;
}

/** Index of the first question that is not settled; -1 when all are. */
function openQuestion(lesson: CourseLesson, standing: LessonStanding | null): number {
  if (!standing) return lesson.questions.length > 0 ? 0 : -1;
  return lesson.questions.findIndex((question) => question.id === standing.next);
}

/** Address of a question on its lesson's page, below the language. */
export function questionPath(id: string): string {
  const [lesson, anchor] = id.split("/");
  return `/lessons/${lesson}#${anchor}`;
}
