import { randomUUID } from "node:crypto";
import type { AttemptRequest } from "@/lib/progress/contract";

const shared = {
  confidence: "likely",
  locale: "en",
  context: "lesson",
  answeredAt: "2026-11-30T12:00:00.000Z",
} as const;

/** A new attempt at the number question of the test course; right with 2. */
export function chargesAttempt(value: number, changes: Partial<AttemptRequest> = {}): AttemptRequest {
  return {
    ...shared,
    id: randomUUID(),
    question: "consumers/charges",
    version: "v1",
    answer: { kind: "number", value },
    shownOrder: [],
    ...changes,
  };
}

/** A new attempt at the choice of the test course; right with `unique-key`, wrong with `lock` and `sleep`. */
export function repairAttempt(option: string, changes: Partial<AttemptRequest> = {}): AttemptRequest {
  return {
    ...shared,
    id: randomUUID(),
    question: "consumers/repair",
    version: "v2",
    answer: { kind: "choice", option },
    shownOrder: ["sleep", "unique-key", "lock"],
    ...changes,
  };
}

/** A new attempt at the only question of the second lesson; right with `insert-first`, wrong with `act-first`. */
export function orderAttempt(option: string): AttemptRequest {
  const shownOrder = ["act-first", "insert-first"];
  return { ...repairAttempt(option), question: "inbox/order", version: "v1", shownOrder };
}

/** The learner gives up instead of answering. */
export function givingUp(request: AttemptRequest): AttemptRequest {
  return { ...request, answer: null, confidence: null };
}
