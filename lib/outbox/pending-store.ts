import { quietly, type TextStorage } from "@/lib/outbox/quietly";
import type { AttemptRequest } from "@/lib/progress/contract";

/**
 * Committed answers that have no reply yet, one per question, so that a reload sends the *same* attempt again instead
 * of losing it or making a second one. Writes are lost silently where the browser allows no storage: the answer then
 * lives as long as the page.
 */
export interface PendingStore {
  read: (question: string) => AttemptRequest | null;
  write: (request: AttemptRequest) => void;
  /** Forgets this attempt; another attempt kept for the same question stays. */
  remove: (request: AttemptRequest) => void;
}

const prefix = "crash-window:pending:";

export function pendingStore(open: () => TextStorage): PendingStore {
  function read(question: string): AttemptRequest | null {
    const text = quietly(() => open().getItem(prefix + question));
    const kept: unknown = text ? quietly(() => JSON.parse(text)) : null;
    return isAttemptRequest(kept) && kept.question === question ? kept : null;
  }
  return {
    read,
    write: (request) => quietly(() => open().setItem(prefix + request.question, JSON.stringify(request))),
    remove: (request) => {
      if (read(request.question)?.id === request.id) quietly(() => open().removeItem(prefix + request.question));
    },
  };
}

/** Enough to show the answer and send it again. The server checks the rest and says what it does not accept. */
function isAttemptRequest(value: unknown): value is AttemptRequest {
  if (typeof value !== "object" || value === null) return false;
  const request = value as Record<keyof AttemptRequest, unknown>;
  return (
    typeof request.id === "string" &&
    typeof request.question === "string" &&
    typeof request.version === "string" &&
    typeof request.answer === "object" &&
    Array.isArray(request.shownOrder)
  );
}
