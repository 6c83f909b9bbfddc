import { numberText, type AnsweredRow } from "@/components/question/answered";
import type { QuestionState } from "@/components/question/question-state";
import type { PublicQuestion, Rich } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";

/** Feedback that `rows` do not show: the other options, or the other known values of a number. */
export function otherFeedback(
  question: PublicQuestion,
  rows: readonly AnsweredRow[],
  { replies }: QuestionState,
  locale: Locale,
): { id: string; text: Rich; feedback: Rich }[] {
  const shown = new Set(rows.flatMap(({ id, feedback }) => (feedback ? id : [])));
  const texts = new Map(question.options.map(({ id, text }) => [id, text]));
  const told = replies.at(-1)?.reveal?.options ?? [];
  // Where each repair stands is best read in the order in which they stand.
  const sorted = question.kind === "order" ? told.toSorted((a, b) => rowIndex(rows, a.id) - rowIndex(rows, b.id)) : told;
  return sorted
    .filter(({ id }) => !shown.has(id))
    .map(({ id, feedback }) => ({ id, text: texts.get(id) ?? numberText(question, id, locale), feedback }));
}

function rowIndex(rows: readonly AnsweredRow[], id: string): number {
  return rows.findIndex((row) => row.id === id);
}
