import type { Caller, Response } from "./part";
import type { PendingRequest } from "../process/history";

/** How this queue differs from others. Each switch changes the count of schedules and sometimes the verdict. */
export interface QueueProfile {
  /**
   * An ack under a receipt whose visibility timeout has passed: `ignore` it; `accept` it while nobody has received the
   * message since (SQS, DeleteMessage: with an older receipt handle "the request succeeds, but the message might not be
   * deleted"); `reject` it (SQS FIFO).
   */
  staleAck: "ignore" | "accept" | "reject";
  /** A nacked message comes back `immediate`ly, or `delayed`: only when no other step is enabled, as after a back-off. */
  requeue: "delayed" | "immediate";
  /** `fifo`: a message is held back until all before it are done. */
  order: "any" | "fifo";
  /** Receives after which a message that comes back goes to the dead-letter queue instead; null for no limit. */
  maxReceive: number | null;
  /** False when nothing depends on how often a message was received; counts then stay 0, and more states are equal. */
  countReceives: boolean;
}

export type MessageState =
  | {
      readonly status: "visible" | "delayed";
      readonly receives: number;
      /** Life that received it last. */ readonly last: string | null;
    }
  | { readonly status: "inflight"; readonly receives: number; readonly holder: string; readonly holderDead: boolean }
  | { readonly status: "acked" | "dlq"; readonly receives: number };

/** Messages by id, in the order of the scenario. */
export type QueueState = Readonly<Record<string, MessageState>>;

export function emptyQueue(messages: readonly string[]): QueueState {
  return Object.fromEntries(messages.map((id) => [id, { status: "visible", receives: 0, last: null }]));
}

function messageOf(state: QueueState, id: string): MessageState {
  const message = Object.hasOwn(state, id) ? state[id] : undefined;
  if (!message) throw new Error(`the queue has no message ${id}`);
  return message;
}

function put(state: QueueState, id: string, message: MessageState): QueueState {
  return { ...state, [id]: message };
}

/** Messages that can be handed to an idle process, and whether only after a back-off. */
export function receivable(state: QueueState, profile: QueueProfile): { id: string; delayed: boolean }[] {
  const found: { id: string; delayed: boolean }[] = [];
  for (const [id, { status }] of Object.entries(state)) {
    if (status === "visible" || status === "delayed") found.push({ id, delayed: status === "delayed" });
    // SQS FIFO: a message group is blocked while one of its messages is in flight.
    if (profile.order === "fifo" && status !== "acked" && status !== "dlq") break;
  }
  return found;
}

/** Hands a message to a life; from now on it is hidden from the others. Returns the number of this delivery. */
export function handOver(
  state: QueueState,
  profile: QueueProfile,
  id: string,
  holder: string,
): { state: QueueState; delivery: number } {
  const receives = profile.countReceives ? messageOf(state, id).receives + 1 : 0;
  return { state: put(state, id, { status: "inflight", receives, holder, holderDead: false }), delivery: receives };
}

/** A message that comes back goes to the dead-letter queue once it was received too often (SQS: maxReceiveCount). */
function comeBack(
  message: MessageState,
  profile: QueueProfile,
  status: "visible" | "delayed",
  last: string,
): MessageState {
  const { receives } = message;
  if (profile.maxReceive !== null && receives >= profile.maxReceive) return { status: "dlq", receives };
  return { status, receives, last: profile.staleAck === "accept" ? last : null };
}

/** Whether the caller still is who the queue thinks it is: nobody else has, and the timeout has not passed. */
function holds(message: MessageState, caller: Caller): boolean {
  return message.status === "inflight" && message.holder === caller.life;
}

/** `ack` and `nack` of the delivery that the caller works on. */
export function answerQueue(
  state: QueueState,
  profile: QueueProfile,
  request: PendingRequest,
  caller: Caller,
): Response<QueueState> {
  const id = caller.message;
  if (id === null) throw new Error(`${caller.life} acknowledges a message, but has none`);
  const message = messageOf(state, id);
  const done = { value: null };
  if (request.port === "nack") {
    const { implicit } = request;
    if (!holds(message, caller)) return { state, reply: done, fact: { fact: "nack-ignored", message: id, implicit } };
    const delayed = profile.requeue === "delayed";
    const returned = comeBack(message, profile, delayed ? "delayed" : "visible", caller.life);
    return {
      state: put(state, id, returned),
      reply: done,
      fact: { fact: "nacked", message: id, delayed, implicit, dead: returned.status === "dlq" },
    };
  }
  const acked: MessageState = { status: "acked", receives: 0 };
  if (holds(message, caller))
    return { state: put(state, id, acked), reply: done, fact: { fact: "acked", message: id } };
  if (message.status === "acked")
    return { state, reply: done, fact: { fact: "ack-ignored", message: id, because: "already-acked" } };
  if (message.status === "dlq")
    return { state, reply: done, fact: { fact: "ack-ignored", message: id, because: "dead-lettered" } };
  if (profile.staleAck === "reject") {
    const error = {
      name: "ReceiptHandleIsInvalid",
      message: "The receipt handle has expired",
      fields: { code: "ReceiptHandleIsInvalid" },
    };
    return { state, reply: { error }, fact: { fact: "ack-rejected", message: id } };
  }
  if (
    profile.staleAck === "accept" &&
    (message.status === "visible" || message.status === "delayed") &&
    message.last === caller.life
  ) {
    return { state: put(state, id, acked), reply: done, fact: { fact: "acked", message: id } };
  }
  return { state, reply: done, fact: { fact: "ack-ignored", message: id, because: "stale" } };
}

/** Messages in flight whose holder lives: those that the fault `expiry` can strike. */
export function expirable(state: QueueState): string[] {
  return Object.keys(state).filter((id) => isHeld(messageOf(state, id), false));
}

/** Messages in flight whose holder is dead: their lease ends by an event. */
export function abandoned(state: QueueState): string[] {
  return Object.keys(state).filter((id) => isHeld(messageOf(state, id), true));
}

function isHeld(message: MessageState, byTheDead: boolean): boolean {
  return message.status === "inflight" && message.holderDead === byTheDead;
}

/** The visibility timeout of a message in flight passes. SQS: an expiry counts as a failed receive. */
export function endLease(state: QueueState, profile: QueueProfile, id: string): QueueState {
  const message = messageOf(state, id);
  if (message.status !== "inflight") throw new Error(`message ${id} is not in flight`);
  return put(state, id, comeBack(message, profile, "visible", message.holder));
}

/** The queue does not notice a death: the message stays hidden until its lease ends. */
export function holderDied(state: QueueState, life: string): QueueState {
  const held = Object.entries(state).find(([, message]) => message.status === "inflight" && message.holder === life);
  if (!held) return state;
  const [id, message] = held;
  return put(state, id, { status: "inflight", receives: message.receives, holder: life, holderDead: true });
}

/** States by the names that outcomes use. */
export function finalState(message: MessageState): "visible" | "inflight" | "acked" | "dlq" {
  return message.status === "delayed" ? "visible" : message.status;
}
