import {
  child,
  children,
  locationOf,
  onlyFields,
  spelledNode,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
  type SqlParser,
} from "./parse-tree";
import { inCharacters } from "./byte-positions";
import { hasAggregate, needsRow } from "./evaluate";
import { readCall } from "./read-call";
import { readSet, readTransaction } from "./read-control";
import { readCondition, readExpression, type Scope } from "./read-expression";
import { readAssignments, readInsert } from "./read-insert";
import { readOutputs, readReturning } from "./read-outputs";
import type { DataStatement, Expression, SqlType, Statement, Tables } from "./statement";
import { assign, type ParameterTypes } from "./types";

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
  if (tag === "TransactionStmt") return readTransaction(body);
  if (tag === "VariableSetStmt") return readSet(body);
  const parameters: ParameterTypes = new Map();
  const statement =
    tag === "SelectStmt" && children(body, "fromClause").length === 0
      ? readCall(body, parameters)
      : readData(tag, body, tables, parameters);
  return { ...statement, parameters: Math.max(0, ...parameters.keys()) };
}

/** All but the number of parameters, which is known when everything is read. */
function readData(tag: string, body: ParseNode, tables: Tables, parameters: ParameterTypes): DataStatement {
  switch (tag) {
    case "SelectStmt":
      return readSelect(body, tables, parameters);
    case "InsertStmt":
      return readInsert(body, scopeOf(child(body, "relation"), tables, parameters));
    case "UpdateStmt":
      return readUpdate(body, scopeOf(child(body, "relation"), tables, parameters));
    case "DeleteStmt":
      return readDelete(body, scopeOf(child(body, "relation"), tables, parameters));
    default:
      return unsupported(spelledNode(tag, body), { location: 0 });
  }
}

/** The statements of a text; a syntax error keeps PostgreSQL's message and position. */
export function parseSql(sql: string, parse: SqlParser): readonly ParseNode[] {
  if (sql.trim() === "") return [];
  try {
    return inCharacters(parse(sql).stmts ?? [], sql);
  } catch (error) {
    if (error instanceof SqlRefused) throw error;
    if (error instanceof RangeError) throw new SqlRefused("too-deep", "", null);
    const { message, sqlDetails } = error as { message: string; sqlDetails?: { cursorPosition?: number } };
    throw new SqlRefused("syntax", message, sqlDetails?.cursorPosition ?? null);
  }
}

/** The table of a statement, and its alias. */
function scopeOf(relation: ParseNode | undefined, tables: Tables, parameters: ParameterTypes): Scope {
  if (!relation) return unsupported("SELECT 1", { location: 0 });
  onlyFields(relation, "FROM", ["relname", "inh", "relpersistence", "alias"]);
  const name = text(relation, "relname");
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (!table) throw new SqlRefused("unknown-table", name, locationOf(relation));
  return { table, alias: text(child(relation, "alias") ?? {}, "aliasname") || name, parameters };
}

function readWhere(body: ParseNode, scope: Scope): Expression | null {
  const where = child(body, "whereClause");
  return where ? readCondition(where, scope, "WHERE") : null;
}

function readSelect(body: ParseNode, tables: Tables, parameters: ParameterTypes): DataStatement {
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
  if (body["limitOption"] === "LIMIT_OPTION_WITH_TIES") return unsupported("WITH TIES", { location: 0 });
  const [from, second] = children(body, "fromClause").map(tagged);
  if (second) return unsupported("FROM a, b", second.body);
  if (from && from.tag !== "RangeVar") return unsupported(spelledNode(from.tag, from.body), from.body);
  const scope = scopeOf(from?.body, tables, parameters);
  const outputs = readOutputs(children(body, "targetList"), scope);
  const lock = readLock(children(body, "lockingClause"));
  const aggregated = outputs.some(({ value }) => hasAggregate(value));
  if (aggregated && lock !== "none") return unsupported("SELECT count(*) … FOR UPDATE", { location: 0 });
  if (aggregated && children(body, "sortClause").length > 0)
    return unsupported("SELECT count(*) … ORDER BY", { location: 0 });
  return {
    kind: "select",
    table: scope.table.name,
    parameters: 0,
    outputs,
    where: readWhere(body, scope),
    order: readOrder(body, scope),
    limit: readLimit(body, scope),
    lock,
  };
}

function readOrder(body: ParseNode, scope: Scope): { column: string; descending: boolean; type: SqlType }[] {
  return children(body, "sortClause").map((node) => {
    const sort = tagged(node).body;
    const { expression, type } = readExpression(child(sort, "node") ?? {}, scope);
    if (!("column" in expression) || type === null) return unsupported("ORDER BY a + b", sort);
    if (sort["sortby_nulls"] !== "SORTBY_NULLS_DEFAULT") return unsupported("NULLS FIRST", sort);
    return { column: expression.column, descending: sort["sortby_dir"] === "SORTBY_DESC", type };
  });
}

function readLimit(body: ParseNode, scope: Scope): Expression | null {
  const node = child(body, "limitCount");
  if (!node) return null;
  const limit = assign(readExpression(node, scope), "LIMIT", "bigint", scope.parameters);
  if (needsRow(limit)) throw new SqlRefused("syntax", "argument of LIMIT must not contain variables", locationOf(tagged(node).body));
  return limit;
}

function readLock(clauses: readonly ParseNode[]): "none" | "wait" | "skip" | "fail" {
  const [clause] = clauses.map((node) => tagged(node).body);
  if (!clause) return "none";
  if (clause["strength"] !== "LCS_FORUPDATE")
    return unsupported(text(clause, "strength").replace("LCS_FOR", "FOR "), { location: 0 });
  if (clause["waitPolicy"] === "LockWaitError") return "fail";
  return clause["waitPolicy"] === "LockWaitSkip" ? "skip" : "wait";
}

function readUpdate(body: ParseNode, scope: Scope): DataStatement {
  onlyFields(body, "UPDATE", ["relation", "targetList", "whereClause", "returningClause"]);
  return {
    kind: "update",
    table: scope.table.name,
    parameters: 0,
    set: readAssignments(children(body, "targetList"), scope),
    where: readWhere(body, scope),
    returning: readReturning(body, scope),
  };
}

function readDelete(body: ParseNode, scope: Scope): DataStatement {
  onlyFields(body, "DELETE", ["relation", "whereClause", "returningClause"]);
  return {
    kind: "delete",
    table: scope.table.name,
    parameters: 0,
    where: readWhere(body, scope),
    returning: readReturning(body, scope),
  };
}
