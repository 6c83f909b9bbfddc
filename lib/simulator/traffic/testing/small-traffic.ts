import type { TrafficCause, TrafficPlan } from "../plan";

/** An incident of two minutes, small enough to run in a moment. */
export const smallPlan: TrafficPlan = {
  seed: 1,
  window: { from: "14:02", minutes: 2, before: 1, after: 1 },
  messages: 1600,
  sharedOrders: 0.1,
  republished: 0,
  partitions: 4,
  poll: { max: 200, waitSeconds: 10 },
  effectMs: [10, 30],
  hitMs: 1,
  rebalanceSeconds: 3,
  pollIntervalSeconds: 30,
  causes: [],
};

/** Nothing happens. */
export const calm: TrafficCause = { name: "calm", title: { ru: "", en: "" }, handler: "given", rebalances: 0, slow: null, republished: null, load: 1 };

/** A turn of the event loop of Node. */
export const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
