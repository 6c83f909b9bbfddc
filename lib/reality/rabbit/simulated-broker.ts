import type { PendingRequest } from "@/lib/simulator/process/history";
import { brokerProfiles } from "@/lib/simulator/scenario/brokers";
import { answerQueue, deadLettered, emptyQueue, endLease, handOver, holderDied, receivable, type QueueState } from "@/lib/simulator/world/queue";
import type { QueueProfile } from "@/lib/simulator/world/queue-profile";
import type { BrokerRule, BrokerStep } from "./rules";

/** What the simulator's queue says to each step, as RabbitMQ would. */
export function simulateBroker({ deliveryLimit, steps }: Pick<BrokerRule, "deliveryLimit" | "steps">): string[] {
  const rules = brokerProfiles.rabbitmq;
  const profile: QueueProfile = {
    staleAck: rules["stale-ack"],
    requeue: "immediate",
    order: "any",
    maxReceive: deliveryLimit,
    limitCounts: rules["limit-counts"],
    deadConsumer: rules["dead-consumer"],
    deduplicates: false,
    countReceives: true,
    groups: {},
  };
  let state: QueueState = {};
  const holds: Record<string, string> = {};
  const play = (step: BrokerStep): string => {
    if ("publish" in step) {
      state = { ...state, ...emptyQueue([step.publish]) };
      return "published";
    }
    if ("receive" in step) {
      const [found] = receivable(state, profile);
      if (!found) return "nothing";
      const handed = handOver(state, profile, found.id, step.receive);
      state = handed.state;
      holds[step.receive] = found.id;
      return `${found.id}${handed.delivery > 1 ? " redelivered" : ""}`;
    }
    if ("kill" in step) {
      state = holderDied(state, profile, step.kill);
      return "killed";
    }
    if ("closeChannel" in step) {
      state = endLease(state, profile, holds[step.closeChannel] ?? "");
      return "closed";
    }
    if ("deadLetters" in step) return String(deadLettered(state).length);
    const port = "ack" in step ? "ack" : "nack";
    const consumer = "ack" in step ? step.ack : step.nack;
    const request: PendingRequest = { id: 0, port, args: {}, line: null, implicit: false };
    const answer = answerQueue(state, profile, request, { process: consumer, life: consumer, message: holds[consumer] ?? null });
    if ("blocked" in answer) throw new Error("a queue does not wait");
    state = answer.state;
    return "error" in answer.reply ? `error ${String(answer.reply.error.fields["code"])}` : "done";
  };
  return steps.map(play);
}
