import type { Words } from "@/lib/simulator/plain";

/** One thing that somebody does to a broker. Consumers are named by letters. */
export type BrokerStep =
  | { publish: string }
  | { receive: string }
  | { ack: string }
  | { nack: string }
  | { kill: string }
  /** As the server does it to a consumer that takes too long: what it has not acknowledged is requeued. */
  | { closeChannel: string }
  | { deadLetters: true };

export interface BrokerRule {
  /** A rule of docs/rules.md. */
  rule: string;
  name: Words;
  /** Limit of deliveries of the queue; null for none. */
  deliveryLimit: number | null;
  steps: readonly BrokerStep[];
}

const first: BrokerStep[] = [{ publish: "m1" }, { receive: "A" }];
const death: BrokerStep[] = [{ receive: "A" }, { kill: "A" }];

/** Rules of the queue that RabbitMQ shares with the simulator, as histories that both play. */
export const brokerRules: readonly BrokerRule[] = [
  { rule: "queue.hidden-in-flight", name: { ru: "сообщение в работе другим не видно", en: "a message in flight is hidden from others" }, deliveryLimit: null, steps: [...first, { receive: "B" }] },
  { rule: "queue.ack-is-for-good", name: { ru: "ack окончателен", en: "an ack is for good" }, deliveryLimit: null, steps: [...first, { ack: "A" }, { receive: "B" }] },
  { rule: "queue.nack-comes-back", name: { ru: "после nack сообщение возвращается с признаком redelivered", en: "a nacked message comes back, marked as redelivered" }, deliveryLimit: null, steps: [...first, { nack: "A" }, { receive: "B" }] },
  { rule: "queue.dead-consumer", name: { ru: "что держал убитый потребитель, возвращается в очередь сразу", en: "what a killed consumer held is requeued at once" }, deliveryLimit: null, steps: [...first, { kill: "A" }, { receive: "B" }, { ack: "B" }, { receive: "C" }] },
  { rule: "queue.expiry-comes-at-once", name: { ru: "что держал закрытый канал, возвращается в очередь", en: "what a closed channel held is requeued" }, deliveryLimit: null, steps: [...first, { closeChannel: "A" }, { receive: "B" }] },
  { rule: "queue.stale-ack", name: { ru: "ack после закрытия канала — ошибка 406, и сообщение остаётся", en: "an ack after the channel was closed is an error, and settles nothing" }, deliveryLimit: null, steps: [...first, { closeChannel: "A" }, { ack: "A" }, { receive: "B" }, { ack: "B" }] },
  { rule: "queue.limit-counts", name: { ru: "кворумная очередь снимает сообщение, чьи потребители гибнут слишком часто", en: "a quorum queue gives up a message whose consumers die too often" }, deliveryLimit: 2, steps: [{ publish: "m1" }, ...death, ...death, ...death, { receive: "B" }, { deadLetters: true }] },
  { rule: "queue.limit-counts", name: { ru: "пока предел не превышен, сообщение возвращается", en: "below the limit a message still comes back" }, deliveryLimit: 2, steps: [{ publish: "m1" }, ...death, ...death, { receive: "B" }, { ack: "B" }, { deadLetters: true }] },
];
