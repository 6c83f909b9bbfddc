import type { Course, Rich, SecretLesson, SecretQuestion, ShownRun } from "@/lib/content/compiled";
import type { ContentStore } from "@/lib/content/store";
import type { Locale } from "@/lib/locale";

/**
 * A small course that takes the place of the compiled one in tests: a lesson with a number and a choice, and a lesson
 * with one choice.
 */

/** The kind of text that a feedback is, in both languages. */
export function both(text: string): Record<Locale, Rich> {
  return { ru: [`${text} (ru)`], en: [`${text} (en)`] };
}

/** Stands for a run of the simulator: nothing here looks into it but for the name of its scenario. */
export function shownRun(name: string): ShownRun {
  return { frames: { scenario: name }, setup: {} } as unknown as ShownRun;
}

const charges: SecretQuestion = {
  id: "consumers/charges",
  version: "v1",
  kind: "number",
  key: { kind: "number", value: 2 },
  options: [],
  pairs: [],
  incomplete: null,
  wrong: [{ value: 1, misconception: "select-is-a-lock", feedback: both("one"), run: null, cause: null }],
  right: both("two"),
  otherwise: both("another number"),
  explanation: both("why two"),
  run: null,
  cause: null,
  traffic: null,
};

const repair: SecretQuestion = {
  id: "consumers/repair",
  version: "v2",
  kind: "choice",
  key: { kind: "choice", option: "unique-key" },
  options: [
    { id: "unique-key", misconception: null, safe: false, feedback: both("a key"), run: null, cause: null },
    { id: "lock", misconception: "lock-is-enough", safe: true, feedback: both("a lock"), run: shownRun("a lock"), cause: null },
    { id: "sleep", misconception: "time-heals", safe: false, feedback: both("sleep"), run: shownRun("sleep"), cause: null },
  ],
  wrong: [],
  pairs: [],
  right: null,
  otherwise: null,
  incomplete: null,
  explanation: both("why a key"),
  run: shownRun("why a key"),
  cause: null,
  traffic: null,
};

const order: SecretQuestion = {
  ...repair,
  id: "inbox/order",
  version: "v1",
  key: { kind: "choice", option: "insert-first" },
  options: [
    { id: "insert-first", misconception: null, safe: false, feedback: both("insert first"), run: null, cause: null },
    { id: "act-first", misconception: "ack-comes-last", safe: false, feedback: both("act first"), run: null, cause: null },
  ],
};

const lessons: Record<string, SecretLesson> = {
  consumers: { slug: "consumers", questions: { [charges.id]: charges, [repair.id]: repair } },
  inbox: { slug: "inbox", questions: { [order.id]: order } },
};

export const testCourse: Course = {
  lessons: [
    courseLesson("consumers", [charges, repair]),
    courseLesson("inbox", [order]),
    { ...courseLesson("unwritten", []), written: false, minutes: null },
  ],
};

function courseLesson(slug: string, questions: SecretQuestion[]): Course["lessons"][number] {
  return {
    slug,
    level: "middle",
    title: { ru: slug, en: slug },
    written: true,
    minutes: 5,
    questions: questions.map(({ id, version }) => ({ id, version, section: "s", title: { ru: id, en: id } })),
  };
}

/** Stands in for the module `@/lib/content/load`. */
export const testContent: ContentStore = {
  course: () => testCourse,
  glossary: () => ({ themes: [], sources: { ru: {}, en: {} } }),
  publicLesson: () => null,
  secretLesson: (slug: string) => lessons[slug] ?? null,
  secretQuestion: (id: string) => lessons[id.split("/")[0] ?? ""]?.questions[id] ?? null,
  labScenarios: () => [],
  labScenario: () => null,
  questionVersions: () =>
    [charges, repair, order].map(({ id, version, kind, key, options }) => ({
      questionId: id,
      version,
      lessonId: id.split("/")[0] ?? "",
      kind,
      key,
      options: options.map((option) => option.id),
    })),
};
