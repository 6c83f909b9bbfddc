import {
  child,
  children,
  locationOf,
  names,
  onlyFields,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
  type SqlParser,
} from "./parse-tree";
import { columnOf, literal, readExpression, readOutputs, spelledNode, type Scope } from "./read-expression";
import type { Expression, Statement, Table, Tables } from "./statement";

/**
 * Reads one SQL statement with PostgreSQL's own grammar. What the database part does not model is refused by name and
 * place, so that no run ever rests on a construct that was skipped.
 * @throws SqlRefused
 */
export function readStatement(sql: string, tables: Tables, parse: SqlParser): Statement {
  const statements = parseSql(sql, parse);
  const [only, second] = statements;
  if (!only) throw new SqlRefused("syntax", "the statement is empty", null);
  if (second) throw new SqlRefused("unsupported", "…; …", (second["stmt_location"] as number | undefined) ?? null);
  const { tag, body } = tagged(child(only, "stmt") ?? {});
  switch (tag) {
    case "TransactionStmt":
      return readTransaction(body);
    case "SelectStmt":
      return readSelect(body, tables);
    case "InsertStmt":
      return readInsert(body, tables);
    case "UpdateStmt":
      return readUpdate(body, tables);
    case "DeleteStmt":
      return readDelete(body, tables);
    default:
      return unsupported(spelledNode(tag, body), { location: 0 });
  }
}

/** The statements of a text; a syntax error keeps PostgreSQL's message and position. */
export function parseSql(sql: string, parse: SqlParser): readonly ParseNode[] {
  if (sql.trim() === "") return [];
  try {
    return parse(sql).stmts ?? [];
  } catch (error) {
    if (error instanceof SqlRefused) throw error;
    const { message, sqlDetails } = error as { message: string; sqlDetails?: { cursorPosition?: number } };
    throw new SqlRefused("syntax", message, sqlDetails?.cursorPosition ?? null);
  }
}

function readTransaction(body: ParseNode): Statement {
  switch (body["kind"]) {
    case "TRANS_STMT_BEGIN":
    case "TRANS_STMT_START":
      onlyFields(body, "BEGIN", ["kind"]);
      return { kind: "begin" };
    case "TRANS_STMT_COMMIT":
      return { kind: "commit" };
    case "TRANS_STMT_ROLLBACK":
      return { kind: "rollback" };
    default:
      return unsupported(String(body["kind"]).replace("TRANS_STMT_", "").replaceAll("_", " "), { location: 0 });
  }
}

/** The table of a statement, and its alias. */
function scopeOf(relation: ParseNode | undefined, tables: Tables): Scope {
  if (!relation) return unsupported("SELECT 1", { location: 0 });
  onlyFields(relation, "FROM", ["relname", "inh", "relpersistence", "alias"]);
  const name = text(relation, "relname");
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (!table) throw new SqlRefused("unknown-table", name, locationOf(relation));
  return { table, alias: text(child(relation, "alias") ?? {}, "aliasname") || name };
}

function readWhere(body: ParseNode, scope: Scope): Expression | null {
  const where = child(body, "whereClause");
  return where ? readExpression(where, scope, "boolean") : null;
}

function readSelect(body: ParseNode, tables: Tables): Statement {
  onlyFields(body, "SELECT", [
    "targetList",
    "fromClause",
    "whereClause",
    "sortClause",
    "limitCount",
    "limitOption",
    "lockingClause",
    "op",
  ]);
  const [from, second] = children(body, "fromClause").map(tagged);
  if (second) return unsupported("FROM a, b", second.body);
  if (from && from.tag !== "RangeVar") return unsupported(spelledNode(from.tag, from.body), from.body);
  const scope = scopeOf(from?.body, tables);
  const outputs = readOutputs(children(body, "targetList"), scope);
  const counts = outputs.filter(({ value }) => "count" in value).length;
  if (counts > 0 && counts < outputs.length) return unsupported("SELECT count(*), a", { location: 0 });
  const lock = readLock(children(body, "lockingClause"));
  if (counts > 0 && lock !== "none") return unsupported("SELECT count(*) … FOR UPDATE", { location: 0 });
  return {
    kind: "select",
    table: scope.table.name,
    outputs,
    where: readWhere(body, scope),
    order: readOrder(body, scope),
    limit: readLimit(body),
    lock,
  };
}

function readOrder(body: ParseNode, scope: Scope): { column: string; descending: boolean }[] {
  return children(body, "sortClause").map((node) => {
    const sort = tagged(node).body;
    const key = readExpression(child(sort, "node") ?? {}, scope);
    if (!("column" in key)) return unsupported("ORDER BY a + b", sort);
    if (sort["sortby_nulls"] !== "SORTBY_NULLS_DEFAULT") return unsupported("NULLS FIRST", sort);
    return { column: key.column, descending: sort["sortby_dir"] === "SORTBY_DESC" };
  });
}

