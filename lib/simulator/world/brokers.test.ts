import { expect } from "vitest";
import { describeVariants, type Variant } from "../testing/mutation";
import {
  changed,
  overtaken,
  profileOf,
  published,
  real,
  repeated,
  settle,
  statusOf,
  taken,
  type Rules,
  type State,
} from "./testing/queue-rules";

/** What brokers do differently, rule by rule, and for each rule a deliberately broken variant that its fact must refuse. */

const facts = {
  /** SQS standard: the delete of an older receipt succeeds and deletes nothing that somebody else has received since. */
  sqsIgnoresTheLateDelete: (rules) => {
    const profile = profileOf("sqs-standard");
    const { state, reply } = settle(rules, profile, overtaken(rules, profile), "ack", "A1");
    expect([reply, statusOf(state, "m1")]).toEqual([{ value: null }, "inflight"]);
  },
  /** SQS FIFO: the receipt handle has expired, and the caller is told. */
  fifoRejectsTheLateDelete: (rules) => {
    const profile = profileOf("sqs-fifo");
    const { reply } = settle(rules, profile, overtaken(rules, profile), "ack", "A1");
    expect(reply).toMatchObject({ error: { fields: { code: "ReceiptHandleIsInvalid" } } });
  },
  /** JetStream: a late ack settles the message under the hands of the one who has it now. */
  jetstreamSettlesByTheLateAck: (rules) => {
    const profile = profileOf("jetstream");
    const { state } = settle(rules, profile, overtaken(rules, profile), "ack", "A1");
    expect(statusOf(state, "m1")).toBe("acked");
    expect(settle(rules, profile, state, "ack", "B1").fact).toMatchObject({ fact: "ack-ignored" });
  },
  /** RabbitMQ: the channel was closed, so the delivery tag is unknown. */
  rabbitKnowsNoOldTag: (rules) => {
    const profile = profileOf("rabbitmq");
    const { state, reply } = settle(rules, profile, overtaken(rules, profile), "ack", "A1");
    expect(reply).toMatchObject({ error: { fields: { code: 406 } } });
    expect(statusOf(state, "m1")).toBe("inflight");
  },
  /** Pub/Sub, at least once: a late ack may be ignored. */
  pubsubIgnoresTheLateAck: (rules) => {
    const profile = profileOf("pubsub");
    const { state, reply } = settle(rules, profile, overtaken(rules, profile), "ack", "A1");
    expect([reply, statusOf(state, "m1")]).toEqual([{ value: null }, "inflight"]);
  },
  /** RabbitMQ: what a closed channel has not acknowledged is requeued at once. */
  rabbitRequeuesForTheDead: (rules) => {
    const profile = profileOf("rabbitmq");
    const dead = rules.holderDied(taken(rules, profile, rules.emptyQueue(["m1"]), "m1", "A1"), profile, "A1");
    expect(statusOf(dead, "m1")).toBe("visible");
  },
  /** SQS, JetStream, Pub/Sub: nobody notices a death; the lease has to end. */
  othersWaitForTheLease: (rules) => {
    for (const name of ["sqs-standard", "sqs-fifo", "jetstream", "pubsub"] as const) {
      const profile = profileOf(name);
      const dead = rules.holderDied(taken(rules, profile, rules.emptyQueue(["m1"]), "m1", "A1"), profile, "A1");
      expect([statusOf(dead, "m1"), rules.abandoned(dead)]).toEqual(["inflight", ["m1"]]);
    }
  },
  /** SQS: an expiry counts as a failed receive. */
  everyReceiveCounts: (rules) => {
    const profile = profileOf("sqs-standard");
    const expire = (state: State) => rules.endLease(state, profile, "m1");
    expect(statusOf(repeated(rules, profile, 2, expire), "m1")).toBe("visible");
    expect(statusOf(repeated(rules, profile, 3, expire), "m1")).toBe("dlq");
  },
  /** RabbitMQ 4.3: neither basic.nack nor the consumer timeout counts toward the delivery limit. */
  rabbitCountsNoNacksAndTimeouts: (rules) => {
    const profile = profileOf("rabbitmq");
    const nack = (state: State, life: string) => settle(rules, profile, state, "nack", life).state;
    const expire = (state: State) => rules.endLease(state, profile, "m1");
    expect(statusOf(repeated(rules, profile, 9, nack), "m1")).toBe("visible");
    expect(statusOf(repeated(rules, profile, 9, expire), "m1")).toBe("visible");
  },
  /** RabbitMQ 4.3: a crash counts, and what exceeds the limit is dead-lettered. */
  rabbitCountsCrashes: (rules) => {
    const profile = profileOf("rabbitmq");
    const die = (state: State, life: string) => rules.holderDied(state, profile, life);
    expect(statusOf(repeated(rules, profile, 3, die), "m1")).toBe("visible");
    expect(statusOf(repeated(rules, profile, 4, die), "m1")).toBe("dlq");
  },
  /** SQS FIFO: a group is blocked while one of its messages is in flight; other groups are not. */
  fifoBlocksAGroup: (rules) => {
    const profile = profileOf("sqs-fifo", { groups: { m1: "a", m2: "a", m3: "b" } });
    const state = taken(rules, profile, rules.emptyQueue(["m1", "m2", "m3"]), "m1", "A1");
    expect(rules.receivable(state, profile).map(({ id }) => id)).toEqual(["m3"]);
  },
  /** SQS FIFO, JetStream: an id is remembered after its message was received and deleted, until the window passes. */
  theWindowOutlivesTheMessage: (rules) => {
    for (const name of ["sqs-fifo", "jetstream"] as const) {
      const profile = profileOf(name);
      const first = taken(rules, profile, published(rules, profile, {}, "order-9"), "orders1", "A1");
      const done = settle(rules, profile, first, "ack", "A1", "orders1").state;
      expect(Object.keys(published(rules, profile, done, "order-9"))).toEqual(["orders1"]);
      const later = published(rules, profile, rules.endWindow(done, "order-9"), "order-9");
      expect(Object.keys(later)).toEqual(["orders1", "orders2"]);
    }
  },
  /** The other brokers store what they are sent. */
  othersDoNotDeduplicate: (rules) => {
    const profile = profileOf("rabbitmq");
    expect(Object.keys(published(rules, profile, published(rules, profile, {}, "a"), "a"))).toEqual(["orders1", "orders2"]);
  },
  /** A redrive gives a message a new history of receives. */
  redriveStartsAnew: (rules) => {
    const profile = profileOf("sqs-standard");
    const dead = repeated(rules, profile, 3, (state) => rules.endLease(state, profile, "m1"));
    const back = rules.redrive(dead);
    expect([rules.deadLettered(dead), statusOf(back, "m1")]).toEqual([["m1"], "visible"]);
    expect(rules.handOver(back, profile, "m1", "B1").delivery).toBe(1);
  },
  /** A handler that ended without the queue knowing leaves its message to the end of the lease, with every broker. */
  anUnsettledMessageWaits: (rules) => {
    const profile = profileOf("rabbitmq");
    const left = rules.holderLeft(taken(rules, profile, rules.emptyQueue(["m1"]), "m1", "A1"), "A1");
    expect([statusOf(left, "m1"), rules.abandoned(left)]).toEqual(["inflight", ["m1"]]);
  },
  /** A message of a topic is for its consumers only. */
  topicsAreApart: (rules) => {
    const profile = profileOf("pubsub");
    const state = published(rules, profile, rules.emptyQueue(["m1"]), "a");
    expect(rules.receivable(state, profile).map(({ id }) => id)).toEqual(["m1"]);
    expect(rules.receivable(state, profile, "orders").map(({ id }) => id)).toEqual(["orders1"]);
  },
} satisfies Record<string, (rules: Rules) => void>;

