import { profileValues, type Profiles } from "./scenario";

type QueueRules = Pick<
  Profiles,
  "stale-ack" | "requeue" | "order" | "limit-counts" | "dead-consumer" | "redelivered" | "publish-dedup"
>;

const atLeastOnce: QueueRules = {
  "stale-ack": "ignore",
  requeue: "immediate",
  order: "any",
  "limit-counts": "receives",
  "dead-consumer": "lease",
  redelivered: "off",
  "publish-dedup": "off",
};

/**
 * Brokers by name: what each of them does by each rule of the queue. The sources stand with the rules, in
 * `world/queue-profile.ts`, `world/queue.ts` and `world/publish.ts`.
 */
export const brokerProfiles = {
  /** A message that nobody deletes comes back when its visibility timeout passes: a failed handler waits for that. */
  "sqs-standard": { ...atLeastOnce, "stale-ack": "accept", requeue: "delayed" },
  "sqs-fifo": { ...atLeastOnce, "stale-ack": "reject", requeue: "delayed", order: "fifo", "publish-dedup": "on" },
  /** Quorum queues of RabbitMQ 4.3. */
  rabbitmq: {
    ...atLeastOnce,
    "stale-ack": "channel-closed",
    "limit-counts": "crashes",
    "dead-consumer": "requeue",
    redelivered: "on",
  },
  jetstream: { ...atLeastOnce, "stale-ack": "settle", "publish-dedup": "on" },
  /** At least once, not the exactly-once subscription. */
  pubsub: atLeastOnce,
} satisfies Record<string, QueueRules>;

export type BrokerName = keyof typeof brokerProfiles;

/** Rules as they were given, those of a named broker first: what is given besides its name takes their place. */
export function withBroker({ broker, ...given }: { broker?: BrokerName | undefined; [name: string]: unknown }): Partial<Profiles> {
  const own = Object.entries(given).filter(([name, value]) => Object.hasOwn(profileValues, name) && value !== undefined);
  return { ...(broker ? brokerProfiles[broker] : {}), ...(Object.fromEntries(own) as Partial<Profiles>) };
}
