import type { Words } from "../plain";
import type { TrafficPlan } from "../traffic/plan";
import type { MessageData } from "../process/history";
import type { StatementCache, Tables } from "../world/database/statement";
import type { DatabaseState, RowVersion } from "../world/database/store";
import type { WrittenBounds } from "./schema";

/** Faults that a run can be given a budget of. */
export const modelledFaults = [
  "crash",
  "expiry",
  "retention",
  "replyLost",
  "requestLost",
  "serverError",
  "leaseExpiry",
  "outage",
  "waitTimeout",
  "ackLost",
  "rebalance",
  "commitLost",
  "redrive",
  "exception",
  "sigterm",
] as const;
export type Fault = (typeof modelledFaults)[number];

export type Budgets = Readonly<Record<Fault, number>>;

/** Switches of the parts. The first value of each is the default. */
export const profileValues = {
  "stale-ack": ["ignore", "accept", "reject", "settle", "channel-closed"],
  requeue: ["delayed", "immediate"],
  order: ["any", "fifo"],
  "limit-counts": ["receives", "crashes"],
  "dead-consumer": ["lease", "requeue"],
  redelivered: ["off", "on"],
  "publish-dedup": ["off", "on"],
  "compare-params": ["on", "off"],
  "in-progress-409": ["off", "on"],
  "key-rules": ["standard", "article"],
  "invalid-key": ["reject", "run-unprotected"],
  "receiver-keys": ["any", "fail-open"],
  fencing: ["ignored", "checked"],
  "redis-eviction": ["none", "volatile", "any"],
  "redis-failover": ["keeps", "loses-write"],
  "auto-commit": ["off", "on", "in-poll"],
  "rebalance-protocol": ["eager", "cooperative"],
} as const;
export type ProfileName = keyof typeof profileValues;
export type Profiles = { readonly [Name in ProfileName]: (typeof profileValues)[Name][number] };

/** What a run is bounded by. Printed with every result: without them a number says nothing. */
export interface Bounds {
  /** Number of processes by role. */
  processes: Readonly<Record<string, number>>;
  faults: Budgets;
  /** Receives of one message before it goes to the dead-letter queue; null for no limit. */
  maxReceive: number | null;
  profiles: Profiles;
}

export type PartName = "queue" | "database" | "stripe" | "mailer" | "alert" | "receivers" | "coordinator" | "redis" | "log";

/** What kinds of bug scenarios are about, in the order of lists. */
export const scenarioKinds = ["gap", "race", "key", "retention", "transaction", "error", "other"] as const;
export type ScenarioKind = (typeof scenarioKinds)[number];

export function isScenarioKind(value: unknown): value is ScenarioKind {
  return (scenarioKinds as readonly unknown[]).includes(value);
}

export interface ProcessDeclaration {
  role: string;
  /** By a message of the queue; once, by itself; or by itself as a consumer of the log, to which partitions are assigned. */
  starts: "message" | "once" | "assigned";
  count: number;
  /** The topic that its messages come from; the messages of the scenario unless said. */
  consumes?: string | undefined;
}

/** Something that should happen a wanted number of times for each identity. */
export interface EffectDeclaration {
  name: string;
  /**
   * Which effects count: `stripe.charges`, `mailer.mails`, `alerts`, `<receiver>.<effect>`; `published.<topic>`; in the database
   * `table.<name>` for committed rows and `updates.<name>` for the committed UPDATEs of each row.
   */
  of: string;
  /** Field of the message that tells one identity from another. */
  per: string;
  /** Identities that no message of the scenario carries from the start. */
  identities?: readonly string[] | undefined;
  /**
   * Where the identity stands, when it is not the message that tells: the column, for effects in the database; the
   * parameter of the call, for those of a consumer of the log. That with the name of the field unless said.
   */
  column: string;
  wanted: number;
  /** Forms of the noun: one, few and many in Russian; one and other in English. */
  noun: { ru: readonly [string, string, string]; en: readonly [string, string] };
}

/** A query on the final, committed state of the database. */
export interface Observation {
  name: string;
  sql: string;
}

/** An observation that must have one of these values at the end, or the outcome is wrong. */
export interface Invariant {
  observation: string;
  oneOf: readonly (string | number | boolean | null)[];
}

/** The table that an effect is counted in, and what of it counts; null when a receiver has it. */
export function databaseEffect({ of }: { of: string }): { table: string; counts: "rows" | "updates" } | null {
  const found = /^(table|updates)\.(.+)$/.exec(of);
  return found ? { table: found[2] ?? "", counts: found[1] === "table" ? "rows" : "updates" } : null;
}

