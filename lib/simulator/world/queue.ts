import type { Plain } from "../plain";
import type { PendingRequest, ReplyError } from "../process/history";
import type { Caller, Response } from "./part";
import type { QueueProfile } from "./queue-profile";

/** A message that a process has published, with what the broker remembers of it. */
export interface Publication {
  readonly topic: string;
  readonly body: Readonly<Record<string, Plain>>;
  /** What the broker deduplicates by; null once its window has passed, and for a message without an id. */
  readonly id: string | null;
}

/** What a message keeps through all its states. */
interface Kept {
  readonly publication?: Publication;
  /** Deliveries that ended with the death of the consumer; absent where the limit of receives counts all of them. */
  readonly crashes?: number;
}

export type MessageState = Kept &
  (
    | {
        readonly status: "visible" | "delayed";
        readonly receives: number;
        /** Life that received it last. */ readonly last: string | null;
      }
    | {
        readonly status: "inflight";
        readonly receives: number;
        readonly holder: string;
        /** True when nobody works on it any more: its holder is dead, or its ack was lost. */
        readonly abandoned: boolean;
      }
    | { readonly status: "acked" | "dlq"; readonly receives: number }
  );

/** Messages by id: those of the scenario in its order, then those that were published. */
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
  const { publication } = messageOf(state, id);
  return { ...state, [id]: publication ? { ...message, publication } : message };
}

/** The group of a message whose order is kept: what its field `group` says, or one group for all. */
function groupOf(profile: QueueProfile, id: string, { publication }: MessageState): string {
  return String((publication ? publication.body["group"] : profile.groups[id]) ?? "");
}

/**
 * Messages of a topic that can be handed to an idle process, and whether only after a back-off. Null is the queue that
 * the scenario fills.
 */
