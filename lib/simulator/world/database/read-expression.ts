import { hasAggregate } from "./evaluate";
import {
  child,
  children,
  locationOf,
  names,
  onlyFields,
  spelledNode,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
} from "./parse-tree";
import type { Aggregate, Comparison, Expression, SqlType, Table } from "./statement";
import { assign, cast, commonType, condition, readType, settle, typed, wrong, type ParameterTypes, type Typed } from "./types";

const comparisons: readonly string[] = ["=", "<>", "<", "<=", ">", ">="] satisfies Comparison[];
const aggregates: readonly string[] = ["count", "sum", "min", "max"] satisfies Aggregate[];

/** What names mean inside a statement: its table and the alias under which the table is known. */
export interface Scope {
  table: Table;
  alias: string;
  parameters: ParameterTypes;
  /** Inside ON CONFLICT DO UPDATE, where `excluded` is a second row with the same columns. */
  withExcluded?: true;
}

export function columnOf(table: Table, name: string, position: number | null): Table["columns"][number] {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new SqlRefused("unknown-column", `${table.name}.${name}`, position);
  return column;
}

/** A literal; null when the node is none. */
export function readLiteral(node: ParseNode): Typed | null {
  const { tag, body } = tagged(node);
  if (tag !== "A_Const") return null;
  if (body["isnull"]) return typed({ constant: null }, null, body);
  const ival = child(body, "ival");
  if (ival) return typed({ constant: (ival["ival"] as number | undefined) ?? 0 }, "integer", body);
  const sval = child(body, "sval");
  if (sval) return typed({ constant: text(sval, "sval") }, null, body);
  const boolval = child(body, "boolval");
  if (boolval) return typed({ constant: Boolean(boolval["boolval"]) }, "boolean", body);
  const digits = text(child(body, "fval") ?? {}, "fval");
  if (/^\d+$/.test(digits) && BigInt(digits) < 2n ** 63n) return typed({ constant: digits }, "bigint", body);
  return unsupported("1.5", body);
}

function readColumn(body: ParseNode, scope: Scope): Typed {
  const parts = children(body, "fields").map((field) => tagged(field));
  const last = parts.at(-1);
  if (!last || last.tag !== "String" || parts.length > 2) return unsupported("*", body);
  const name = text(last.body, "sval");
  const qualifier = parts.length === 2 ? text(parts[0]?.body ?? {}, "sval") : null;
  const excluded = scope.withExcluded === true && qualifier === "excluded";
  if (qualifier !== null && !excluded && qualifier !== scope.alias) return unsupported("FROM a, b", body);
  const column = columnOf(scope.table, name, locationOf(body));
  if (scope.withExcluded && qualifier === null) return wrong(`column reference "${name}" is ambiguous`, locationOf(body));
  return typed(excluded ? { excluded: column.name } : { column: column.name }, column.type, body);
}

/** The value for a column of a row. */
export function readAssigned(node: ParseNode, column: Table["columns"][number], scope: Scope): Expression {
  return withoutAggregates(
    assign(readExpression(node, scope), column.name, column.type, scope.parameters),
    "an assignment",
    node,
  );
}

export function readCondition(node: ParseNode, scope: Scope, of: string): Expression {
  return withoutAggregates(condition(readExpression(node, scope), of, scope.parameters), of, node);
}

function withoutAggregates(expression: Expression, where: string, node: ParseNode): Expression {
  if (!hasAggregate(expression)) return expression;
  return wrong(`aggregate functions are not allowed in ${where}`, locationOf(tagged(node).body));
}

export function readExpression(node: ParseNode, scope: Scope): Typed {
  const constant = readLiteral(node);
  if (constant) return constant;
  const { tag, body } = tagged(node);
  switch (tag) {
    case "ParamRef": {
      const parameter = body["number"] as number;
      const known = scope.parameters.get(parameter);
      return typed({ parameter, type: known ?? "text" }, known ?? null, body);
    }
    case "ColumnRef":
      return readColumn(body, scope);
    case "NullTest": {
      const tested = { isNull: settled(readExpression(child(body, "arg") ?? {}, scope), scope) };
      return typed(body["nulltesttype"] === "IS_NULL" ? tested : { not: tested }, "boolean", body);
    }
    case "BoolExpr":
      return readBoolean(body, scope);
    case "A_Expr":
      return readOperator(body, scope);
    case "TypeCast": {
      const to = readType(child(body, "typeName") ?? {}, body);
      return typed(cast(readExpression(child(body, "arg") ?? {}, scope), to, scope.parameters), to, body);
    }
    case "CoalesceExpr": {
      const args = children(body, "args").map((arg) => readExpression(arg, scope));
      const type = commonType(args);
      if (type === null) return wrong("COALESCE types cannot be matched", locationOf(body));
      return typed({ coalesce: args.map((arg) => widened(arg, type, scope)) }, type, body);
    }
    case "FuncCall":
      return names(children(body, "funcname")).join(".") === "hashtext" ? readHash(body, scope) : readAggregate(body, scope);
    default:
      return unsupported(spelledNode(tag, body), body);
  }
}

function settled(value: Typed, scope: Scope): Expression {
  return settle(value, "text", scope.parameters);
}

