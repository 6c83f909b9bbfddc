import type { QuestionState } from "@/components/question/question-state";
import type { Answer, PublicQuestion, Rich } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";

export type RowMark = "yourAnswer" | "yourFirstTry" | "rightAnswer";

/** A row of a question that takes no input at the moment. */
export interface AnsweredRow {
  /** Option id, or the value of a number as text. */
  id: string;
  text: Rich;
  marks: readonly RowMark[];
  /** The verdict that stands before the feedback; null where the row was not answered. */
  verdict: "right" | "wrong" | null;
  feedback: Rich | null;
}

/**
 * The rows as they stand while they take no input: which one was chosen, which one was tried first, and, once the
 * server has said so, which one is right. For numbers there is a row for each value that plays a part.
 * @param options in the order to show
 */
export function answeredRows(
  question: PublicQuestion,
  options: PublicQuestion["options"],
  state: QuestionState,
  locale: Locale,
): AnsweredRow[] {
  const latest = state.replies.at(-1);
  // While the second answer is made or on its way, the first one's feedback is what there is to go by.
  const chosen = idOf(state.phase === "committed" ? state.request.answer : state.phase === "choosing" ? null : latest?.answer);
  const tried = idOf(state.replies.find(({ answer }) => answer && idOf(answer) !== chosen)?.answer);
  const key = idOf(latest?.reveal?.key);
  const told = new Map(latest?.reveal?.options.map(({ id, feedback }) => [id, feedback]));
  const answered = idOf(latest?.answer);
  if (latest?.feedback && answered !== null) told.set(answered, latest.feedback);

  const ids = [...new Set([tried, chosen, key])].filter((id) => id !== null);
  const rows = question.kind === "choice" ? options : ids.map((id) => ({ id, text: numberText(question, id, locale) }));
  return rows.map(({ id, text }) => {
    const marks: RowMark[] = [];
    if (id === chosen) marks.push("yourAnswer");
    if (id === tried) marks.push("yourFirstTry");
    if (id === key) marks.push("rightAnswer");
    const open = id === answered || id === key;
    const verdict = id === answered && latest ? (latest.correct ? "right" : "wrong") : null;
    return { id, text, marks, verdict, feedback: (open && told.get(id)) || null };
  });
}

/** Feedback that `rows` do not show: the other options, or the other known values of a number. */
export function otherFeedback(
  question: PublicQuestion,
  rows: readonly AnsweredRow[],
  { replies }: QuestionState,
  locale: Locale,
): { id: string; text: Rich; feedback: Rich }[] {
  const shown = new Set(rows.flatMap(({ id, feedback }) => (feedback ? id : [])));
  const texts = new Map(question.options.map(({ id, text }) => [id, text]));
  return (replies.at(-1)?.reveal?.options ?? [])
    .filter(({ id }) => !shown.has(id))
    .map(({ id, feedback }) => ({ id, text: texts.get(id) ?? numberText(question, id, locale), feedback }));
}

function numberText({ unit }: PublicQuestion, value: string, locale: Locale): Rich {
  const number = new Intl.NumberFormat(locale).format(Number(value));
  return [unit ? `${number} ${unit}` : number];
}

function idOf(answer: Answer | null | undefined): string | null {
  if (!answer) return null;
  return answer.kind === "choice" ? answer.option : String(answer.value);
}
