import "server-only";
import type { Attempt } from "@/generated/prisma/client";
import type { Answer, Rich, SecretQuestion } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import { answerSchema } from "@/lib/progress/answer";
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
  const own =
    answer.kind === "choice"
      ? question.options.find(({ id }) => id === answer.option)
      : question.wrong.find(({ value }) => value === answer.value);
  if (settled) return own && (own.run ?? own.cause) !== null ? own : question;
  return own && "safe" in own && own.safe ? own : null;
}

/** The other causes would tell what the question asks: they come when it is settled. */
function trafficOf(cause: string | null | undefined, settled: boolean, { traffic }: SecretQuestion): AttemptReply["traffic"] {
  if (!cause || !traffic) return null;
  return { shown: settled ? traffic : { ...traffic, causes: traffic.causes.filter(({ name }) => name === cause) }, cause };
}

function feedbackOn(answer: Answer, correct: boolean, question: SecretQuestion, locale: Locale): Rich | null {
  if (answer.kind === "choice") {
    return question.options.find((option) => option.id === answer.option)?.feedback[locale] ?? null;
  }
  const known = question.wrong.find((wrong) => wrong.value === answer.value)?.feedback;
  return (correct ? question.right : (known ?? question.otherwise))?.[locale] ?? null;
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
  };
}
