import { insert, limitOf, select, updateOrDelete } from "./change-rows";
import { projectRows } from "./evaluate";
import { Waits, Working, type Progress } from "./progress";
import type { DataStatement, SqlValue, Statement, Table, Tables } from "./statement";
import { commitChanges, type DatabaseState, type Row, undoChanges, withTransaction } from "./store";
import { ServerError } from "./values";

/** What a statement did, for the words of a trace. */
export type Deed =
  | { deed: "begun" | "committed" | "rolled-back" | "nothing-to-end" | "already-begun" }
  /** COMMIT of a transaction that had failed. */
  | { deed: "commit-rolled-back" }
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
  | { outcome: "done"; state: DatabaseState; reply: QueryReply; deed: Deed }
  | { outcome: "error"; state: DatabaseState; error: ServerError; deed: Deed };

/**
 * A statement that waits. Who lets it wait goes on with `state`, in which it holds what it has locked and written by
 * then, and executes it again with `progress` when the session it waits for has ended its transaction. Who lets it come
 * later drops this.
 */
export interface Paused {
  state: DatabaseState;
  progress: Progress;
}

interface Work {
  state: DatabaseState;
  reply: QueryReply;
  deed: Deed;
}

/**
 * Executes one statement of a session, as far as it can go. Outside BEGIN … COMMIT each statement is a transaction of
 * its own (autocommit). `progress`: of the same statement, where it waited before; that needs a heap (`asHeap`).
 */
export function execute(
  state: DatabaseState,
  tables: Tables,
  session: string,
  statement: Statement,
  parameters: readonly SqlValue[],
  progress: Progress | null = null,
): Execution {
  const transaction = transactionOf(state, session);
  if (transaction?.dead) throw new Error(`${session} is dead: it sends no statement`);
  const open = transaction !== undefined;
  if (statement.kind === "commit" || statement.kind === "rollback" || (statement.kind === "begin" && !transaction?.failed))
    return { outcome: "done", ...controlTransaction(state, session, statement.kind) };
  if (transaction?.failed) {
    // PostgreSQL, error 25P02 in_failed_sql_transaction: nothing is executed until the transaction ends.
    const message = "current transaction is aborted, commands ignored until end of transaction block";
    return failure(state, session, new ServerError("25P02", message), true);
  }
  const data = statement as DataStatement;
  const table = tables[data.table] as Table;
  const working = new Working(state, table, session, parameters, progress);
  try {
    checkParameters(data, parameters);
    const { reply, deed } = work(data, working, open);
    return { outcome: "done", reply, deed, state: open ? working.state : commitChanges(working.state, session) };
  } catch (error) {
    if (error instanceof Waits) {
      const paused = { state: working.state, progress: working.progress };
      return { outcome: "waits", for: error.holder, table: error.table, reason: error.reason, paused };
    }
    if (error instanceof ServerError) return failure(working.state, session, error, open);
    throw error;
  }
}

function transactionOf(state: DatabaseState, session: string) {
  return Object.hasOwn(state.transactions, session) ? state.transactions[session] : undefined;
}

/**
 * PostgreSQL, error 08P01 protocol_violation: a statement is given as many values as it has parameters. Without any
 * value `pg` sends the bare text, in which a parameter does not exist.
 */
function checkParameters({ parameters: wanted }: DataStatement, { length: given }: readonly SqlValue[]): void {
  if (given === wanted) return;
  if (given === 0) throw new ServerError("42P02", "there is no parameter $1");
  throw new ServerError(
    "08P01",
    `bind message supplies ${given} parameters, but prepared statement "" requires ${wanted}`,
  );
}

/**
 * A statement that is chosen as the victim of a deadlock.
 * PostgreSQL documentation, 13.3.4: "exactly which transaction will be aborted is difficult to predict".
 */
export function executeDeadlock(state: DatabaseState, session: string): Execution {
  return failure(
    state,
    session,
    new ServerError("40P01", "deadlock detected"),
    transactionOf(state, session) !== undefined,
  );
}

/**
 * After an error the transaction's changes and locks are gone at once (AbortTransaction in xact.c), although the
 * client has yet to end it.
 */
function failure(state: DatabaseState, session: string, error: ServerError, open: boolean): Execution {
  const undone = undoChanges(state, session);
  const constraint = typeof error.fields["constraint"] === "string" ? error.fields["constraint"] : null;
  return {
    outcome: "error",
    state: open ? withTransaction(undone, session, { failed: true, dead: false }) : undone,
    error,
    deed: { deed: "failed", code: error.code, message: error.message, constraint, open },
  };
}

function controlTransaction(state: DatabaseState, session: string, kind: "begin" | "commit" | "rollback"): Work {
  const open = transactionOf(state, session);
  const reply = (command: string): QueryReply => ({ rows: [], rowCount: null, command });
  if (kind === "begin") {
    // A second BEGIN is only a warning.
    if (open) return { state, reply: reply("BEGIN"), deed: { deed: "already-begun" } };
    return {
      state: withTransaction(state, session, { failed: false, dead: false }),
      reply: reply("BEGIN"),
      deed: { deed: "begun" },
    };
  }
  // COMMIT and ROLLBACK outside a transaction are only a warning.
  if (!open) return { state, reply: reply(kind.toUpperCase()), deed: { deed: "nothing-to-end" } };
  if (kind === "commit" && !open.failed) {
    return {
      state: withTransaction(commitChanges(state, session), session, null),
      reply: reply("COMMIT"),
      deed: { deed: "committed" },
    };
  }
  // COMMIT of a failed transaction rolls back and raises nothing; only the command tag tells.
  const undone = withTransaction(undoChanges(state, session), session, null);
  return {
    state: undone,
    reply: reply("ROLLBACK"),
    deed: { deed: kind === "commit" ? "commit-rolled-back" : "rolled-back" },
  };
}

function work(statement: DataStatement, working: Working, open: boolean): Pick<Work, "reply" | "deed"> {
  const { table, parameters } = working;
  switch (statement.kind) {
    case "select": {
      select(statement, working);
      const rows = projectRows(statement.outputs, working.rows, parameters).slice(0, limitOf(statement, parameters));
      return {
        reply: { rows, rowCount: rows.length, command: "SELECT" },
        deed: { deed: "read", table: table.name, rows: rows.length, locked: statement.lock !== "none" },
      };
    }
    case "insert":
      insert(statement, working);
      break;
    default:
      updateOrDelete(statement, working);
  }
  const count = working.rows.length;
  return {
    reply: {
      rows: statement.returning.length > 0 ? projectRows(statement.returning, working.rows, parameters) : [],
      rowCount: count,
      command: statement.kind.toUpperCase(),
    },
    deed:
      statement.kind === "insert"
        ? insertDeed(working, open)
        : { deed: statement.kind === "update" ? "updated" : "deleted", table: table.name, rows: count, open },
  };
}

/** What an INSERT did: added rows; or else updated those in the way; or else left them as they are. */
function insertDeed({ table, added, rows, conflict }: Working, open: boolean): Deed {
  if (added.length > 0)
    return { deed: "inserted", table: table.name, key: added.map((row) => keyText(table, row)).join("; "), open };
  if (rows.length > 0 || conflict === null) return { deed: "updated", table: table.name, rows: rows.length, open };
  return { deed: "skipped", table: table.name, constraint: conflict };
}

function keyText(table: Table, row: Row): string {
  const [constraint] = table.constraints;
  const columns = constraint ? constraint.columns : table.columns.map(({ name }) => name);
  return columns.map((column) => String(row[column])).join(", ");
}