function readLimit(body: ParseNode): number | null {
  const node = child(body, "limitCount");
  if (!node) return null;
  const limit = literal(node)?.constant;
  return typeof limit === "number" ? limit : unsupported("LIMIT $1", tagged(node).body);
}

function readLock(clauses: readonly ParseNode[]): "none" | "wait" | "skip" {
  const [clause] = clauses.map((node) => tagged(node).body);
  if (!clause) return "none";
  if (clause["strength"] !== "LCS_FORUPDATE")
    return unsupported(String(clause["strength"]).replace("LCS_FOR", "FOR "), { location: 0 });
  if (clause["waitPolicy"] === "LockWaitError") return unsupported("NOWAIT", { location: 0 });
  return clause["waitPolicy"] === "LockWaitSkip" ? "skip" : "wait";
}

function readInsert(body: ParseNode, tables: Tables): Statement {
  onlyFields(body, "INSERT", ["relation", "cols", "selectStmt", "onConflictClause", "returningClause", "override"]);
  const scope = scopeOf(child(body, "relation"), tables);
  const { table } = scope;
  const targets = children(body, "cols").map((node) => tagged(node).body);
  const columns =
    targets.length > 0
      ? targets.map((target) => columnOf(table, text(target, "name"), locationOf(target)))
      : table.columns;
  const source = child(body, "selectStmt");
  if (!source) return unsupported("DEFAULT VALUES", { location: 0 });
  const select = tagged(source).body;
  const lists = children(select, "valuesLists");
  if (lists.length === 0) return unsupported("INSERT … SELECT", { location: 0 });
  if (lists.length > 1) return unsupported("VALUES (…), (…)", { location: 0 });
  const items = children(tagged(lists[0] as ParseNode).body, "items");
  if (items.length > columns.length || (targets.length > 0 && items.length < columns.length)) {
    throw new SqlRefused(
      "syntax",
      items.length > columns.length
        ? "INSERT has more expressions than target columns"
        : "INSERT has more target columns than expressions",
      null,
    );
  }
  const values: Record<string, Expression> = {};
  items.forEach((item, index) => {
    const column = columns[index] as Table["columns"][number];
    if (tagged(item).tag !== "SetToDefault") values[column.name] = readExpression(item, scope, column.type);
  });
  const conflict = child(body, "onConflictClause");
  return {
    kind: "insert",
    table: table.name,
    values,
    doNothingOn: conflict ? readConflict(conflict, table) : null,
    returning: readReturning(body, scope),
  };
}

function readReturning(body: ParseNode, scope: Scope): ReturnType<typeof readOutputs> {
  return readOutputs(children(child(body, "returningClause") ?? {}, "exprs"), scope);
}

/** Which constraints `ON CONFLICT` speaks of: all, the one named, or the one over exactly the columns named. */
function readConflict(conflict: ParseNode, table: Table): string[] {
  if (conflict["action"] !== "ONCONFLICT_NOTHING") return unsupported("ON CONFLICT DO UPDATE", conflict);
  const target = child(conflict, "infer");
  if (!target) return table.constraints.map(({ name }) => name);
  onlyFields(target, "ON CONFLICT", ["indexElems", "conname"]);
  const named = text(target, "conname");
  const columns = children(target, "indexElems").map((node) => text(tagged(node).body, "name"));
  const same = (other: readonly string[]) =>
    other.length === columns.length && other.every((column) => columns.includes(column));
  const found = table.constraints.filter((constraint) =>
    named ? constraint.name === named : same(constraint.columns),
  );
  if (found.length === 0)
    throw new SqlRefused("unknown-constraint", named || `(${columns.join(", ")})`, locationOf(target));
  return found.map(({ name }) => name);
}

function readUpdate(body: ParseNode, tables: Tables): Statement {
  onlyFields(body, "UPDATE", ["relation", "targetList", "whereClause", "returningClause"]);
  const scope = scopeOf(child(body, "relation"), tables);
  const set: Record<string, Expression> = {};
  for (const node of children(body, "targetList")) {
    const target = tagged(node).body;
    onlyFields(target, "SET", ["name", "val"]);
    const column = columnOf(scope.table, text(target, "name"), locationOf(target));
    set[column.name] = readExpression(child(target, "val") ?? {}, scope, column.type);
  }
  return {
    kind: "update",
    table: scope.table.name,
    set,
    where: readWhere(body, scope),
    returning: readReturning(body, scope),
  };
}

function readDelete(body: ParseNode, tables: Tables): Statement {
  onlyFields(body, "DELETE", ["relation", "whereClause", "returningClause"]);
  const scope = scopeOf(child(body, "relation"), tables);
  return {
    kind: "delete",
    table: scope.table.name,
    where: readWhere(body, scope),
    returning: readReturning(body, scope),
  };
}

/** The parts of a name, joined: for messages about types and functions. */
export function joinedName(nodes: readonly ParseNode[]): string {
  return names(nodes)
    .filter((part) => part !== "pg_catalog")
    .join(".");
}
