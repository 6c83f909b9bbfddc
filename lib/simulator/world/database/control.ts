import { commandReply, type Work } from "./execution";
import { Dependencies } from "./serializable";
import type { ControlStatement } from "./statement";
import {
  transactionOf,
  withTransaction,
  type DatabaseState,
  type IsolationLevel,
  type OpenTransaction,
} from "./store";
import { commitChanges, keepChangesInside, undoChanges, undoChangesInside } from "./transactions";
import { ServerError } from "./values";

/** What begins, shapes and ends transactions. @throws ServerError */
export function control(state: DatabaseState, session: string, statement: ControlStatement): Work {
  const open = transactionOf(state, session);
  switch (statement.kind) {
    case "begin":
      return begin(state, session, open, statement.isolation);
    case "set-transaction": {
      const { isolation } = statement;
      // Outside a transaction it is only a warning.
      if (!open) return { state, reply: commandReply("SET"), deed: { deed: "nothing-to-end" } };
      const isolated = withTransaction(state, session, withIsolation(open, isolation));
      return { state: isolated, reply: commandReply("SET"), deed: { deed: "isolated", isolation, begun: false } };
    }
    case "commit":
    case "rollback":
      return end(state, session, open, statement.kind);
    default:
      if (!open) throw outsideTransaction(statement.kind);
      return moveToSavepoint(state, session, open, statement.kind, statement.name);
  }
}

function begin(
  state: DatabaseState,
  session: string,
  open: OpenTransaction | undefined,
  isolation: IsolationLevel | undefined,
): Work {
  const begun = withIsolation(open ?? { failed: false, dead: false }, isolation);
  const reply = commandReply("BEGIN");
  // A second BEGIN is only a warning; a level that it names counts all the same.
  if (open) return { state: withTransaction(state, session, begun), reply, deed: { deed: "already-begun" } };
  return {
    state: withTransaction(state, session, begun),
    reply,
    deed: isolation === undefined || isolation === "read committed" ? { deed: "begun" } : { deed: "isolated", isolation, begun: true },
  };
}

/** PostgreSQL, check_XactIsoLevel in variable.c: the level cannot change once a query has run. @throws ServerError 25001 */
function withIsolation(transaction: OpenTransaction, wanted: IsolationLevel | undefined): OpenTransaction {
  const { isolation = "read committed", ...rest } = transaction;
  if (wanted === undefined || wanted === isolation) return transaction;
  const refused = transaction.queried
    ? "be called before any query"
    : transaction.savepoints
      ? "not be called in a subtransaction"
      : null;
  if (refused !== null) throw new ServerError("25001", `SET TRANSACTION ISOLATION LEVEL must ${refused}`);
  return wanted === "read committed" ? rest : { ...rest, isolation: wanted };
}

function end(
  state: DatabaseState,
  session: string,
  open: OpenTransaction | undefined,
  kind: "commit" | "rollback",
): Work {
  // COMMIT and ROLLBACK outside a transaction are only a warning.
  if (!open) return { state, reply: commandReply(kind.toUpperCase()), deed: { deed: "nothing-to-end" } };
  if (kind === "commit" && !open.failed) {
    const committed = withTransaction(commitChanges(checkedDependencies(state, session), session), session, null);
    return { state: committed, reply: commandReply("COMMIT"), deed: { deed: "committed" } };
  }
  // COMMIT of a failed transaction rolls back and raises nothing; only the command tag tells.
  return {
    state: withTransaction(undoChanges(state, session), session, null),
    reply: commandReply("ROLLBACK"),
    deed: { deed: kind === "commit" ? "commit-rolled-back" : "rolled-back" },
  };
}

/** COMMIT of a serializable transaction can make another one end, or fail itself. @throws ServerError 40001 */
function checkedDependencies(state: DatabaseState, session: string): DatabaseState {
  if (state.serializable === undefined) return state;
  const dependencies = new Dependencies(state.serializable);
  dependencies.checkCommit(session);
  return { ...state, serializable: dependencies.state };
}

type SavepointKind = "savepoint" | "release" | "rollback-to";

const savepointCommands: Record<SavepointKind, string> = {
  savepoint: "SAVEPOINT",
  release: "RELEASE SAVEPOINT",
  "rollback-to": "ROLLBACK TO SAVEPOINT",
};

/** PostgreSQL, error 25P01 no_active_sql_transaction (RequireTransactionBlock in xact.c). */
function outsideTransaction(kind: SavepointKind): ServerError {
  return new ServerError("25P01", `${savepointCommands[kind]} can only be used in transaction blocks`);
}

/**
 * PostgreSQL documentation, SAVEPOINT, RELEASE SAVEPOINT, ROLLBACK TO SAVEPOINT: a name means the innermost savepoint of
 * this name; those set after it are gone. ROLLBACK TO keeps the savepoint itself, and mends a failed transaction.
 * @throws ServerError 3B001
 */
function moveToSavepoint(
  state: DatabaseState,
  session: string,
  open: OpenTransaction,
  kind: SavepointKind,
  name: string,
): Work {
  const { savepoints = [], ...rest } = open;
  const nested = (names: readonly string[]) => (names.length > 0 ? { ...rest, savepoints: names } : rest);
  if (kind === "savepoint") {
    const set = withTransaction(state, session, nested([...savepoints, name]));
    return { state: set, reply: commandReply("SAVEPOINT"), deed: { deed: "savepoint-set", savepoint: name } };
  }
  const index = savepoints.lastIndexOf(name);
  if (index < 0) throw new ServerError("3B001", `savepoint "${name}" does not exist`);
  if (kind === "release") {
    const released = withTransaction(keepChangesInside(state, session, index), session, nested(savepoints.slice(0, index)));
    return { state: released, reply: commandReply("RELEASE"), deed: { deed: "savepoint-released", savepoint: name } };
  }
  const restored = { ...nested(savepoints.slice(0, index + 1)), failed: false };
  return {
    state: withTransaction(undoChangesInside(state, session, index + 1), session, restored),
    reply: commandReply("ROLLBACK"),
    deed: { deed: "savepoint-restored", savepoint: name },
  };
}
