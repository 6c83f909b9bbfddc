import type { Store } from "../store";

/**
 * What a store can be made to suffer in a test. Each is optional; cases that need one that is missing are reported as
 * skipped, never as passed.
 */
export interface ConformanceAbilities {
  /** Forgets prepared statements and cached scripts on the server. */
  flushScripts?: () => Promise<void>;
  /** Loses all data, as a server without persistence does in a restart. */
  loseEverything?: () => Promise<void>;
  /** Overwrites the stored form of `id`: with text that no version wrote, or with that of a later version. */
  corrupt?: (id: string, how: "garbage" | "later-version") => Promise<void>;
  /** The same data through a store to which no notification arrives. */
  withoutNotifications?: () => Promise<Store>;
  /** The same data through a store whose connection breaks once, `before` or `after` the next write is applied. */
  withCutConnection?: (when: "before" | "after") => Promise<Store>;
  transactions?: TransactionAbility;
}

/** Reserving inside a transaction of the caller (section L). */
export interface TransactionAbility {
  begin(): Promise<TestTransaction>;
  /** How many effects (see `TestTransaction.effect`) were committed for `id`. */
  countEffects(id: string): Promise<number>;
}

export type TransactionalReply = { kind: "reserved" } | { kind: "completed"; result: string } | { kind: "other" };

export interface TestTransaction {
  /** The first statement: may block until a rival transaction on the same id has ended. */
  reserve(id: string): Promise<TransactionalReply>;
  /** Any effect in the same database. */
  effect(id: string): Promise<void>;
  /** Breaks a unique constraint that has nothing to do with the records. Rejects, and must not look like a duplicate. */
  violateOtherConstraint(): Promise<void>;
  complete(id: string, result: string): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}
