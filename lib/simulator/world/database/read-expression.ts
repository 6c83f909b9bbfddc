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
} from "./parse-tree";
import type { Comparison, Expression, Output, SqlType, SqlValue, Table } from "./statement";

const comparisons: readonly string[] = ["=", "<>", "<", "<=", ">", ">="] satisfies Comparison[];

/** What names mean inside a statement: its table and the alias under which the table is known. */
export interface Scope {
  table: Table;
  alias: string;
}

export function columnOf(table: Table, name: string, position: number | null): Table["columns"][number] {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new SqlRefused("unknown-column", `${table.name}.${name}`, position);
  return column;
}

/** A literal as a value; null when the node is no literal. */
export function literal(node: ParseNode): { constant: SqlValue } | null {
  const { tag, body } = tagged(node);
  if (tag !== "A_Const") return null;
  if (body["isnull"]) return { constant: null };
  const ival = child(body, "ival");
  if (ival) return { constant: (ival["ival"] as number | undefined) ?? 0 };
  const sval = child(body, "sval");
  if (sval) return { constant: text(sval, "sval") };
  const boolval = child(body, "boolval");
  if (boolval) return { constant: Boolean(boolval["boolval"]) };
  return unsupported("1.5", body);
}

function columnName(body: ParseNode, scope: Scope): string {
  const parts = children(body, "fields").map((field) => tagged(field));
  const qualified = parts.length === 2;
  const last = parts.at(-1);
  if (!last || last.tag !== "String" || parts.length > 2) return unsupported("*", body);
  if (qualified && text(parts[0]?.body ?? {}, "sval") !== scope.alias) return unsupported("FROM a, b", body);
  return columnOf(scope.table, text(last.body, "sval"), locationOf(body)).name;
}

/** The type of an expression where the text fixes it: that of a column, a count, a comparison. */
export function typeOf(expression: Expression, table: Table): SqlType | null {
  if ("column" in expression) return columnOf(table, expression.column, null).type;
  if ("parameter" in expression) return expression.type;
  if ("arithmetic" in expression) return "integer";
  if ("concatenate" in expression) return "text";
  if ("constant" in expression)
    return typeof expression.constant === "number"
      ? "integer"
      : typeof expression.constant === "boolean"
        ? "boolean"
        : null;
  return "boolean";
}

/** A parameter takes its type from what it stands beside, as in PostgreSQL. */
function retype(expression: Expression, type: SqlType | null): Expression {
  return "parameter" in expression && type !== null ? { ...expression, type } : expression;
}

export function readExpression(node: ParseNode, scope: Scope, expected: SqlType | null = null): Expression {
  const constant = literal(node);
  if (constant) return constant;
  const { tag, body } = tagged(node);
  switch (tag) {
    case "ParamRef":
      return { parameter: body["number"] as number, type: expected ?? "text" };
    case "ColumnRef":
      return { column: columnName(body, scope) };
    case "NullTest": {
      const tested: Expression = { isNull: readExpression(child(body, "arg") ?? {}, scope) };
      return body["nulltesttype"] === "IS_NULL" ? tested : { not: tested };
    }
    case "BoolExpr": {
      const parts = children(body, "args").map((part) => readExpression(part, scope, "boolean"));
      if (body["boolop"] === "AND_EXPR") return { all: parts };
      return body["boolop"] === "OR_EXPR" ? { any: parts } : { not: parts[0] as Expression };
    }
    case "A_Expr":
      return readOperator(body, scope);
    default:
      return unsupported(spelledNode(tag, body), body);
  }
}

function readOperator(body: ParseNode, scope: Scope): Expression {
  const [operator = ""] = names(children(body, "name"));
  const leftNode = child(body, "lexpr");
  if (!leftNode) return unsupported(operator, body);
  if (body["kind"] === "AEXPR_IN") {
    const left = readExpression(leftNode, scope);
    const items = children(tagged(child(body, "rexpr") ?? {}).body, "items");
    const any = items.map(
      (item): Expression => ({ compare: "=", left, right: readExpression(item, scope, typeOf(left, scope.table)) }),
    );
    return operator === "=" ? { any } : { not: { any } };
  }
  if (body["kind"] !== "AEXPR_OP") return unsupported(String(body["kind"]).replace("AEXPR_", ""), body);
  const first = readExpression(leftNode, scope);
  const right = readExpression(child(body, "rexpr") ?? {}, scope, typeOf(first, scope.table));
  const left = retype(first, "parameter" in right ? null : typeOf(right, scope.table));
  if (comparisons.includes(operator)) return { compare: operator as Comparison, left, right };
  if (operator === "+" || operator === "-" || operator === "*") {
    return { arithmetic: operator, left: retype(left, "integer"), right: retype(right, "integer") };
  }
  if (operator === "||") return { concatenate: [left, right] };
  return unsupported(operator, body);
}

/** The SQL name of a node that is refused. */
export function spelledNode(tag: string, body: ParseNode): string {
  if (tag === "FuncCall") return `${names(children(body, "funcname")).join(".")}()`;
  if (tag === "TypeCast") return "::type";
  if (tag === "SubLink") return "(SELECT …)";
  if (tag === "SetToDefault") return "DEFAULT";
  return tag
    .replace(/Stmt$|Expr$/, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toUpperCase();
}

/** A list of results: `*`, columns, expressions with or without a name, `count(*)`. */
export function readOutputs(nodes: readonly ParseNode[], scope: Scope): Output[] {
  return nodes.flatMap((node): Output[] => {
    const target = tagged(node).body;
    onlyFields(target, "SELECT", ["name", "val"]);
    const value = child(target, "val") ?? {};
    const { tag, body } = tagged(value);
    const alias = target["name"] as string | undefined;
    if (tag === "ColumnRef" && children(body, "fields").some((field) => tagged(field).tag === "A_Star")) {
      return scope.table.columns.map(({ name }) => ({ name, value: { column: name } }));
    }
    if (tag === "FuncCall" && names(children(body, "funcname")).join(".") === "count" && body["agg_star"]) {
      onlyFields(body, "count(*)", ["funcname", "agg_star", "funcformat"]);
      return [{ name: alias ?? "count", value: { count: true } }];
    }
    const read = readExpression(value, scope);
    return [{ name: alias ?? ("column" in read ? read.column : "?column?"), value: read }];
  });
}
