import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokerProfiles, type BrokerName } from "../scenario/brokers";
import type { QueueProfile } from "./queue-profile";
import { profileOf, published, real, settle, statusOf, taken, type Rules, type State } from "./testing/queue-rules";

/**
 * Messages are conserved, those of the scenario and those that were published: nothing disappears but by an ack, nothing
 * is dead-lettered but by a limit, and what is neither done nor dead-lettered can still be handed to somebody.
 */

const brokers = Object.keys(brokerProfiles) as BrokerName[];

/** What can happen to the messages of a queue and a topic with three workers. */
const happening = fc.record({
  what: fc.constantFrom("take", "ack", "nack", "expire", "die", "leave", "publish", "redrive", "forget"),
  life: fc.constantFrom("A1", "B1", "C1"),
  pick: fc.nat(5),
});

function happen(rules: Rules, state: State, profile: QueueProfile, what: string, life: string, pick: number): State {
  const held = rules.heldBy(state, life);
  const free = [...rules.receivable(state, profile), ...rules.receivable(state, profile, "orders")];
  const leased = [...rules.expirable(state), ...rules.abandoned(state)];
  const chosen = free[pick % Math.max(free.length, 1)]?.id;
  const expiring = leased[pick % Math.max(leased.length, 1)];
  switch (what) {
    case "take":
      return held === null && chosen !== undefined ? taken(rules, profile, state, chosen, life) : state;
    case "ack":
    case "nack":
      return settle(rules, profile, state, what, life, held ?? Object.keys(state)[pick % Object.keys(state).length]).state;
    case "expire":
      return expiring === undefined ? state : rules.endLease(state, profile, expiring);
    case "die":
      return rules.holderDied(state, profile, life);
    case "leave":
      return rules.holderLeft(state, life);
    case "publish":
      return published(rules, profile, state, `id-${pick}`, { pick });
    case "redrive":
      return rules.redrive(state);
    default:
      return rules.endWindow(state, `id-${pick}`);
  }
}

/** What one patient worker gets when all leases have ended and everything was sent back: each once, acknowledged at once. */
function drained(rules: Rules, before: State, profile: QueueProfile): State {
  const unlimited = { ...profile, maxReceive: null };
  const leased = [...rules.expirable(before), ...rules.abandoned(before)];
  let state = rules.redrive(leased.reduce((changed, id) => rules.endLease(changed, unlimited, id), before));
  for (let left = Object.keys(state).length; left > 0; left--) {
    const [next] = [...rules.receivable(state, profile), ...rules.receivable(state, profile, "orders")];
    if (next) state = settle(rules, profile, taken(rules, unlimited, state, next.id, "D1"), "ack", "D1", next.id).state;
  }
  return state;
}

/** Fails when a sequence of happenings is found in which the rules lose or invent something. */
function conserves(rules: Rules, name: BrokerName): void {
  fc.assert(
    // Without a size the lists stay at ten: too short to reach a limit of receives.
    fc.property(fc.array(happening, { maxLength: 60, size: "max" }), fc.boolean(), (happenings, limited) => {
      const profile = profileOf(name, { maxReceive: limited ? 2 : null });
      let state: State = rules.emptyQueue(["m1", "m2"]);
      for (const { what, life, pick } of happenings) {
        const before = state;
        state = happen(rules, state, profile, what, life, pick);
        for (const [id, message] of Object.entries(before)) {
          const after = state[id];
          expect(after).toBeDefined();
          // Done is done: nothing but a redrive brings a message back, and that only from the dead letters.
          if (message.status === "acked") expect(after?.status).toBe("acked");
          if (message.status === "dlq") expect(["dlq", ...(what === "redrive" ? ["visible"] : [])]).toContain(after?.status);
          if (message.status !== "acked" && after?.status === "acked") expect(what).toBe("ack");
          if (message.status !== "dlq" && after?.status === "dlq") expect(limited).toBe(true);
          expect(after?.publication?.body).toEqual(message.publication?.body);
        }
        if (what !== "publish") expect(Object.keys(state)).toEqual(Object.keys(before));
      }
      const end = drained(rules, state, profile);
      expect(Object.keys(end).map((id) => statusOf(end, id))).toEqual(Object.keys(state).map(() => "acked"));
    }),
  );
}

describe("messages are conserved", () => {
  it.each(brokers)("%s: nothing disappears, and only acks, limits and publishes change what there is", (name) =>
    conserves(real, name),
  );
});

/** The queue without a message. */
function without(state: State, gone: string | undefined): State {
  return Object.fromEntries(Object.entries(state).filter(([id]) => id !== gone));
}

const mutants: [name: string, broker: BrokerName, rules: Rules][] = [
  ["a message is gone once its lease has ended", "sqs-standard", { ...real, endLease: (state, _profile, id) => without(state, id) }],
  ["a message dies with its consumer", "rabbitmq", { ...real, holderDied: (state, _profile, life) => without(state, real.heldBy(state, life) ?? undefined) }],
  ["a redrive empties the dead-letter queue", "pubsub", { ...real, redrive: (state) => real.deadLettered(state).reduce(without, state) }],
  ["a publish takes the place of the latest one", "jetstream", {
    ...real,
    publish: (state, profile, made) => real.publish(without(state, Object.keys(state).filter((id) => state[id]?.publication).at(-1)), profile, made),
  }],
  ["what nobody works on is never handed out again", "sqs-fifo", { ...real, abandoned: () => [], holderLeft: (state, life) => real.holderDied(state, profileOf("sqs-fifo"), life) }],
];

describe("a variant is caught in which", () => {
  it.each(mutants)("%s", (_, broker, rules) => {
    expect(() => conserves(rules, broker)).toThrow();
  });
});