/** The topic whose messages are an effect; null for effects of other kinds. */
export function publishedTopic({ of }: { of: string }): string | null {
  return /^published\.(.+)$/.exec(of)?.[1] ?? null;
}

/**
 * An outcome that would be lost or stuck is declared good enough: when an effect, such as an alert, happened at least
 * so often, or when all messages of one identity are in the dead-letter queue, where somebody will look at them.
 */
export type Acceptance = { effect: string; atLeast: number } | { effect: string; deadLettered: string };

export interface HandlerDeclaration {
  /** `given`, `fixed`, `tempting-<word>`, `fixed-<word>`, `variant-<word>`. */
  name: string;
  /** Path below the scenario's folder. */
  file: string;
  /** Role whose handler this is. */
  role: string;
  title: Words;
  /** The tables as this handler finds them. */
  tables: Tables;
  /** Committed rows at the start. */
  rows: Readonly<Record<string, readonly RowVersion[]>>;
  /** Sequences at the start, by name; absent where the setup makes none. */
  sequences?: DatabaseState["sequences"];
  /** What it adds to the scenario's own setup, as SQL; absent where that is nothing. */
  migration?: string;
}

/** Names the state of the world in a gap, such as "money taken, nothing recorded". */
export interface Caption {
  handler: string;
  /** Name of the step after which the gap lies. */
  after: string;
  words: Words;
}

export type VerdictName = "double" | "lost" | "wrong" | "stuck" | "ok";

/** What the author says about all schedules within bounds, or about one of them. */
export interface Claim {
  /** Under which pages refer to its numbers; null for a claim that no page shows. */
  id: string | null;
  handler: string;
  bounds: Bounds;
  effect: string;
  min: number | null;
  max: number | null;
  set: readonly number[] | null;
  verdict: VerdictName | null;
  /** Names of the choices of the one schedule that the claim is about; null when it is about all within the bounds. */
  schedule: readonly string[] | null;
  /** Set when the claim is about the orders of some steps, from where the choices of `after` lead to. */
  orders: { readonly after: readonly string[]; readonly steps: readonly string[] } | null;
}

/** A scenario, checked and ready to run: plain data that can be sent to a browser. */
export interface Scenario {
  slug: string;
  /** Changes whenever the scenario file changes in meaning. */
  version: string;
  title: Words;
  kind: ScenarioKind;
  parts: readonly PartName[];
  processes: readonly ProcessDeclaration[];
  messages: readonly MessageData[];
  bounds: Bounds;
  effects: readonly EffectDeclaration[];
  observations: readonly Observation[];
  invariants: readonly Invariant[];
  acceptable: readonly Acceptance[];
  handlers: readonly HandlerDeclaration[];
  captions: readonly Caption[];
  claims: readonly Claim[];
  /** Changes of the circumstances that the lab offers. */
  whatIf: readonly WhatIf[];
  /** Circumstances besides, in which a repair has to hold, too. */
  alsoProved: readonly AlsoProved[];
  notes: Words | null;
  /** The same handlers under the traffic of an incident; null for a scenario that is about single messages. */
  traffic: TrafficPlan | null;
  /** Records of the log by partition, in the order of their offsets. What is in no partition is in the queue. */
  partitions: Readonly<Record<string, readonly string[]>>;
  /** The SQL that makes the tables, before any handler's own; null without a database. */
  schema: string | null;
  /** Names of the receivers beyond Stripe, mailer and alert. */
  receivers: readonly string[];
  /** Statements of observations and handlers, read in advance, by handler and text. */
  statements: Readonly<Record<string, StatementCache>>;
}

/** Other circumstances than the scenario's own, one press in the lab. */
export type WhatIf = ChangedRun | OtherScenario;

/** What the scenario's own messages and bounds leave open, such as a key that two orders share. */
export interface AlsoProved {
  title: Words;
  /** Besides those of the scenario. */
  messages: readonly MessageData[];
  /** As in a claim: exactly the faults that it names. */
  bounds: Bounds;
}

/** A handler within other bounds. */
export interface ChangedRun {
  /** What questions call it by, beside the name of its scenario. */
  id: string;
  title: Words;
  handler: string;
  /** As in a claim: exactly the faults that it names. */
  bounds: Bounds;
}

/** A change that takes other messages or parts: a scenario of its own, as its given handler meets it. */
export interface OtherScenario {
  id: string;
  title: Words;
  scenario: string;
  /** As in a claim of that scenario. */
  bounds: WrittenBounds;
}

/** Something an author has to mend. Lines and columns count from 1. */
export interface ScenarioProblem {
  file: string;
  line: number;
  column: number;
  what: string;
  fix: string;
}
