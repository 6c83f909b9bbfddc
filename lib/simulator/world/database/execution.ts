import type { Progress } from "./progress";
import type { SqlValue } from "./statement";
import { transactionOf, withTransaction, type DatabaseState, type IsolationLevel, type Row } from "./store";
import { depthOf, undoChanges, undoChangesInside } from "./transactions";
import type { ServerError } from "./values";

/** What a statement did, for the words of a trace. */
export type Deed =
  | { deed: "begun" | "committed" | "rolled-back" | "nothing-to-end" | "already-begun" }
  /** COMMIT of a transaction that had failed. */
  | { deed: "commit-rolled-back" }
  /** A transaction that is, from its beginning or by SET TRANSACTION, not READ COMMITTED. */
  | { deed: "isolated"; isolation: IsolationLevel; begun: boolean }
  | { deed: "savepoint-set"; savepoint: string }
  | { deed: "savepoint-released"; savepoint: string }
  | { deed: "savepoint-restored"; savepoint: string }
  | { deed: "advisory-taken"; key: string; until: "unlocked" | "transaction ends" }
  | { deed: "advisory-refused"; key: string }
  | { deed: "advisory-returned"; key: string }
  | { deed: "advisory-not-held"; key: string }
  | { deed: "sequence-read"; sequence: string; value: string; taken: boolean }
  | { deed: "read"; table: string; rows: number; locked: boolean }
  | { deed: "inserted"; table: string; key: string; open: boolean }
  | { deed: "skipped"; table: string; constraint: string }
  | { deed: "updated" | "deleted"; table: string; rows: number; open: boolean }
  | { deed: "failed"; code: string; message: string; constraint: string | null; open: boolean };

export interface QueryReply {
  rows: Row[];
  rowCount: number | null;
  command: string;
}

export type Execution =
  | { outcome: "waits"; for: string; table: string; reason: "key" | "row"; paused: Paused }
  | { outcome: "waits"; for: string; key: string; reason: "advisory"; paused: Paused }
  | { outcome: "done"; state: DatabaseState; reply: QueryReply; deed: Deed }
  | { outcome: "error"; state: DatabaseState; error: ServerError; deed: Deed };

/**
 * A statement that waits. Who lets it wait goes on with `state`, in which it holds what it has locked and written by
 * then, and executes it again with `progress` when the session it waits for has let go. Who lets it come later drops this.
 */
export interface Paused {
  state: DatabaseState;
  progress: Progress | null;
}

/** What a statement that has come to its end leads to. */
export interface Work {
  state: DatabaseState;
  reply: QueryReply;
  deed: Deed;
}

/** A reply without rows. */
export function commandReply(command: string): QueryReply {
  return { rows: [], rowCount: null, command };
}

/** A reply with one row and one column. */
export function valueReply(name: string, value: SqlValue): QueryReply {
  return { rows: [{ [name]: value }], rowCount: 1, command: "SELECT" };
}

/**
 * After an error the transaction's changes and locks are gone at once (AbortTransaction in xact.c), although the
 * client has yet to end it. Inside savepoints those since the innermost are gone (AbortSubTransaction).
 */
export function failure(state: DatabaseState, session: string, error: ServerError): Execution & { outcome: "error" } {
  const constraint = typeof error.fields["constraint"] === "string" ? error.fields["constraint"] : null;
  const open = transactionOf(state, session);
  const deed: Deed = { deed: "failed", code: error.code, message: error.message, constraint, open: open !== undefined };
  const depth = depthOf(state, session);
  if (open && depth > 0) {
    const undone = undoChangesInside(state, session, depth);
    return { outcome: "error", state: withTransaction(undone, session, { ...open, failed: true }), error, deed };
  }
  const undone = undoChanges(state, session);
  const left = open ? withTransaction(undone, session, { failed: true, dead: false }) : undone;
  return { outcome: "error", state: left, error, deed };
}
