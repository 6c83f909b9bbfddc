import { z } from "zod";
import type { Words } from "../plain";

/** How messages come and are consumed around an incident. Times are virtual. */
export interface TrafficPlan {
  /** Everything that is random depends on it. */
  seed: number;
  /** The incident's window on the axis: its first minute as `HH:MM`, its length, and the calm before and after it. */
  window: { from: string; minutes: number; before: number; after: number };
  /** New messages in the window, as many per minute before and after it. */
  messages: number;
  /** Share of the messages that belong to the order of an earlier one. */
  sharedOrders: number;
  /** Share of the messages that the producer publishes twice because it saw no answer: always, whatever the cause. */
  republished: number;
  partitions: number;
  /** A poll returns as soon as it can return `max` records, at the latest after `waitSeconds` when there is one. */
  poll: { max: number; waitSeconds: number };
  /** Time that an effect takes at its receiver, uniform between the two, and of a check that finds the id taken. */
  effectMs: readonly [number, number];
  hitMs: number;
  /** From the loss of a partition to the first poll of its new owner. */
  rebalanceSeconds: number;
  /** A consumer that has not polled for so long loses its partitions (`max.poll.interval.ms`). */
  pollIntervalSeconds: number;
  causes: readonly TrafficCause[];
}

/** One explanation of what the graph shows: what is different within the window, and with which handler. */
export interface TrafficCause {
  name: string;
  title: Words;
  handler: string;
  /** Rebalances in the window; each takes a partition whose batch is not committed yet from its owner. */
  rebalances: number;
  /** Partitions whose consumers are slower by a factor within the window. */
  slow: { partitions: number; factor: number } | null;
  /** Share of the messages of the window that the producer publishes twice, in place of the plan's. */
  republished: number | null;
  /** Messages of the window, as a multiple of the plan's. */
  load: number;
}

const words = z.strictObject({ ru: z.string().min(1), en: z.string().min(1) });
const share = z.number().min(0).max(1);

/** The shape of `traffic:` in a scenario file. */
export const trafficSchema = z.strictObject({
  seed: z.int().min(0),
  window: z.strictObject({
    from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, such as 14:02"),
    minutes: z.int().min(1).max(60),
    before: z.int().min(1).max(60),
    after: z.int().min(1).max(60),
  }),
  messages: z.int().min(1).max(1_000_000),
  "shared-orders": share.default(0),
  republished: share.default(0),
  partitions: z.int().min(1).max(100),
  poll: z.strictObject({ max: z.int().min(1).max(10_000), "wait-seconds": z.number().positive() }),
  "effect-ms": z.tuple([z.number().positive(), z.number().positive()]),
  "hit-ms": z.number().positive(),
  "rebalance-seconds": z.number().positive(),
  "poll-interval-seconds": z.number().positive(),
  causes: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
        title: words,
        handler: z.string(),
        rebalances: z.int().min(0).default(0),
        slow: z.strictObject({ partitions: z.int().min(1), factor: z.number().min(1) }).optional(),
        republished: share.optional(),
        load: z.number().positive().default(1),
      }),
    )
    .min(1),
});

export function planOf(file: z.infer<typeof trafficSchema>): TrafficPlan {
  const { seed, window, messages, republished, partitions, poll, causes } = file;
  return {
    ...{ seed, window, messages, republished, partitions },
    sharedOrders: file["shared-orders"],
    poll: { max: poll.max, waitSeconds: poll["wait-seconds"] },
    effectMs: file["effect-ms"],
    hitMs: file["hit-ms"],
    rebalanceSeconds: file["rebalance-seconds"],
    pollIntervalSeconds: file["poll-interval-seconds"],
    causes: causes.map((cause) => ({ ...cause, slow: cause.slow ?? null, republished: cause.republished ?? null })),
  };
}
