import { triesPerSitting, type Confidence, type FirstTry, type QuestionState } from "@/lib/progress/contract";

/** The part of an attempt that progress is made of. */
export interface FoldedAttempt {
  questionId: string;
  version: string;
  try: number;
  correct: boolean;
  gaveUp: boolean;
  confidence: Confidence | null;
  receivedAt: Date;
}

/** What is known about an answered question. */
export interface QuestionProgress {
  state: Exclude<QuestionState, "open">;
  /** The version that the state is about. */
  version: string;
  firstTry: FirstTry;
  /** Server's clock, ISO 8601; null while a try is left. */
  settledAt: string | null;
}

export interface LessonFold {
  /** By `lesson/question`. */
  questions: Record<string, QuestionProgress>;
  startedAt: Date;
  lastAnsweredAt: Date;
}

/** Whether no further try is possible after this one. */
export function isSettled(attempt: Pick<FoldedAttempt, "try" | "correct" | "gaveUp">): boolean {
  return attempt.correct || attempt.gaveUp || attempt.try >= triesPerSitting;
}

/**
 * A learner's progress in a lesson, from the attempts in the order in which the server received them; null without any.
 * Pure, and blind to today's content: the same attempts give the same progress after any edit of the lesson.
 *
 * A question that was edited has attempts on several versions. Its state follows the newest version that the learner
 * answered: the one whose first try arrived last. A late second try on an older page does not bring the old one back,
 * and an edit alone takes nothing away from a learner who has not met it.
 */
export function foldLesson(attempts: readonly FoldedAttempt[]): LessonFold | null {
  const [first] = attempts;
  if (!first) return null;
  const questions: LessonFold["questions"] = {};
  // By number of the try, otherwise as received: a clock that was set back must not put a second try first.
  for (const attempt of attempts.toSorted((one, other) => one.try - other.try)) {
    const before = questions[attempt.questionId];
    const isFirst = attempt.try === 1;
    if (!isFirst && before?.version !== attempt.version) continue;
    questions[attempt.questionId] = {
      state: stateAfter(attempt),
      version: attempt.version,
      firstTry: before && !isFirst ? before.firstTry : { correct: attempt.correct, confidence: attempt.confidence },
      settledAt: isSettled(attempt) ? attempt.receivedAt.toISOString() : null,
    };
  }
  return { questions, startedAt: first.receivedAt, lastAnsweredAt: attempts.at(-1)?.receivedAt ?? first.receivedAt };
}

function stateAfter(attempt: FoldedAttempt): QuestionProgress["state"] {
  if (attempt.gaveUp) return "gave-up";
  if (attempt.correct) return attempt.try === 1 ? "right-first" : "right-second";
  return isSettled(attempt) ? "wrong" : "second-try";
}
