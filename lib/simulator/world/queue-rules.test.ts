import { expect } from "vitest";
import { describeVariants, type Variant } from "../testing/mutation";
import { changed, profileOf, published, real, settle, statusOf, taken, type Rules } from "./testing/queue-rules";

/** What all queues have in common, and what a switch changes; for each rule a broken variant that its fact must refuse. */

const usual = profileOf("sqs-standard");
const free = (rules: Rules, state: Parameters<Rules["receivable"]>[0], profile = usual) =>
  rules.receivable(state, profile).map(({ id }) => id);
const received = (rules: Rules, profile = usual) => taken(rules, profile, rules.emptyQueue(["m1", "m2"]), "m1", "A1");

const facts = {
  /** While a message is in flight nobody else gets it. */
  inFlightIsHidden: (rules) => expect(free(rules, received(rules))).toEqual(["m2"]),
  /** An ack is for good. */
  ackedIsGone: (rules) => {
    const { state } = settle(rules, usual, received(rules), "ack", "A1");
    expect([statusOf(state, "m1"), free(rules, state)]).toEqual(["acked", ["m2"]]);
  },
  /** Every hand-over counts, whatever became of the one before. */
  deliveriesAreCounted: (rules) => {
    const back = rules.endLease(received(rules), usual, "m1");
    expect(rules.handOver(back, usual, "m1", "B1").delivery).toBe(2);
  },
  /** What is given back comes after a pause, or at once. */
  nacksWaitOrNot: (rules) => {
    for (const requeue of ["delayed", "immediate"] as const) {
      const profile = profileOf("sqs-standard", { requeue });
      const { state } = settle(rules, profile, received(rules, profile), "nack", "A1");
      expect(rules.receivable(state, profile)[0]).toEqual({ id: "m1", delayed: requeue === "delayed" });
    }
  },
  /** What comes back by itself comes at once. */
  expiredComesAtOnce: (rules) => {
    const back = rules.endLease(received(rules), usual, "m1");
    expect(rules.receivable(back, usual)[0]).toEqual({ id: "m1", delayed: false });
  },
  /** SQS standard: with an older receipt a message can still be deleted, as long as nobody has received it since. */
  sqsTakesTheLateDeleteOfTheLastReceiver: (rules) => {
    const back = rules.endLease(received(rules), usual, "m1");
    expect(statusOf(settle(rules, usual, back, "ack", "A1").state, "m1")).toBe("acked");
    expect(statusOf(settle(rules, usual, back, "ack", "C1").state, "m1")).toBe("visible");
  },
  /** In order, messages without a group are one group. */
  withoutGroupsThereIsOneOrder: (rules) => {
    const fifo = profileOf("sqs-fifo");
    expect(free(rules, rules.emptyQueue(["m1", "m2"]), fifo)).toEqual(["m1"]);
    expect(free(rules, received(rules, fifo), fifo)).toEqual([]);
  },
  /** A published message waits in its topic with the body and the id that it was given, and keeps the body. */
  aPublishIsStored: (rules) => {
    const profile = profileOf("sqs-fifo");
    const first = taken(rules, profile, published(rules, profile, {}, "order-9", { amount: 1 }), "orders1", "A1");
    const state = rules.endLease(first, profile, "orders1");
    expect(rules.publicationsOf(state, "orders")).toEqual([{ topic: "orders", body: { amount: 1 }, id: "order-9" }]);
  },
} satisfies Record<string, (rules: Rules) => void>;

const mutants: Variant<keyof typeof facts, Rules>[] = [
  ["a message in flight can be had by everybody", "inFlightIsHidden", {
    ...real,
    receivable: (state, profile, topic) => [...real.receivable(state, profile, topic), ...real.expirable(state).map((id) => ({ id, delayed: false }))],
  }],
  ["an ack is answered and forgotten", "ackedIsGone", {
    ...real,
    answerQueue: (state, ...rest) => ({ ...real.answerQueue(state, ...rest), state }) as ReturnType<Rules["answerQueue"]>,
  }],
  ["every delivery is the first", "deliveriesAreCounted", { ...real, handOver: (...args) => ({ ...real.handOver(...args), delivery: 1 }) }],
  ["nobody waits after a nack", "nacksWaitOrNot", changed({ requeue: "immediate" })],
  ["an expiry is a nack", "expiredComesAtOnce", {
    ...real,
    endLease: (state, profile, id) => {
      const back = real.endLease(state, profile, id);
      return { ...back, [id]: { ...back[id], status: "delayed" } as (typeof back)[string] };
    },
  }],
  ["SQS standard passes over every late delete", "sqsTakesTheLateDeleteOfTheLastReceiver", changed({ staleAck: "ignore" })],
  ["messages without a group have no order", "withoutGroupsThereIsOneOrder", changed({ order: "any" })],
  ["a delivery loses what was published", "aPublishIsStored", {
    ...real,
    handOver: (state, profile, id, holder) => {
      const { publication: _, ...bare } = state[id] ?? { status: "acked", receives: 0 };
      return real.handOver({ ...state, [id]: bare }, profile, id, holder);
    },
  }],
];

describeVariants("a queue", facts, real, mutants);
