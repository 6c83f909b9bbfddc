/** How this queue differs from others. Each switch changes the count of schedules and sometimes the verdict. */
export interface QueueProfile {
  /**
   * An ack under a receipt whose lease has passed, while the message is not yet done:
   * - `ignore`: it changes nothing. Pub/Sub: it may succeed or be ignored (google-cloud-ruby#8415).
   * - `accept`: it counts while nobody has received the message since. SQS, DeleteMessage: with an older receipt handle
   *   the request succeeds, but the message might not be deleted.
   * - `reject`: an error. SQS FIFO: the receipt handle has expired.
   * - `settle`: it counts even while somebody else works on the message. JetStream (nats-server#4786).
   * - `channel-closed`: an error. RabbitMQ: the delivery tag is unknown, since its channel was closed.
   */
  staleAck: "ignore" | "accept" | "reject" | "settle" | "channel-closed";
  /** A nacked message comes back `immediate`ly, or `delayed`: only when no other step is enabled, as after a back-off. */
  requeue: "delayed" | "immediate";
  /** `fifo`: a message is held back until all before it in its group are done. */
  order: "any" | "fifo";
  /** Limit after which a message that comes back goes to the dead-letter queue instead; null for none. */
  maxReceive: number | null;
  /** What the limit counts: every receive, or only deliveries that ended with the death of the consumer. */
  limitCounts: "receives" | "crashes";
  /** When a consumer dies, its message comes back when its `lease` ends, or is `requeue`d at once. */
  deadConsumer: "lease" | "requeue";
  /** True when a message with an id that was published before is taken for a repetition, as long as the window lasts. */
  deduplicates: boolean;
  /** False when nothing depends on how often a message was received; counts then stay 0, and more states are equal. */
  countReceives: boolean;
  /** Groups of the messages of the scenario, by message; those that have none are one group. */
  groups: Readonly<Record<string, string>>;
}
