import type { StoreCall } from "./store";

/**
 * What happened, for metrics and logs. Each call of the coordinator ends in exactly one `settled` event.
 * `id` is null where the key was invalid.
 */
export type CoordinatorEvent = { operation: string; id: string | null } & (
  | { type: "reserved"; fence: number; attempt: number; takeover: boolean }
  | { type: "renewed"; fence: number }
  | { type: "renewal-failed"; fence: number; error: unknown }
  | { type: "lease-lost"; fence: number; during: "renew" | "complete" | "release" }
  | { type: "completed"; fence: number }
  | { type: "complete-failed"; fence: number; error: unknown }
  | { type: "released"; fence: number; error: unknown }
  /** The action failed ambiguously: the key stays reserved until the lease ends. */
  | { type: "held"; fence: number; error: unknown }
  | { type: "unprotected-run"; reason: UnprotectedReason }
  | { type: "store-call"; call: StoreCall; milliseconds: number; error: unknown }
  | { type: "settled"; settlement: Settlement; milliseconds: number; waitedMs: number }
);

export type UnprotectedReason = "key-invalid" | "store-unavailable";

/** How a call ended: the kinds of `Outcome`, and the errors that are no outcome. */
export type Settlement =
  | "executed"
  | "replayed"
  | "waited"
  | "in-progress"
  | "key-reuse"
  | "lease-lost"
  | "outcome-unknown"
  | "unprotected"
  | "action-failed"
  | "key-invalid"
  | "store-unavailable"
  | "unreadable"
  /** The action ran, now or before, but its result has no stored form. */
  | "result-encoding"
  | "misconfigured";

/** Called synchronously in the middle of a call: be quick. What it throws is dropped, never the caller's problem. */
export type Observer = (event: CoordinatorEvent) => void;
