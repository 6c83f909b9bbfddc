import { seededRandom } from "../seeded-random";
import type { TrafficCause, TrafficPlan } from "./plan";

/** A record of a partition. */
export interface TrafficRecord {
  id: string;
  order: string;
  /** When it was appended, in milliseconds since the start of the run. */
  at: number;
  /** True when the same message stands at an earlier offset already. */
  republished: boolean;
}

/** What producers write in one run: the records of each partition in the order of their offsets. */
export interface Topic {
  partitions: readonly (readonly TrafficRecord[])[];
  /** Ids of the messages that came within the window. */
  ofWindow: ReadonlySet<string>;
}

const minute = 60_000;

/** Bounds of the window in milliseconds since the start of the run. */
export function windowOf({ window }: TrafficPlan): { from: number; to: number; end: number } {
  const from = window.before * minute;
  const to = from + window.minutes * minute;
  return { from, to, end: to + window.after * minute };
}

/** How long a producer waits for an answer before it publishes once more: `request.timeout.ms` of a hasty one. */
const answerTimeoutMs = 1000;

/** Orders that a message can belong to, when it shares one: those of so many messages before it. */
const recentMessages = 1000;

/** Draws all messages of a run: their moments, orders and partitions, and which are published twice. */
export function drawTopic(plan: TrafficPlan, cause: TrafficCause, seed: number): Topic {
  const random = seededRandom(seed);
  const { from, to, end } = windowOf(plan);
  const perMinute = plan.messages / plan.window.minutes;
  const moments = [
    ...drawMoments(random, Math.round(perMinute * plan.window.before), 0, from),
    ...drawMoments(random, Math.round(plan.messages * cause.load), from, to),
    ...drawMoments(random, Math.round(perMinute * plan.window.after), to, end),
  ];
  const partitions: TrafficRecord[][] = Array.from({ length: plan.partitions }, () => []);
  const ofWindow = new Set<string>();
  const orders: string[] = [];
  for (const [index, at] of moments.entries()) {
    const id = `m${index + 1}`;
    const shares = index > 0 && random() < plan.sharedOrders;
    const order = shares
      ? (orders[index - 1 - Math.floor(random() * Math.min(index, recentMessages))] as string)
      : `order-${index + 1}`;
    orders.push(order);
    const isOfWindow = at >= from && at < to;
    if (isOfWindow) ofWindow.add(id);
    const partition = partitions[Math.floor(random() * plan.partitions)] as TrafficRecord[];
    partition.push({ id, order, at, republished: false });
    const republished = isOfWindow && cause.republished !== null ? cause.republished : plan.republished;
    if (random() < republished) partition.push({ id, order, at: at + answerTimeoutMs, republished: true });
  }
  for (const records of partitions) records.sort((one, other) => one.at - other.at);
  return { partitions, ofWindow };
}

/** As many moments as there are messages, spread evenly by chance, in their order. */
function drawMoments(random: () => number, count: number, from: number, to: number): Float64Array {
  return Float64Array.from({ length: count }, () => from + random() * (to - from)).sort();
}
