import "server-only";
import { randomUUID } from "node:crypto";
import type { Attempt } from "@/generated/prisma/client";
import type { Answer } from "@/lib/content/compiled";
import { secretQuestion } from "@/lib/content/load";
import { database, type Transaction } from "@/lib/db";
import { answerSchema, isSameAnswer, optionsOf } from "@/lib/progress/answer";
import { attemptReply } from "@/lib/progress/attempt-reply";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";
import { isSettled } from "@/lib/progress/fold";
import { refreshLessonProgress } from "@/lib/progress/lesson-progress";
import type { ProblemName } from "@/lib/progress/problems";
import { findShownQuestion, type ShownQuestion } from "@/lib/progress/question-versions";

/** New attempts of one learner per minute; nobody reads that fast. Repetitions of stored attempts are not counted. */
export const newAttemptsPerMinute = 60;

export type Refusal = {
  problem: Extract<
    ProblemName,
    "unknown-question" | "does-not-fit" | "other-learner" | "other-answer" | "same-answer" | "settled" | "too-many"
  >;
  /** Whole seconds; only for `too-many`. */
  retryAfter?: number;
};

export type Recording = { recorded: true; learnerId: string; reply: AttemptReply } | ({ recorded: false } & Refusal);

/** A lesson is one sitting: two tabs share its tries. */
const sitting = "lesson";

/**
 * Records an answer once, however often it is sent, and answers every repetition like the first time.
 *
 * The attempt id is the client's name for this commit of this answer. The row is inserted or left alone, then read back
 * in a statement of its own: in one statement with the insert it could not see a row that a rival committed while the
 * insert waited. Whatever refuses an attempt (no try left, too many at once) refuses only a *new* one; a stored row
 * always wins, so a repetition never meets a limit.
 *
 * @param cookieLearner the learner the request names, or null. Without one, an attempt id that is stored with the same
 * body regains its learner: the first reply, and the cookie with it, may have been lost on the way. Otherwise a
 * learner is made together with the attempt, in the same transaction.
 * @throws when the database fails; nothing is recorded then, or everything is and a repetition gets the reply
 */
export async function recordAttempt(request: AttemptRequest, cookieLearner: string | null): Promise<Recording> {
  const shown = await findShownQuestion(request.question, request.version);
  const outcome = await database().$transaction((tx) => record(tx, request, shown, cookieLearner), {
    // The rules need it: after a wait for a lock, the next statement sees what the rival committed.
    isolationLevel: "ReadCommitted",
  });
  if ("problem" in outcome) return { recorded: false, ...outcome };
  const { attempt, key } = outcome;
  const reply = attemptReply(attempt, key, secretQuestion(attempt.questionId), attempt.locale);
  return { recorded: true, learnerId: attempt.learnerId, reply };
}

async function record(
  tx: Transaction,
  request: AttemptRequest,
  shown: ShownQuestion | null,
  cookieLearner: string | null,
): Promise<{ attempt: Attempt; key: Answer } | Refusal> {
  const learner = cookieLearner === null ? null : await tx.learner.findUnique({ where: { id: cookieLearner } });
  const refusal = await insertUnlessRefused(tx, request, shown, learner?.id ?? null);
  const attempt = await tx.attempt.findUnique({ where: { id: request.id } });
  if (!attempt && refusal) return refusal;
  if (!attempt) throw new Error(`Attempt ${request.id} was neither stored nor refused.`);
  if (learner && attempt.learnerId !== learner.id) return { problem: "other-learner" };
  if (!shown || !isSameRequest(attempt, request)) return { problem: "other-answer" };
  return { attempt, key: shown.key };
}

