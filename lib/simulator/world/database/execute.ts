import { callFunction } from "./calls";
import { insert, limitOf, select, updateOrDelete } from "./change-rows";
import { control } from "./control";
import { projectRows } from "./evaluate";
import { failure, type Deed, type Execution, type Work } from "./execution";
import { Waits, type Progress } from "./progress";
import type { CallStatement, ControlStatement, DataStatement, SqlValue, Statement, Table, Tables } from "./statement";
import { transactionOf, withTransaction, type DatabaseState, type Row } from "./store";
import { commitChanges, undoChanges, withSnapshot } from "./transactions";
import { ServerError } from "./values";
import { Working } from "./working";

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
  if (transaction?.failed && !["commit", "rollback", "rollback-to"].includes(statement.kind)) {
    // PostgreSQL, error 25P02 in_failed_sql_transaction: nothing is executed until the transaction ends.
    const message = "current transaction is aborted, commands ignored until end of transaction block";
    return failure(state, session, new ServerError("25P02", message));
  }
  switch (statement.kind) {
    case "select":
    case "insert":
    case "update":
    case "delete":
      return executeData(withSnapshot(state, session), tables, session, statement, parameters, progress);
    case "call":
      return executeCall(withSnapshot(state, session), session, statement, parameters);
    default:
      return executeControl(state, session, statement);
  }
}

function executeControl(state: DatabaseState, session: string, statement: ControlStatement): Execution {
  try {
    return { outcome: "done", ...control(state, session, statement) };
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const failed = failure(state, session, error);
    if (statement.kind !== "commit") return failed;
    // A COMMIT that fails is the end of the transaction, whatever savepoints it is inside.
    return { ...failed, state: withTransaction(undoChanges(failed.state, session), session, null) };
  }
}

function executeCall(
  state: DatabaseState,
  session: string,
  statement: CallStatement,
  parameters: readonly SqlValue[],
): Execution {
  try {
    checkParameters(statement, parameters);
    const called = callFunction(state, session, statement, parameters);
    return "outcome" in called ? called : done(called, session);
  } catch (error) {
    if (error instanceof ServerError) return failure(state, session, error);
    throw error;
  }
}

function executeData(
  state: DatabaseState,
  tables: Tables,
  session: string,
  statement: DataStatement,
  parameters: readonly SqlValue[],
  progress: Progress | null,
): Execution {
  const working = new Working(state, tables[statement.table] as Table, session, parameters, progress);
  try {
    checkParameters(statement, parameters);
    const worked = work(statement, working, transactionOf(state, session) !== undefined);
    return done({ ...worked, state: working.state }, session);
  } catch (error) {
    if (error instanceof Waits) {
      const paused = { state: working.state, progress: working.progress };
      return { outcome: "waits", for: error.holder, table: error.table, reason: error.reason, paused };
    }
    if (error instanceof ServerError) return failure(working.state, session, error);
    throw error;
  }
}

/** Outside a transaction the statement is committed. */
function done({ state, reply, deed }: Work, session: string): Execution {
  const open = transactionOf(state, session) !== undefined;
  return { outcome: "done", reply, deed, state: open ? state : commitChanges(state, session) };
}

/**
 * PostgreSQL, error 08P01 protocol_violation: a statement is given as many values as it has parameters. Without any
 * value `pg` sends the bare text, in which a parameter does not exist.
 */
function checkParameters({ parameters: wanted }: { parameters: number }, { length: given }: readonly SqlValue[]): void {
  if (given === wanted) return;
  if (given === 0) throw new ServerError("42P02", "there is no parameter $1");
  throw new ServerError(
    "08P01",
    `bind message supplies ${given} parameters, but prepared statement "" requires ${wanted}`,
  );
}

/**
 * What the first query of a transaction does when it has to wait: under REPEATABLE READ and SERIALIZABLE it takes its
 * snapshot all the same, before the wait (PostgreSQL documentation, 13.2.2). Null where a wait changes nothing.
 */
export function arrive(
  state: DatabaseState,
  tables: Tables,
  session: string,
  statement: Statement,
  parameters: readonly SqlValue[],
): DatabaseState | null {
  const transaction = transactionOf(state, session);
  if (transaction?.isolation === undefined || transaction.queried) return null;
  const execution = execute(state, tables, session, statement, parameters);
  if (execution.outcome !== "waits") return null;
  const { transactions, commits, serializable } = execution.paused.state;
  return {
    ...state,
    transactions,
    ...(commits === undefined ? {} : { commits }),
    ...(serializable === undefined ? {} : { serializable }),
  };
}

/**
 * A statement that is chosen as the victim of a deadlock.
 * PostgreSQL documentation, 13.3.4: "exactly which transaction will be aborted is difficult to predict".
 */
export function executeDeadlock(state: DatabaseState, session: string): Execution {
  return failure(state, session, new ServerError("40P01", "deadlock detected"));
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
