import { child, children, onlyFields, tagged, text, unsupported, type ParseNode } from "./parse-tree";
import type { ControlStatement } from "./statement";
import type { IsolationLevel } from "./store";

/** BEGIN, COMMIT, ROLLBACK and savepoints. */
export function readTransaction(body: ParseNode): ControlStatement {
  const { kind } = body;
  switch (kind) {
    case "TRANS_STMT_BEGIN":
    case "TRANS_STMT_START": {
      onlyFields(body, "BEGIN", ["kind", "options"]);
      const isolation = readIsolation(children(body, "options"));
      return { kind: "begin", ...(isolation === null ? {} : { isolation }) };
    }
    case "TRANS_STMT_COMMIT":
      onlyFields(body, "COMMIT", ["kind"]);
      return { kind: "commit" };
    case "TRANS_STMT_ROLLBACK":
      onlyFields(body, "ROLLBACK", ["kind"]);
      return { kind: "rollback" };
    case "TRANS_STMT_SAVEPOINT":
      return { kind: "savepoint", name: text(body, "savepoint_name") };
    case "TRANS_STMT_RELEASE":
      return { kind: "release", name: text(body, "savepoint_name") };
    case "TRANS_STMT_ROLLBACK_TO":
      return { kind: "rollback-to", name: text(body, "savepoint_name") };
    default:
      return unsupported(String(kind).replace("TRANS_STMT_", "").replaceAll("_", " "), { location: 0 });
  }
}

/** `SET TRANSACTION ISOLATION LEVEL …`; every other SET is refused. */
export function readSet(body: ParseNode): ControlStatement {
  const name = text(body, "name");
  if (body["kind"] !== "VAR_SET_MULTI" || name !== "TRANSACTION") return unsupported(`SET ${name}`, { location: 0 });
  const isolation = readIsolation(children(body, "args"));
  return isolation === null ? unsupported("SET TRANSACTION", { location: 0 }) : { kind: "set-transaction", isolation };
}

/** PostgreSQL documentation, 13.2.1: READ UNCOMMITTED is READ COMMITTED there. */
const levels: Record<string, IsolationLevel> = {
  "read uncommitted": "read committed",
  "read committed": "read committed",
  "repeatable read": "repeatable read",
  serializable: "serializable",
};

function readIsolation(options: readonly ParseNode[]): IsolationLevel | null {
  let level: IsolationLevel | null = null;
  for (const node of options) {
    const option = tagged(node).body;
    const name = text(option, "defname");
    if (name !== "transaction_isolation")
      return unsupported(name.replace("transaction_", "").replaceAll("_", " ").toUpperCase(), option);
    const value = text(child(tagged(child(option, "arg") ?? {}).body, "sval") ?? {}, "sval");
    level = levels[value] ?? unsupported(value.toUpperCase(), option);
  }
  return level;
}
