import type { Plain } from "../plain";
import type { PendingRequest } from "../process/history";
import type { Response } from "./part";
import type { QueueProfile } from "./queue-profile";
import type { Publication, QueueState } from "./queue";

interface PublishArguments {
  topic: string;
  message: Readonly<Record<string, Plain>>;
  id?: string;
}

/**
 * Appends a message to a topic, which is one more queue. A broker that deduplicates answers a publish whose id it
 * remembers as if it had stored the message: SQS FIFO within five minutes (SQS Developer Guide, message deduplication
 * id), JetStream within `duplicate_window`, two minutes unless set (docs.nats.io, Nats-Msg-Id). The id is remembered
 * after the message was received and deleted, too.
 */
export function publish(state: QueueState, profile: QueueProfile, request: PendingRequest): Response<QueueState> {
  const { topic, message, id = null } = request.args as unknown as PublishArguments;
  const reply = { value: null };
  const known = profile.deduplicates && id !== null && publicationsOf(state, topic).some((other) => other.id === id);
  if (known) return { state, reply, fact: { fact: "publish-deduplicated", topic, id } };
  const name = `${topic}${publicationsOf(state, topic).length + 1}`;
  const publication: Publication = { topic, body: message, id: profile.deduplicates ? id : null };
  return {
    state: { ...state, [name]: { status: "visible", receives: 0, last: null, publication } },
    reply,
    fact: { fact: "published", topic, message: name, id },
  };
}

/** Everything that was published to a topic, in its order. */
export function publicationsOf(state: QueueState, topic: string): Publication[] {
  return Object.values(state).flatMap(({ publication }) => (publication?.topic === topic ? [publication] : []));
}

/** Ids by which the broker still deduplicates, each once, in their order. */
export function rememberedIds(state: QueueState): string[] {
  const ids = Object.values(state).flatMap(({ publication }) => publication?.id ?? []);
  return [...new Set(ids)].sort();
}

/** The deduplication window of an id passes: who publishes it again publishes a new message. */
export function endWindow(state: QueueState, id: string): QueueState {
  return Object.fromEntries(
    Object.entries(state).map(([name, message]) => [
      name,
      message.publication?.id === id ? { ...message, publication: { ...message.publication, id: null } } : message,
    ]),
  );
}
