import type { LabScenario } from "@/lib/content/compiled";
import type { CourseStanding } from "@/lib/progress/contract";
import type { HandlerDeclaration } from "@/lib/simulator/scenario/scenario";

/** Handlers of a scenario as far as a reader may see them, and the questions that keep the others closed. */
export interface OpenHandlers {
  handlers: readonly HandlerDeclaration[];
  closed: number;
  /** Questions, as `lesson/question`, that are not settled yet. */
  questions: readonly string[];
}

/**
 * The handler that a lesson asks about and its variants are open to everybody. Repairs and tempting repairs answer the
 * questions of the lesson: they open once all of these are settled, and at once where no question is about them.
 * @param standing null while the database does not answer
 */
export function openHandlers({ scenario, questions }: LabScenario, standing: CourseStanding | null): OpenHandlers {
  const states = Object.assign({}, ...(standing?.lessons ?? []).map((lesson) => lesson.questions)) as Record<string, string>;
  const unsettled = questions.filter((question) => ["open", "second-try"].includes(states[question] ?? "open"));
  const isOpen = ({ name }: HandlerDeclaration) => unsettled.length === 0 || !/^(?:fixed|tempting)(?:-|$)/.test(name);
  const handlers = scenario.handlers.filter(isOpen);
  return { handlers, closed: scenario.handlers.length - handlers.length, questions: unsettled };
}
