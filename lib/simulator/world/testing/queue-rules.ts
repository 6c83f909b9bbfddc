import type { Plain } from "../../plain";
import type { PendingRequest } from "../../process/history";
import { brokerProfiles, type BrokerName } from "../../scenario/brokers";
import * as publishing from "../publish";
import * as queue from "../queue";
import type { QueueProfile } from "../queue-profile";

/** Everything that a queue and its topics do: what a test breaks, one function at a time. */
export const real = { ...queue, ...publishing };
export type Rules = typeof real;

/** The rules of a named broker, with a limit of three receives. */
export function profileOf(name: BrokerName, change: Partial<QueueProfile> = {}): QueueProfile {
  const rules = brokerProfiles[name];
  return {
    staleAck: rules["stale-ack"],
    requeue: rules.requeue,
    order: rules.order,
    limitCounts: rules["limit-counts"],
    deadConsumer: rules["dead-consumer"],
    deduplicates: rules["publish-dedup"] === "on",
    maxReceive: 3,
    countReceives: true,
    groups: {},
    ...change,
  };
}

function request(port: "ack" | "nack" | "publish", args: Record<string, Plain> = {}): PendingRequest {
  return { id: 0, port, args, line: 1, implicit: false };
}

export type State = queue.QueueState;

/** The state after a message was handed to a life. */
export function taken(rules: Rules, profile: QueueProfile, state: State, id: string, life: string): State {
  return rules.handOver(state, profile, id, life).state;
}

/** `ack` or `nack` by a life. */
export function settle(rules: Rules, profile: QueueProfile, state: State, port: "ack" | "nack", life: string, id = "m1") {
  const response = rules.answerQueue(state, profile, request(port), { process: life.slice(0, 1), life, message: id });
  if ("blocked" in response) throw new Error("a queue does not wait");
  return response;
}

/** The state after a message was published to the topic `orders`. */
export function published(rules: Rules, profile: QueueProfile, state: State, id: string, message: Record<string, Plain> = {}): State {
  const response = rules.publish(state, profile, request("publish", { topic: "orders", message, id }));
  if ("blocked" in response) throw new Error("a broker does not wait");
  return response.state;
}

export const statusOf = (state: State, id: string) => state[id]?.status;

/** A received m1, its lease passed, and B works on it now. */
export function overtaken(rules: Rules, profile: QueueProfile): State {
  const expired = rules.endLease(taken(rules, profile, rules.emptyQueue(["m1"]), "m1", "A1"), profile, "m1");
  return taken(rules, profile, expired, "m1", "B1");
}

/** m1 comes back `times` times after the same thing has happened to its delivery. */
export function repeated(rules: Rules, profile: QueueProfile, times: number, end: (state: State, life: string) => State): State {
  let state = rules.emptyQueue(["m1"]);
  for (let delivery = 1; delivery <= times; delivery++) {
    const life = `A${delivery}`;
    state = end(taken(rules, profile, state, "m1", life), life);
  }
  return state;
}

/** The rules with the profile changed behind their back. */
export function changed(change: Partial<QueueProfile>): Rules {
  return {
    ...real,
    answerQueue: (state, profile, ...rest) => real.answerQueue(state, { ...profile, ...change }, ...rest),
    endLease: (state, profile, id) => real.endLease(state, { ...profile, ...change }, id),
    handOver: (state, profile, ...rest) => real.handOver(state, { ...profile, ...change }, ...rest),
    holderDied: (state, profile, life) => real.holderDied(state, { ...profile, ...change }, life),
    receivable: (state, profile, topic) => real.receivable(state, { ...profile, ...change }, topic),
    publish: (state, profile, made) => real.publish(state, { ...profile, ...change }, made),
  };
}
