import type { QuestionState } from "@/components/question/question-state";
import type { Answer, PublicQuestion, Rich } from "@/lib/content/compiled";

export type RowMark = "yourAnswer" | "yourFirstTry" | "rightAnswer";

/** A row of a question that takes no input at the moment. */
export interface AnsweredRow {
  /** Option id, or the value of a number as text. */
  id: string;
  text: Rich;
  marks: readonly RowMark[];
  feedback: Rich | null;
}

/**
 * The rows as they stand while an answer is locked: which one was chosen, which one was tried first, and, once the
 * server has said so, which one is right. For numbers there is a row for each value that plays a part.
 */
export function answeredRows(question: PublicQuestion, state: QuestionState): AnsweredRow[] {
  const latest = state.phase === "committed" ? state.request : state.replies.at(-1);
  const lastReply = state.phase === "committed" ? undefined : state.replies.at(-1);
  const reveal = lastReply?.reveal ?? null;
  const chosen = latest ? idOf(latest.answer) : null;
  const earlier = state.replies.find(({ id, answer }) => answer && id !== latest?.id);
  const tried = idOf(earlier?.answer ?? null);
  const key = idOf(reveal?.key ?? null);

  function marks(id: string): RowMark[] {
    const all: RowMark[] = [];
    if (id === chosen) all.push("yourAnswer");
    else if (id === tried) all.push("yourFirstTry");
    if (id === key) all.push("rightAnswer");
    return all;
  }
  function feedback(id: string): Rich | null {
    if (id === chosen) return lastReply?.feedback ?? null;
    return id === key ? feedbackOn(id) : null;
  }
  const feedbackOn = (id: string) => reveal?.options.find((option) => option.id === id)?.feedback ?? null;

  const rows =
    question.kind === "choice"
      ? question.options
      : [...new Set([tried, chosen, key])].flatMap((id) => (id === null ? [] : { id, text: numberText(question, id) }));
  return rows.map(({ id, text }) => ({ id, text, marks: marks(id), feedback: feedback(id) }));
}

/** Feedback that the rows do not show: the other options, or the other known values of a number. */
export function otherFeedback(question: PublicQuestion, state: QuestionState): { id: string; text: Rich; feedback: Rich }[] {
  const reveal = state.replies.at(-1)?.reveal;
  if (!reveal) return [];
  const shown = new Set(answeredRows(question, state).flatMap(({ id, feedback }) => (feedback ? id : [])));
  const byId = new Map(question.options.map(({ id, text }) => [id, text]));
  return reveal.options
    .filter(({ id }) => !shown.has(id))
    .map(({ id, feedback }) => ({ id, text: byId.get(id) ?? numberText(question, id), feedback }));
}

/** "charges: 2": the order in which no language has to decline the unit. */
function numberText(question: PublicQuestion, value: string): Rich {
  return [question.unit ? `${question.unit}: ${value}` : value];
}

function idOf(answer: Answer | null): string | null {
  if (!answer) return null;
  return answer.kind === "choice" ? answer.option : String(answer.value);
}
