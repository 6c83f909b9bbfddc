import type { Course, CourseLesson } from "@/lib/content/compiled";
import type { CourseStanding, FirstTry, QuestionState } from "@/lib/progress/contract";

/** A course for tests: two questions in the first lesson, three in the second, the third unwritten, two cases. */
export const course: Course = {
  lessons: [
    lesson("first", "junior", 2),
    lesson("second", "middle", 3),
    lesson("third", "senior", null),
    lesson("case-one", "orbit", 1),
    lesson("case-two", "orbit", null),
  ],
};

function lesson(slug: string, level: CourseLesson["level"], questions: number | null): CourseLesson {
  return {
    slug,
    level,
    title: { ru: slug, en: slug },
    written: questions !== null,
    minutes: questions === null ? null : questions * 4,
    questions: Array.from({ length: questions ?? 0 }, (_, index) => ({
      id: `${slug}/q${index + 1}`,
      version: "1",
      section: "section",
      title: { ru: `вопрос ${index + 1}`, en: `question ${index + 1}` },
    })),
  };
}

/** The standing that follows from answers, given by question id in the order in which they were answered. */
export function standingAfter(
  answers: Record<string, QuestionState>,
  firstTries: Record<string, FirstTry> = {},
): CourseStanding {
  const newest = Object.keys(answers).at(-1);
  return {
    current: newest?.split("/")[0] ?? null,
    lessons: course.lessons.map(({ slug, questions }) => {
      const states = questions.map(({ id }): [string, QuestionState] => [id, answers[id] ?? "open"]);
      const open = states.filter(([, state]) => state === "open" || state === "second-try");
      return {
        lesson: slug,
        questions: Object.fromEntries(states),
        firstTries: Object.fromEntries(
          states.flatMap(([id, state]) =>
            state === "open" ? [] : [[id, firstTries[id] ?? { correct: state === "right-first", confidence: "likely" }]],
          ),
        ),
        settled: questions.length - open.length,
        total: questions.length,
        startedAt: null,
        completedAt: null,
        next: open[0]?.[0] ?? null,
      };
    }),
  };
}