/** A value that takes part in a bigint becomes one: the result does not depend on which of them is taken. */
function widened(value: Typed, type: SqlType, scope: Scope): Expression {
  const expression = settle(value, type, scope.parameters);
  return value.type === null || value.type === type ? expression : { cast: expression, from: value.type, to: type };
}

function readBoolean(body: ParseNode, scope: Scope): Typed {
  const operator = text(body, "boolop").replace("_EXPR", "");
  const parts = children(body, "args").map((part) => condition(readExpression(part, scope), operator, scope.parameters));
  if (operator === "AND") return typed({ all: parts }, "boolean", body);
  return typed(operator === "OR" ? { any: parts } : { not: parts[0] as Expression }, "boolean", body);
}

function readOperator(body: ParseNode, scope: Scope): Typed {
  const [operator = ""] = names(children(body, "name"));
  const leftNode = child(body, "lexpr");
  const rightNode = child(body, "rexpr") ?? {};
  if (body["kind"] === "AEXPR_IN") {
    const left = readExpression(leftNode ?? {}, scope);
    const items = children(tagged(rightNode).body, "items").map((item) => readExpression(item, scope));
    const type = commonType([left, ...items]);
    if (type === null) return wrong(`operator does not exist: IN over ${typeNamesOf([left, ...items])}`, locationOf(body));
    const any = items.map((item) => compared("=", left, item, type, scope));
    return typed(operator === "=" ? { any } : { not: { any } }, "boolean", body);
  }
  if (body["kind"] !== "AEXPR_OP") return unsupported(text(body, "kind").replace("AEXPR_", ""), body);
  // A minus before a value.
  const left = leftNode ? readExpression(leftNode, scope) : typed({ constant: 0 }, "integer", body);
  if (!leftNode && operator !== "-") return unsupported(operator, body);
  const right = readExpression(rightNode, scope);
  if (comparisons.includes(operator)) {
    const type = commonType([left, right]);
    if (type === null) return noOperator(left, operator, right, body);
    return typed(compared(operator as Comparison, left, right, type, scope), "boolean", body);
  }
  if (["+", "-", "*", "/", "%"].includes(operator)) {
    const type = left.type === null && right.type === null ? null : commonType([left, right]);
    if (type !== "integer" && type !== "bigint") return noOperator(left, operator, right, body);
    return typed(
      {
        arithmetic: operator as "+",
        left: settle(left, type, scope.parameters),
        right: settle(right, type, scope.parameters),
        as: type,
      },
      type,
      body,
    );
  }
  if (operator === "||") {
    if (![left, right].some(({ type }) => type === null || type === "text")) return noOperator(left, operator, right, body);
    return typed({ concatenate: [settled(left, scope), settled(right, scope)] }, "text", body);
  }
  return unsupported(operator, body);
}

function compared(compare: Comparison, left: Typed, right: Typed, as: SqlType, scope: Scope): Expression {
  return { compare, left: settle(left, as, scope.parameters), right: settle(right, as, scope.parameters), as };
}

function typeNamesOf(values: readonly Typed[]): string {
  return [...new Set(values.map(({ type }) => type ?? "unknown"))].join(", ");
}

function noOperator(left: Typed, operator: string, right: Typed, body: ParseNode): never {
  return wrong(
    `operator does not exist: ${left.type ?? "unknown"} ${operator} ${right.type ?? "unknown"}`,
    locationOf(body),
  );
}

/** `hashtext(a)`: not documented, but what everybody makes keys of advisory locks with. */
function readHash(body: ParseNode, scope: Scope): Typed {
  onlyFields(body, "hashtext()", ["funcname", "args", "funcformat"]);
  const [argument, ...more] = children(body, "args");
  if (!argument || more.length > 0) return unsupported(spelledNode("FuncCall", body), body);
  const value = readExpression(argument, scope);
  if (value.type !== null && value.type !== "text")
    return wrong(`function hashtext(${value.type}) does not exist`, locationOf(body));
  return typed({ hashtext: settled(value, scope) }, "integer", body);
}

/** `count(*)`, `count(a)`, `sum(a)`, `min(a)`, `max(a)`; every other function is refused. */
function readAggregate(body: ParseNode, scope: Scope): Typed {
  const name = names(children(body, "funcname")).join(".");
  const [argument, second] = children(body, "args");
  const isCountAll = name === "count" && body["agg_star"] === true;
  if (!aggregates.includes(name) || second || (!argument && !isCountAll)) return unsupported(spelledNode("FuncCall", body), body);
  onlyFields(body, `${name}()`, ["funcname", "agg_star", "args", "funcformat"]);
  if (!argument) return typed({ aggregate: "count", of: null, as: "bigint" }, "bigint", body);
  const value = readExpression(argument, scope);
  const of = settled(value, scope);
  const type = value.type ?? "text";
  if (hasAggregate(of)) return wrong("aggregate function calls cannot be nested", locationOf(body));
  // The sum of bigints is a numeric, which is no type here.
  if (name === "sum" && type === "bigint") return unsupported("sum(bigint)", body);
  if ((name === "sum" && type !== "integer") || (name !== "count" && type === "boolean"))
    return wrong(`function ${name}(${type}) does not exist`, locationOf(body));
  const result: SqlType = name === "count" || name === "sum" ? "bigint" : type;
  return typed({ aggregate: name as Aggregate, of, as: type }, result, body);
}
