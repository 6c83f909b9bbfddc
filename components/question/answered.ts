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
  /** Of an order: where the learner has put it, counted from 1, if that is somewhere else. */
  yourPlace?: number | null;
}

/**
 * The rows as they stand while they take no input: what was chosen, what was tried first, and, once the server has said
 * so, what is right. For numbers and places there is a row for each value or place that plays a part; an order stands in
 * the learner's order, and in the right one as soon as it is known.
 * @param options in the order to show
 */
export function answeredRows(
  question: PublicQuestion,
  options: PublicQuestion["options"],
  state: QuestionState,
  locale: Locale,
): AnsweredRow[] {
  if (question.kind === "order") return orderedRows(options, state);
  const latest = state.replies.at(-1);
  // While the second answer is made or on its way, the first one's feedback is what there is to go by.
  const chosen = idsOf(currentAnswer(state));
  const tried = idsOf(state.replies.find(({ answer }) => answer && String(idsOf(answer)) !== String(chosen))?.answer);
  const key = idsOf(latest?.reveal?.key);
  const answered = idsOf(latest?.answer);
  const told = toldBy(state);
  const verdictOn = (id: string): AnsweredRow["verdict"] => {
    if (!latest || !answered.includes(id)) return null;
    if (question.kind !== "several") return latest.correct ? "right" : "wrong";
    if (latest.wrongOptions.some((wrong) => wrong.id === id)) return "wrong";
    return key.includes(id) ? "right" : null;
  };

  return rowsOf(question, options, [...tried, ...chosen, ...key], locale).map(({ id, text }) => {
    const marks: RowMark[] = [];
    if (chosen.includes(id)) marks.push("yourAnswer");
    if (tried.includes(id)) marks.push("yourFirstTry");
    if (key.includes(id)) marks.push("rightAnswer");
    const open = answered.includes(id) || key.includes(id);
    return { id, text, marks, verdict: verdictOn(id), feedback: (open && told.get(id)) || null };
  });
}

/** What the learner has answered last; null while a further answer is being made. */
function currentAnswer(state: QuestionState): Answer | null | undefined {
  if (state.phase === "committed") return state.request.answer;
  return state.phase === "choosing" ? null : state.replies.at(-1)?.answer;
}

/** Feedback by option or value, as far as the server has given it. */
function toldBy({ replies }: QuestionState): ReadonlyMap<string, Rich> {
  const latest = replies.at(-1);
  const told = new Map(latest?.reveal?.options.map(({ id, feedback }) => [id, feedback]));
  for (const { id, feedback } of latest?.wrongOptions ?? []) told.set(id, feedback);
  const [answered] = idsOf(latest?.answer);
  if (latest?.feedback && answered !== undefined && !("options" in (latest.answer ?? {}))) told.set(answered, latest.feedback);
  return told;
}

/** All options, or, for numbers and places, those that play a part. */
function rowsOf(question: PublicQuestion, options: PublicQuestion["options"], parts: readonly string[], locale: Locale) {
  if (question.kind === "number") return [...new Set(parts)].map((id) => ({ id, text: numberText(question, id, locale) }));
  return question.kind === "place" ? options.filter(({ id }) => parts.includes(id)) : options;
}

/** The learner's own order, the last one where the question was given up; and the right one, as soon as it is known. */
function ordersOf(state: QuestionState) {
  const yours = idsOf(currentAnswer(state) ?? state.replies.findLast(({ answer }) => answer)?.answer);
  return { yours, key: idsOf(state.replies.at(-1)?.reveal?.key) };
}

function orderedRows(options: PublicQuestion["options"], state: QuestionState): AnsweredRow[] {
  const { yours, key } = ordersOf(state);
  const order = key.length > 0 ? key : yours;
  const told = toldBy(state);
  return options
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .map(({ id, text }, index) => {
      const moved = key.length > 0 && yours.length > 0 && yours.indexOf(id) !== index;
      const feedback = (moved && told.get(id)) || null;
      return { id, text, marks: [], verdict: null, feedback, yourPlace: moved ? yours.indexOf(id) + 1 : null };
    });
}

/** Whose order the rows stand in: an order is marked as a whole. None for other kinds. */
export function marksOnWhole({ kind }: PublicQuestion, state: QuestionState): RowMark[] {
  if (kind !== "order") return [];
  const { yours, key } = ordersOf(state);
  if (key.length === 0) return ["yourAnswer"];
  return String(yours) === String(key) ? ["yourAnswer", "rightAnswer"] : ["rightAnswer"];
}

/** What is said about an answer of several parts as a whole: that something is missing, or what its order gets wrong. */
export function feedbackOnWhole(question: PublicQuestion, state: QuestionState): { verdict: "right" | "wrong"; feedback: Rich } | null {
  const latest = state.phase === "committed" ? undefined : state.replies.at(-1);
  if (!latest?.feedback || (question.kind !== "several" && question.kind !== "order")) return null;
  return { verdict: latest.correct ? "right" : "wrong", feedback: latest.feedback };
}

/** A number as the page writes it, with its unit. */
export function numberText({ unit }: PublicQuestion, value: string, locale: Locale): Rich {
  const number = new Intl.NumberFormat(locale).format(Number(value));
  return [unit ? `${number} ${unit}` : number];
}

/** Option ids of an answer, or its number as text; none for no answer. */
export function idsOf(answer: Answer | null | undefined): readonly string[] {
  if (!answer) return [];
  if ("options" in answer) return answer.options;
  return ["option" in answer ? answer.option : String(answer.value)];
}
