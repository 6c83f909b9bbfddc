import { evaluate, ServerError } from "./evaluate";
import { conflictOf, newRow, removeRows, replaceRows, updatedRow, Waits } from "./row-changes";
import type { Expression, Output, SqlValue, Statement, Table, Tables } from "./statement";
import {
  addVersion,
  commitChanges,
  compareValues,
  type DatabaseState,
  holderOf,
  isVisible,
  type Row,
  type RowVersion,
  undoChanges,
  withTransaction,
} from "./store";

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
  | { outcome: "waits"; for: string; table: string; reason: "key" | "row" }
  | { outcome: "done"; state: DatabaseState; reply: QueryReply; deed: Deed }
  | { outcome: "error"; state: DatabaseState; error: ServerError; deed: Deed };

interface Work {
  state: DatabaseState;
  reply: QueryReply;
  deed: Deed;
}

/**
 * Executes one statement of a session, all of it or, when it has to wait for another session's transaction, nothing.
 * Outside BEGIN … COMMIT each statement is a transaction of its own (autocommit).
 */
export function execute(
  state: DatabaseState,
  tables: Tables,
  session: string,
  statement: Statement,
  parameters: readonly SqlValue[],
): Execution {
  const open = Object.hasOwn(state.transactions, session) ? state.transactions[session] : undefined;
  if (open?.failed && statement.kind !== "commit" && statement.kind !== "rollback") {
    // PostgreSQL, error 25P02 in_failed_sql_transaction: nothing is executed until the transaction ends.
    return failure(
      state,
      session,
      new ServerError("25P02", "current transaction is aborted, commands ignored until end of transaction block"),
      true,
    );
  }
  if (statement.kind === "begin" || statement.kind === "commit" || statement.kind === "rollback") {
    return { outcome: "done", ...controlTransaction(state, session, statement.kind) };
  }
  try {
    const work = change(state, tables, session, statement, parameters, open !== undefined);
    return { outcome: "done", ...work, state: open ? work.state : commitChanges(work.state, session) };
  } catch (error) {
    if (error instanceof Waits)
      return { outcome: "waits", for: error.holder, table: error.table, reason: error.reason };
    if (error instanceof ServerError) return failure(state, session, error, open !== undefined);
    throw error;
  }
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
    Object.hasOwn(state.transactions, session),
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
  const open = Object.hasOwn(state.transactions, session) ? state.transactions[session] : undefined;
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

type DataStatement = Exclude<Statement, { kind: "begin" | "commit" | "rollback" }>;

function change(
  state: DatabaseState,
  tables: Tables,
  session: string,
  statement: DataStatement,
  parameters: readonly SqlValue[],
  open: boolean,
): Work {
  const table = tables[statement.table] as Table;
  const versions = state.rows[table.name] ?? [];
  const withRows = (rows: readonly RowVersion[]): DatabaseState => ({
    ...state,
    rows: { ...state.rows, [table.name]: rows },
  });
  const matches = (where: Expression | null) => (version: RowVersion) =>
    isVisible(version, session) && (where === null || evaluate(where, version.values, parameters) === true);
  const project = (outputs: readonly Output[], rows: readonly Row[]) => projectRows(outputs, rows, parameters);

  switch (statement.kind) {
    case "select": {
      const found = select(statement, versions.filter(matches(statement.where)), session, table.name);
      const state2 =
        statement.lock === "none"
          ? state
          : withRows(versions.map((version) => (found.includes(version) ? { ...version, locked: session } : version)));
      const rows = project(
        statement.outputs,
        found.map(({ values }) => values),
      );
      return {
        state: state2,
        reply: { rows, rowCount: rows.length, command: "SELECT" },
        deed: { deed: "read", table: table.name, rows: rows.length, locked: statement.lock !== "none" },
      };
    }
    case "insert": {
      const row = newRow(table, statement.values, parameters);
      const conflict = conflictOf(table, versions, row, session, statement.doNothingOn);
      if (conflict)
        return {
          state,
          reply: { rows: [], rowCount: 0, command: "INSERT" },
          deed: { deed: "skipped", table: table.name, constraint: conflict },
        };
      const rows = addVersion(versions, { values: row, created: session, deleted: null, locked: null }, table);
      return {
        state: withRows(rows),
        reply: { rows: project(statement.returning, [row]), rowCount: 1, command: "INSERT" },
        deed: { deed: "inserted", table: table.name, key: keyText(table, row), open },
      };
    }
    case "update":
    case "delete": {
      const targets = versions.filter(matches(statement.where));
      const held = targets.map((version) => holderOf(version, session)).find((holder) => holder !== null);
      if (held) throw new Waits(held, table.name, "row");
      const replaced = targets.map((version) =>
        statement.kind === "update" ? updatedRow(table, version.values, statement.set, parameters) : version.values,
      );
      const rows =
        statement.kind === "update"
          ? replaceRows(table, versions, targets, replaced, session)
          : removeRows(versions, targets, session);
      return {
        state: withRows(rows),
        reply: {
          rows: project(statement.returning, replaced),
          rowCount: targets.length,
          command: statement.kind.toUpperCase(),
        },
        deed: {
          deed: statement.kind === "update" ? "updated" : "deleted",
          table: table.name,
          rows: targets.length,
          open,
        },
      };
    }
  }
}

/** The rows of a SELECT in its order; FOR UPDATE waits for a row that another session holds, or skips it. */
function select(
  statement: DataStatement & { kind: "select" },
  found: readonly RowVersion[],
  session: string,
  table: string,
): readonly RowVersion[] {
  const ordered = [...found].sort((left, right) => {
    for (const { column, descending } of statement.order) {
      const order = compareValues(left.values[column] ?? null, right.values[column] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  const free = statement.lock === "skip" ? ordered.filter((version) => holderOf(version, session) === null) : ordered;
  const limited = statement.limit === null ? free : free.slice(0, statement.limit);
  const held =
    statement.lock === "wait"
      ? limited.map((version) => holderOf(version, session)).find((holder) => holder !== null)
      : null;
  if (held) throw new Waits(held, table, "row");
  return limited;
}

/** `count(*)` is a bigint, which `pg` returns as a text. */
function projectRows(outputs: readonly Output[], rows: readonly Row[], parameters: readonly SqlValue[]): Row[] {
  if (outputs.some(({ value }) => "count" in value)) {
    return [Object.fromEntries(outputs.map(({ name }) => [name, String(rows.length)]))];
  }
  if (outputs.length === 0) return [];
  return rows.map((row) =>
    Object.fromEntries(
      outputs.map(({ name, value }) => [
        name,
        "count" in value ? String(rows.length) : evaluate(value, row, parameters),
      ]),
    ),
  );
}

function keyText(table: Table, row: Row): string {
  const [constraint] = table.constraints;
  const columns = constraint ? constraint.columns : table.columns.map(({ name }) => name);
  return columns.map((column) => String(row[column])).join(", ");
}