const mutants: Variant<keyof typeof facts, Rules>[] = [
  ["SQS deletes by any receipt", "sqsIgnoresTheLateDelete", changed({ staleAck: "settle" })],
  ["SQS FIFO says nothing of an expired receipt", "fifoRejectsTheLateDelete", changed({ staleAck: "ignore" })],
  ["JetStream ignores a late ack", "jetstreamSettlesByTheLateAck", changed({ staleAck: "ignore" })],
  ["RabbitMQ takes an ack on a closed channel", "rabbitKnowsNoOldTag", changed({ staleAck: "accept" })],
  ["Pub/Sub lets a late ack count", "pubsubIgnoresTheLateAck", changed({ staleAck: "settle" })],
  ["RabbitMQ keeps a lease for the dead", "rabbitRequeuesForTheDead", changed({ deadConsumer: "lease" })],
  ["SQS notices a death", "othersWaitForTheLease", changed({ deadConsumer: "requeue" })],
  ["an expiry is no receive", "everyReceiveCounts", changed({ limitCounts: "crashes" })],
  ["RabbitMQ counts every requeue, as before 4.3", "rabbitCountsNoNacksAndTimeouts", changed({ limitCounts: "receives" })],
  ["RabbitMQ counts no crashes", "rabbitCountsCrashes", { ...real, holderDied: (state, profile, life) => { const held = real.heldBy(state, life); return held === null ? state : real.endLease(state, profile, held); } }],
  ["all groups are one", "fifoBlocksAGroup", changed({ groups: {} })],
  ["an id is forgotten with its message", "theWindowOutlivesTheMessage", {
    ...real,
    publish: (state, profile, made) => real.publish(Object.fromEntries(Object.entries(state).map(([id, message]) => [id, message.status === "acked" && message.publication ? { ...message, publication: { ...message.publication, id: null } } : message])), profile, made),
  }],
  ["every broker deduplicates", "othersDoNotDeduplicate", changed({ deduplicates: true })],
  ["a redrive keeps the count of receives", "redriveStartsAnew", {
    ...real,
    redrive: (state) => Object.fromEntries(Object.entries(real.redrive(state)).map(([id, message]) => [id, { ...message, receives: 3 }])),
  }],
  ["a lost ack is taken for a death", "anUnsettledMessageWaits", { ...real, holderLeft: (state, life) => real.holderDied(state, profileOf("rabbitmq"), life) }],
  ["everybody gets everything", "topicsAreApart", {
    ...real,
    receivable: (state, profile) => [...real.receivable(state, profile), ...real.receivable(state, profile, "orders")],
  }],
];

describeVariants("brokers", facts, real, mutants);