/** Inserts the attempt, or says why it may not be a new one. Null also when the id is stored already, by anybody. */
async function insertUnlessRefused(
  tx: Transaction,
  request: AttemptRequest,
  shown: ShownQuestion | null,
  learner: string | null,
): Promise<Refusal | null> {
  if (!shown) return { problem: "unknown-question" };
  if (!fits(request, shown)) return { problem: "does-not-fit" };
  const learnerId = learner ?? randomUUID();
  // Held to the end of the transaction: the next try of this question waits here, then counts this one too.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${learnerId} ${request.question}`}, 0))`;
  const { question: questionId, version } = request;
  const tries = await tx.attempt.findMany({ where: { learnerId, questionId, version, sitting } });
  const refusal = refuseTry(tries, request) ?? (await refuseHaste(tx, learnerId));
  if (refusal) return refusal;

  if (learner === null) await tx.learner.create({ data: { id: learnerId } });
  const correct = isSameAnswer(request.answer, shown.key);
  const isNew = await insertAttempt(tx, { ...request, learnerId, try: tries.length + 1, correct });
  if (isNew) await refreshLessonProgress(tx, learnerId, shown.lessonId);
  else if (learner === null) await tx.learner.delete({ where: { id: learnerId } });
  return null;
}

/** Whether the answer and the order are made of exactly the options of the version shown. */
function fits({ answer, shownOrder }: AttemptRequest, { key, options }: ShownQuestion): boolean {
  const sameOptions = shownOrder.toSorted().join(" ") === options.toSorted().join(" ");
  if (!sameOptions || answer === null) return sameOptions;
  const named = optionsOf(answer);
  const complete = answer.kind !== "order" || named.length === options.length;
  return answer.kind === key.kind && complete && named.every((option) => options.includes(option));
}

/** A wrong answer sent again as a new attempt is a slip of the hand: it must not use up the second try. */
function refuseTry(tries: Attempt[], request: AttemptRequest): Refusal | null {
  if (tries.some(isSettled)) return { problem: "settled" };
  const repeated = tries.some(({ answer }) => isSameAnswer(answerSchema.nullable().parse(answer), request.answer));
  return repeated ? { problem: "same-answer" } : null;
}

/** By the database's clock. Requests in parallel do not see each other, so their number may pass on top of the limit. */
async function refuseHaste(tx: Transaction, learnerId: string): Promise<Refusal | null> {
  const [oldest] = await tx.$queryRaw<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM received_at + interval '1 minute' - clock_timestamp()))::int AS seconds
    FROM attempt
    WHERE learner_id = ${learnerId}::uuid AND received_at > clock_timestamp() - interval '1 minute'
    ORDER BY received_at DESC OFFSET ${newAttemptsPerMinute - 1} LIMIT 1`;
  return oldest ? { problem: "too-many", retryAfter: Math.max(oldest.seconds, 1) } : null;
}

/** Insert or nothing. @returns false when the id is stored already; waits for a rival that is inserting it right now */
async function insertAttempt(
  tx: Transaction,
  attempt: AttemptRequest & { learnerId: string; try: number; correct: boolean },
): Promise<boolean> {
  const { question, version } = attempt;
  const answer = attempt.answer && JSON.stringify(attempt.answer);
  const inserted = await tx.$executeRaw`
    INSERT INTO attempt (
      id, learner_id, question_id, question_version, sitting, try, answer, confidence, gave_up, correct,
      locale, context, shown_order, answered_at, received_at
    ) VALUES (
      ${attempt.id}::uuid, ${attempt.learnerId}::uuid, ${question}, ${version}, ${sitting}, ${attempt.try},
      ${answer}::jsonb, ${attempt.confidence}::confidence, ${answer === null}, ${attempt.correct},
      ${attempt.locale}::locale, ${attempt.context}::attempt_context, ${attempt.shownOrder}::text[],
      ${attempt.answeredAt}::timestamptz, clock_timestamp()
    ) ON CONFLICT (id) DO NOTHING`;
  return inserted === 1;
}

/** Whether a stored attempt came from this very body. */
function isSameRequest(stored: Attempt, request: AttemptRequest): boolean {
  return (
    stored.questionId === request.question &&
    stored.version === request.version &&
    isSameAnswer(answerSchema.nullable().parse(stored.answer), request.answer) &&
    stored.confidence === request.confidence &&
    stored.locale === request.locale &&
    stored.context === request.context &&
    stored.shownOrder.join(" ") === request.shownOrder.join(" ") &&
    stored.answeredAt.getTime() === Date.parse(request.answeredAt)
  );
}
