import "server-only";
import type { Attempt } from "@/generated/prisma/client";
import type { Answer, Rich, SecretFeedback, SecretQuestion } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { answerSchema, optionsOf } from "@/lib/progress/answer";
import type { AttemptReply, Reveal } from "@/lib/progress/contract";
import { isSettled } from "@/lib/progress/fold";

/**
 * What the learner gets to read about a stored attempt: a function of its row, of the key of the version shown and of
 * today's texts, so the first reply and every repetition are the same. While a try is left it holds nothing but the
 * verdict and the feedback on the learner's own answer.
 *
 * @param key right answer of the version shown
 * @param question today's texts; null when the question is gone. Texts that are gone with an option are left out.
 */
export function attemptReply(
  attempt: Attempt,
  key: Answer,
  question: SecretQuestion | null,
  locale: Locale,
): AttemptReply {
  const answer = answerSchema.nullable().parse(attempt.answer);
  const settled = isSettled(attempt);
  const shown = question && showing(answer, attempt.correct, settled, question);
  return {
    id: attempt.id,
    question: attempt.questionId,
    version: attempt.version,
    answer,
    confidence: attempt.confidence,
    shownOrder: attempt.shownOrder,
    correct: attempt.correct,
    try: attempt.try,
    settled,
    feedback: answer && question && feedbackOn(answer, attempt.correct, question, locale),
    wrongOptions: answer && question ? feedbackOnOptions(answer, question, locale) : [],
    run: shown?.run ?? null,
    traffic: question && trafficOf(shown?.cause, settled, question),
    reveal: settled ? reveal(key, question, locale) : null,
  };
}

/** What shows an answer: a run, or the cause of a traffic. */
type Showing = Pick<SecretQuestion, "run" | "cause">;

/** What the learner gets to see happen. A wrong number never shows it before the second try: it would tell the answer. */
function showing(answer: Answer | null, correct: boolean, settled: boolean, question: SecretQuestion): Showing | null {
  if (correct || answer === null) return settled ? question : null;
  const own = mistakesIn(answer, question).filter(({ run, cause }) => (run ?? cause) !== null);
  if (settled) return own[0] ?? question;
  return own.find((mistake) => "safe" in mistake && mistake.safe) ?? null;
}

/** What its author knows to be wrong in a wrong answer: options, a value, or a pair in the wrong order. */
function mistakesIn(answer: Answer, question: SecretQuestion): (SecretQuestion["options"][number] | SecretFeedback)[] {
  switch (answer.kind) {
    case "number":
      return question.wrong.filter(({ value }) => value === answer.value);
    case "order":
      return wrongPairs(answer.options, question);
    default:
      return wrongOptions(answer, question);
  }
}

/** The options of an answer that are wrong. */
function wrongOptions(answer: Answer, { key, options }: SecretQuestion): SecretQuestion["options"] {
  const [chosen, right] = [optionsOf(answer), optionsOf(key)];
  return options.filter(({ id }) => chosen.includes(id) && !right.includes(id));
}

/** The pairs that an order turns round, as their author ranks them. */
function wrongPairs(order: readonly string[], { pairs }: SecretQuestion): SecretQuestion["pairs"] {
  return pairs.filter(({ first, then }) => order.indexOf(first) < order.indexOf(then));
}

/** The other causes would tell what the question asks: they come when it is settled. */
function trafficOf(cause: string | null | undefined, settled: boolean, { traffic }: SecretQuestion): AttemptReply["traffic"] {
  if (!cause || !traffic) return null;
  return { shown: settled ? traffic : { ...traffic, causes: traffic.causes.filter(({ name }) => name === cause) }, cause };
}

function feedbackOn(answer: Answer, correct: boolean, question: SecretQuestion, locale: Locale): Rich | null {
  if ("option" in answer) return question.options.find(({ id }) => id === answer.option)?.feedback[locale] ?? null;
  if (answer.kind === "several") {
    const isComplete = optionsOf(question.key).every((option) => answer.options.includes(option));
    return (!isComplete && question.incomplete?.[locale]) || null;
  }
  const [known] = mistakesIn(answer, question);
  return (correct ? question.right : (known?.feedback ?? question.otherwise))?.[locale] ?? null;
}

/** Of several options those that are wrong, each with why: which of the others are right stays open as long as a try is left. */
function feedbackOnOptions(answer: Answer, question: SecretQuestion, locale: Locale): AttemptReply["wrongOptions"] {
  if (answer.kind !== "several") return [];
  return wrongOptions(answer, question).map(({ id, feedback }) => ({ id, feedback: feedback[locale] }));
}

function reveal(key: Answer, question: SecretQuestion | null, locale: Locale): Reveal {
  if (question === null) return { key, explanation: [], options: [] };
  const { options, wrong, right } = question;
  const values = wrong.map(({ value, feedback }) => ({ id: String(value), feedback }));
  if (key.kind === "number" && right) values.unshift({ id: String(key.value), feedback: right });
  return {
    key,
    explanation: question.explanation[locale],
    options: [...options, ...values].map(({ id, feedback }) => ({ id, feedback: feedback[locale] })),
    ...(question.whatIf && { whatIf: question.whatIf }),
  };
}
