import { questionAnchor } from "@/components/lesson/stops";
import { minutesFor } from "@/components/progress/time-left";
import type { QuestionMark } from "@/components/question/question-state";
import type { PublicLesson } from "@/lib/content/compiled";

/** Where a reader who comes back goes on. */
export interface Resume {
  /** Id of the question's element on the page. */
  anchor: string;
  /** Position in the lesson, from 1. */
  index: number;
  title: string;
  /** That the open questions still take, rounded up. */
  minutes: number;
}

/**
 * The first question that is not settled, once one has been answered. Null for who has not begun, and for who is through:
 * both start at the top.
 */
export function resumeOf(
  { sections, questions, minutes }: Pick<PublicLesson, "sections" | "questions" | "minutes">,
  marks: Readonly<Record<string, QuestionMark>>,
): Resume | null {
  const ids = sections.flatMap((section) => section.questions);
  const open = ids.filter((id) => marks[id] !== "done");
  const [next] = open;
  const hasBegun = ids.some((id) => (marks[id] ?? "open") !== "open");
  if (next === undefined || !hasBegun) return null;
  return {
    anchor: questionAnchor(next),
    index: ids.indexOf(next) + 1,
    title: questions[next]?.title ?? "",
    minutes: minutesFor({ minutes, total: ids.length, settled: ids.length - open.length }),
  };
}
