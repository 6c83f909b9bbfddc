import "server-only";
import { nextStepAnchor } from "@/components/lesson/next-step";
import { questionAnchor } from "@/components/lesson/stops";
import type { QuestionProps } from "@/components/question/question";
import { markOf, type QuestionMark } from "@/components/question/question-state";
import type { PublicLesson, PublicQuestion } from "@/lib/content/compiled";
import { shuffledOptions } from "@/lib/content/shuffle";
import type { Translator } from "@/lib/i18n";
import type { AttemptReply } from "@/lib/progress/contract";

export interface QuestionsOnPage {
  /** What `Question` needs, by question id. */
  byId: Readonly<Record<string, Omit<QuestionProps, "locale">>>;
  marks: Readonly<Record<string, QuestionMark>>;
}

/**
 * The questions of a lesson as this reader gets them: in the order of the page, options in the order in which they were
 * shown before, or shuffled for this learner.
 * @param learner null before the first answer
 */
export function questionsOf(
  lesson: PublicLesson,
  replies: Readonly<Record<string, AttemptReply[]>>,
  learner: string | null,
  t: Translator,
): QuestionsOnPage {
  const ids = lesson.sections.flatMap(({ questions }) => questions);
  const asked = ids.flatMap((id) => lesson.questions[id] ?? []);
  const byId = Object.fromEntries(
    asked.map((question, index) => {
      const stored = replies[question.id] ?? [];
      const props: Omit<QuestionProps, "locale"> = {
        question: inOrder(question, stored[0]?.shownOrder ?? shuffledOptions(question, learner)),
        stored,
        code: question.kind === "place" ? codeOf(lesson, question) : [],
        anchor: questionAnchor(question.id),
        position: t("question.position", { index: index + 1, total: asked.length }),
        next: nextAfter(question, asked[index + 1], lesson, t),
      };
      return [question.id, props];
    }),
  );
  return { byId, marks: Object.fromEntries(ids.map((id) => [id, markOf(replies[id] ?? [])])) };
}

/** The code in which places are picked: the file that runs. */
function codeOf({ snippets }: PublicLesson, { snippet }: PublicQuestion): QuestionProps["code"] {
  const tabs = snippets[snippet]?.tabs ?? [];
  return (tabs.find(({ runs }) => runs) ?? tabs[0])?.lines ?? [];
}

/** Stored ids of options that have gone since are skipped; options that have come since stand last. */
function inOrder(question: PublicQuestion, order: readonly string[]): PublicQuestion {
  const known = order.flatMap((id) => question.options.find((option) => option.id === id) ?? []);
  return { ...question, options: [...new Set([...known, ...question.options])] };
}

function nextAfter(question: PublicQuestion, next: PublicQuestion | undefined, lesson: PublicLesson, t: Translator) {
  if (next?.snippet === question.snippet) {
    const label = next.asks === "repair" ? t("question.nextRepair") : t("question.nextQuestion");
    return { anchor: questionAnchor(next.id), label };
  }
  // The next question is about other code: that section comes first.
  const here = lesson.sections.findIndex(({ questions }) => questions.includes(question.id));
  const section = lesson.sections[here + 1];
  if (section?.kind === "snippet") return { anchor: section.id, label: t("question.nextSnippet") };
  if (section?.kind === "summary") return { anchor: section.id, label: t("question.nextSummary") };
  return { anchor: section?.id ?? nextStepAnchor, label: t("question.nextNone") };
}
