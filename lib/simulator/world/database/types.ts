import { locationOf, names, SqlRefused, unsupported, type ParseNode } from "./parse-tree";
import type { Expression, SqlType } from "./statement";
import { coerce, ServerError } from "./values";

/** An expression with its type. Null: a quoted literal, NULL or a parameter takes its type from what it stands beside. */
export interface Typed {
  expression: Expression;
  type: SqlType | null;
  /** For messages. */
  position: number | null;
}

/** What PostgreSQL infers for each `$n` of a statement while reading it. */
export type ParameterTypes = Map<number, SqlType>;

const typeNames: Record<string, SqlType> = {
  text: "text",
  varchar: "text",
  int: "integer",
  int4: "integer",
  integer: "integer",
  int8: "bigint",
  bigint: "bigint",
  bool: "boolean",
  boolean: "boolean",
};

/** The type that a type name means here. @throws SqlRefused for every other one */
export function readType(typeName: ParseNode, at: ParseNode): SqlType {
  const parts = names((typeName["names"] as readonly ParseNode[] | undefined) ?? []);
  const name = parts.filter((part) => part !== "pg_catalog").join(".");
  if (typeName["arrayBounds"]) return unsupported(`${name}[]`, at);
  // varchar(20) would have to be cut or refused by length.
  if (typeName["typmods"]) return unsupported(`${name}(n)`, at);
  return (Object.hasOwn(typeNames, name) ? typeNames[name] : undefined) ?? unsupported(name, at);
}

/** Gives an expression without a type this one. @throws SqlRefused with PostgreSQL's message where it cannot have it */
export function settle(typed: Typed, type: SqlType, parameters: ParameterTypes): Expression {
  const { expression } = typed;
  if (typed.type !== null) return expression;
  if ("parameter" in expression) {
    const known = parameters.get(expression.parameter);
    if (known !== undefined && known !== type)
      return wrong(`inconsistent types deduced for parameter $${expression.parameter}`, typed.position);
    parameters.set(expression.parameter, type);
    return { ...expression, type };
  }
  if (!("constant" in expression)) return expression;
  try {
    return { constant: coerce(expression.constant, type) };
  } catch (error) {
    if (error instanceof ServerError) return wrong(error.message, typed.position);
    throw error;
  }
}

/** The same for each: the type that they have or take. Null where they have no type in common. */
export function commonType(all: readonly Typed[]): SqlType | null {
  const known = [...new Set(all.flatMap(({ type }) => (type === null ? [] : [type])))];
  if (known.length === 0) return "text";
  if (known.length === 1) return known[0] ?? null;
  return known.every((type) => type === "integer" || type === "bigint") ? "bigint" : null;
}

/** A value for a column. PostgreSQL documentation, 10.4: conversions that an assignment makes by itself. */
export function assign(typed: Typed, column: string, to: SqlType, parameters: ParameterTypes): Expression {
  const { type } = typed;
  const expression = settle(typed, to, parameters);
  if (type === null || type === to) return expression;
  // Each value is read before any of them is assigned: then this one has no type yet, and takes two.
  if ("parameter" in expression)
    return wrong(`inconsistent types deduced for parameter $${expression.parameter}`, typed.position);
  const isNumber = (one: SqlType) => one === "integer" || one === "bigint";
  if (to === "text" || (isNumber(type) && isNumber(to))) return { cast: expression, from: type, to };
  return wrong(`column "${column}" is of type ${to} but expression is of type ${type}`, typed.position);
}

/** A cast that is written: `CAST(a AS text)`, `a::text`. */
export function cast(typed: Typed, to: SqlType, parameters: ParameterTypes): Expression {
  const { type } = typed;
  const expression = settle(typed, to, parameters);
  if (type === null || type === to) return expression;
  if ((type === "bigint" && to === "boolean") || (type === "boolean" && to === "bigint"))
    return wrong(`cannot cast type ${type} to ${to}`, typed.position);
  return { cast: expression, from: type, to };
}

/** A condition. @throws SqlRefused where the value is neither true nor false */
export function condition(typed: Typed, of: string, parameters: ParameterTypes): Expression {
  const { type } = typed;
  if (type === null || type === "boolean") return settle(typed, "boolean", parameters);
  return wrong(`argument of ${of} must be type boolean, not type ${type}`, typed.position);
}

/** What PostgreSQL itself would refuse, in its words. */
export function wrong(message: string, position: number | null): never {
  throw new SqlRefused("syntax", message, position);
}

export function typed(expression: Expression, type: SqlType | null, node: ParseNode): Typed {
  return { expression, type, position: locationOf(node) };
}
