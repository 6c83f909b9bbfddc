import type { Plain } from "../../plain";
import { compareValues, type Row } from "./store";
import type { Comparison, Expression, SqlType, SqlValue } from "./statement";

/** An error of the server, with the fields that `pg` gives to the handler. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, Plain>> = {},
  ) {
    super(message);
    this.name = "error";
  }
}

/** Reads a value as PostgreSQL reads a parameter of this type. @throws ServerError 22P02 when it is none */
export function coerce(value: SqlValue, type: SqlType): SqlValue {
  if (value === null) return null;
  switch (type) {
    case "text":
      return String(value);
    case "boolean":
      if (typeof value === "boolean") return value;
      if (["t", "true", "yes", "on", "1"].includes(String(value).toLowerCase())) return true;
      if (["f", "false", "no", "off", "0"].includes(String(value).toLowerCase())) return false;
      break;
    case "integer":
      if (/^\s*[+-]?\d+\s*$/.test(String(value))) return Number(value);
      break;
    case "bigint":
      if (/^\s*[+-]?\d+\s*$/.test(String(value))) return String(BigInt(String(value).trim()));
      break;
  }
  throw new ServerError("22P02", `invalid input syntax for type ${type}: "${String(value)}"`);
}

/** The value of an expression for a row. Comparisons with NULL give NULL, and WHERE takes true only. */
export function evaluate(expression: Expression, row: Row, parameters: readonly SqlValue[]): SqlValue {
  const value = (inner: Expression) => evaluate(inner, row, parameters);
  if ("constant" in expression) return expression.constant;
  if ("parameter" in expression) return coerce(parameters[expression.parameter - 1] ?? null, expression.type);
  if ("column" in expression) return row[expression.column] ?? null;
  if ("isNull" in expression) return value(expression.isNull) === null;
  if ("not" in expression) {
    const inner = value(expression.not);
    return inner === null ? null : inner !== true;
  }
  if ("all" in expression) return combine(expression.all.map(value), false);
  if ("any" in expression) return combine(expression.any.map(value), true);
  if ("concatenate" in expression) {
    const parts = expression.concatenate.map(value);
    return parts.includes(null) ? null : parts.join("");
  }
  const left = value(expression.left);
  const right = value(expression.right);
  if (left === null || right === null) return null;
  return "compare" in expression
    ? compare(expression.compare, left, right)
    : calculate(expression.arithmetic, Number(left), Number(right));
}

/** AND is decided by a false, OR by a true; otherwise NULL wins. */
function combine(parts: readonly SqlValue[], decisive: boolean): SqlValue {
  if (parts.includes(decisive)) return decisive;
  return parts.includes(null) ? null : !decisive;
}

function compare(comparison: Comparison, left: SqlValue, right: SqlValue): boolean {
  const order = numeric(left, right) ?? compareValues(left, right);
  switch (comparison) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/** Order of two numbers of which one may be a bigint in text form; null when neither is a number. */
function numeric(left: SqlValue, right: SqlValue): number | null {
  if (typeof left !== "number" && typeof right !== "number") return null;
  return Math.sign(Number(left) - Number(right));
}

function calculate(operator: "+" | "-" | "*", left: number, right: number): number {
  if (operator === "+") return left + right;
  return operator === "-" ? left - right : left * right;
}
