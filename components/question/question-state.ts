import type { Delivery } from "@/lib/outbox/delivery";
import type { AttemptReply, AttemptRequest } from "@/lib/progress/contract";

/**
 * What a commit can lack. `number`: what stands in the field is no whole number from 0. `same`: it is the number that
 * was wrong at the first try, `sameAnswer`: it is that choice or that order.
 */
export type Missing = "option" | "options" | "place" | "value" | "number" | "same" | "sameAnswer" | "confidence";

/**
 * The life of a question on the page: choosing → committed → between (first try wrong) → choosing → committed → settled.
 * `replies` are the server's, oldest first; nothing here knows the key before they do.
 */
export type QuestionState = { replies: readonly AttemptReply[] } & (
  | { phase: "choosing"; missing: readonly Missing[] }
  /** The answer is locked until the server has spoken. */
  | { phase: "committed"; request: AttemptRequest; delivery: Exclude<Delivery, { state: "recorded" }> }
  | { phase: "between" }
  | { phase: "settled" }
);

export type QuestionEvent =
  | { type: "incomplete"; missing: readonly Missing[] }
  /** The learner changed something after being told that it is incomplete. */
  | { type: "edited" }
  | { type: "committed"; request: AttemptRequest }
  | { type: "delivery"; id: string; delivery: Delivery }
  /** The learner wants the second try, or to answer again after a refusal. */
  | { type: "again" }
  /** The page was rendered again by the server with what is stored there. */
  | { type: "stored"; replies: readonly AttemptReply[] };

export function initialState(stored: readonly AttemptReply[]): QuestionState {
  const last = stored.at(-1);
  if (!last) return choosing(stored);
  return { phase: last.settled ? "settled" : "between", replies: stored };
}

/** Events that do not fit the phase (a late reply, a second press) change nothing. */
export function reduceQuestion(state: QuestionState, event: QuestionEvent): QuestionState {
  switch (event.type) {
    case "incomplete":
      return state.phase === "choosing" ? { ...state, missing: event.missing } : state;
    case "edited":
      return state.phase === "choosing" && state.missing.length > 0 ? choosing(state.replies) : state;
    case "committed":
      return state.phase === "choosing" || state.phase === "between"
        ? { phase: "committed", replies: state.replies, request: event.request, delivery: { state: "sending" } }
        : state;
    case "delivery":
      return state.phase === "committed" && state.request.id === event.id ? delivered(state, event.delivery) : state;
    case "again":
      return state.phase === "between" || (state.phase === "committed" && state.delivery.state === "refused")
        ? choosing(state.replies)
        : state;
    case "stored":
      return stored(state, event.replies);
  }
}

function choosing(replies: readonly AttemptReply[]): QuestionState {
  return { phase: "choosing", replies, missing: [] };
}

function delivered(state: QuestionState & { phase: "committed" }, delivery: Delivery): QuestionState {
  if (delivery.state !== "recorded") return { ...state, delivery };
  return initialState([...state.replies, delivery.reply]);
}

function stored(state: QuestionState, replies: readonly AttemptReply[]): QuestionState {
  const settled = replies.at(-1)?.settled ?? false;
  if (state.phase === "committed") {
    const known = settled || state.delivery.state === "superseded" || replies.some(({ id }) => id === state.request.id);
    return known ? initialState(replies) : state;
  }
  const news = replies.length > state.replies.length || (settled && state.phase !== "settled");
  return news ? initialState(replies) : state;
}

/** How the question stands for the scale beside the text: open, one try used, or done. */
export type QuestionMark = "open" | "half" | "done";

export function markOf(replies: readonly AttemptReply[]): QuestionMark {
  const last = replies.at(-1);
  if (!last) return "open";
  return last.settled ? "done" : "half";
}

/** Giving up is possible once the first try was wrong. */
export function mayGiveUp({ phase, replies }: QuestionState): boolean {
  return phase === "between" || (phase === "choosing" && replies.length > 0);
}

/** The sentence that the verdict is, by name. */
export type Verdict = "rightFirst" | "rightSecond" | "wrongFirst" | "wrongSecond" | "gaveUp";

export function verdictOf(reply: AttemptReply): Verdict {
  if (reply.answer === null) return "gaveUp";
  if (reply.correct) return reply.try === 1 ? "rightFirst" : "rightSecond";
  return reply.settled ? "wrongSecond" : "wrongFirst";
}

/** True when the first try was wrong and the learner was sure of it: such an answer comes back first in review. */
export function sureAndWrong(replies: readonly AttemptReply[]): boolean {
  return replies.some((reply) => reply.try === 1 && !reply.correct && reply.confidence === "sure");
}