export function receivable(
  state: QueueState,
  profile: QueueProfile,
  topic: string | null = null,
): { id: string; delayed: boolean }[] {
  const found: { id: string; delayed: boolean }[] = [];
  const heldBack = new Set<string>();
  for (const [id, message] of Object.entries(state)) {
    const { status, publication } = message;
    if ((publication?.topic ?? null) !== topic) continue;
    const group = groupOf(profile, id, message);
    const returned = status === "visible" || status === "delayed";
    if (returned && !heldBack.has(group)) found.push({ id, delayed: status === "delayed" });
    // SQS FIFO: a message group is blocked until those before are deleted or dead-lettered (SQS Developer Guide, FIFO
    // delivery logic).
    if (profile.order === "fifo" && status !== "acked" && status !== "dlq") heldBack.add(group);
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
  const message = messageOf(state, id);
  const receives = profile.countReceives ? message.receives + 1 : 0;
  const inFlight: MessageState = { ...crashesOf(message), status: "inflight", receives, holder, abandoned: false };
  return { state: put(state, id, inFlight), delivery: receives };
}

function crashesOf({ crashes }: MessageState): Pick<Kept, "crashes"> {
  return crashes === undefined ? {} : { crashes };
}

/**
 * A message that comes back goes to the dead-letter queue once its limit is reached. SQS and JetStream count every
 * receive (SQS Developer Guide, dead-letter queues: maxReceiveCount; nats.io, MaxDeliver), Pub/Sub every nack and every
 * passed deadline, which is the same. A quorum queue of RabbitMQ 4.3 counts deliveries that ended with the death of the
 * consumer, neither `basic.nack` nor a consumer timeout, and dead-letters what exceeds the limit (RabbitMQ 4.3, quorum
 * queues, delivery-limit).
 */
function comeBack(
  message: MessageState,
  profile: QueueProfile,
  status: "visible" | "delayed",
  last: string,
  died: boolean,
): MessageState {
  const { receives } = message;
  const crashes = (message.crashes ?? 0) + (died ? 1 : 0);
  const limit = profile.maxReceive ?? Infinity;
  const countsCrashes = profile.limitCounts === "crashes" && profile.maxReceive !== null;
  if (countsCrashes ? crashes > limit : receives >= limit) return { status: "dlq", receives };
  return {
    ...(countsCrashes && crashes > 0 ? { crashes } : {}),
    status,
    receives,
    last: profile.staleAck === "accept" ? last : null,
  };
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
    const returned = comeBack(message, profile, delayed ? "delayed" : "visible", caller.life, false);
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
  const rejection = rejectionOf(profile);
  if (rejection) return { state, reply: { error: rejection }, fact: { fact: "ack-rejected", message: id } };
  if (profile.staleAck === "settle")
    return { state: put(state, id, acked), reply: done, fact: { fact: "ack-settled", message: id } };
  if (
    profile.staleAck === "accept" &&
    (message.status === "visible" || message.status === "delayed") &&
    message.last === caller.life
  ) {
    return { state: put(state, id, acked), reply: done, fact: { fact: "acked", message: id } };
  }
  return { state, reply: done, fact: { fact: "ack-ignored", message: id, because: "stale" } };
}

function rejectionOf({ staleAck }: QueueProfile): ReplyError | null {
  if (staleAck === "reject")
    return {
      name: "ReceiptHandleIsInvalid",
      message: "The receipt handle has expired",
      fields: { code: "ReceiptHandleIsInvalid" },
    };
  if (staleAck === "channel-closed")
    return {
      name: "Error",
      message: "Channel closed by server: 406 (PRECONDITION-FAILED) unknown delivery tag",
      fields: { code: 406 },
    };
  return null;
}

/** Messages in flight that somebody works on: those that the fault `expiry` can strike. */
export function expirable(state: QueueState): string[] {
  return Object.keys(state).filter((id) => isHeld(messageOf(state, id), false));
}

/** Messages in flight that nobody works on any more: their lease ends by an event. */
export function abandoned(state: QueueState): string[] {
  return Object.keys(state).filter((id) => isHeld(messageOf(state, id), true));
}

function isHeld(message: MessageState, byNobody: boolean): boolean {
  return message.status === "inflight" && message.abandoned === byNobody;
}

/**
 * The visibility timeout of a message in flight passes. SQS: an expiry counts as a failed receive. RabbitMQ: this is the
 * consumer timeout, after which the channel is closed and its deliveries are requeued (RabbitMQ, consumers,
 * acknowledgement timeout).
 */
export function endLease(state: QueueState, profile: QueueProfile, id: string): QueueState {
  const message = messageOf(state, id);
  if (message.status !== "inflight") throw new Error(`message ${id} is not in flight`);
  return put(state, id, comeBack(message, profile, "visible", message.holder, false));
}

/** The message that a life holds; null when it holds none. */
export function heldBy(state: QueueState, life: string): string | null {
  const found = Object.entries(state).find(([, message]) => message.status === "inflight" && message.holder === life);
  return found?.[0] ?? null;
}

/**
 * A consumer has died. The message stays hidden until its lease ends: SQS notices nothing, JetStream does not shorten
 * AckWait at a disconnect (nats-server#4627). RabbitMQ requeues at once what a closed channel has not acknowledged
 * (RabbitMQ, consumer acknowledgements and publisher confirms, automatic requeueing).
 */
export function holderDied(state: QueueState, profile: QueueProfile, life: string): QueueState {
  const id = heldBy(state, life);
  if (id === null) return state;
  const message = messageOf(state, id);
  return profile.deadConsumer === "requeue"
    ? put(state, id, comeBack(message, profile, "visible", life, true))
    : abandon(state, id);
}

/** Nobody works on a message any more, and the queue does not know. */
function abandon(state: QueueState, id: string): QueueState {
  const message = messageOf(state, id);
  return message.status === "inflight" ? put(state, id, { ...message, abandoned: true }) : state;
}

/** A handler has ended without the queue knowing what became of its message: nobody works on it any more. */
export function holderLeft(state: QueueState, life: string): QueueState {
  const id = heldBy(state, life);
  return id === null ? state : abandon(state, id);
}

/** Messages in the dead-letter queue. */
export function deadLettered(state: QueueState): string[] {
  return Object.keys(state).filter((id) => messageOf(state, id).status === "dlq");
}

/**
 * All dead-lettered messages return, as if they had never been received. SQS: a redrive moves them with a new receive
 * count and the same body (SQS Developer Guide, dead-letter queue redrive).
 */
export function redrive(state: QueueState): QueueState {
  return deadLettered(state).reduce(
    (changed, id) => put(changed, id, { status: "visible", receives: 0, last: null }),
    state,
  );
}

/** States by the names that outcomes use. */
export function finalState(message: MessageState): "visible" | "inflight" | "acked" | "dlq" {
  return message.status === "delayed" ? "visible" : message.status;
}
