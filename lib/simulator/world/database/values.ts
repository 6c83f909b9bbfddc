import type { Plain } from "../../plain";
import type { Comparison, SqlType, SqlValue } from "./statement";

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

const limits = { integer: 2n ** 31n, bigint: 2n ** 63n };

/**
 * Reads a value as PostgreSQL reads a parameter or a literal of this type.
 * @throws ServerError 22P02 when it is none, 22003 when a number is too large
 */
export function coerce(value: SqlValue, type: SqlType): SqlValue {
  if (value === null) return null;
  const written = String(value);
  switch (type) {
    case "text":
      return written;
    case "boolean":
      if (typeof value === "boolean") return value;
      if (["t", "true", "yes", "on", "1"].includes(written.trim().toLowerCase())) return true;
      if (["f", "false", "no", "off", "0"].includes(written.trim().toLowerCase())) return false;
      break;
    case "integer":
    case "bigint":
      if (!/^\s*[+-]?\d+\s*$/.test(written)) break;
      if (!fits(BigInt(written.trim().replace(/^\+/, "")), type))
        throw new ServerError("22003", `value "${written}" is out of range for type ${type}`);
      return number(BigInt(written.trim().replace(/^\+/, "")), type);
  }
  throw new ServerError("22P02", `invalid input syntax for type ${type}: "${written}"`);
}

function fits(value: bigint, type: "integer" | "bigint"): boolean {
  return value >= -limits[type] && value < limits[type];
}

/** A number as `pg` returns it: `integer` as a number, `bigint` as a text. */
function number(value: bigint, type: "integer" | "bigint"): SqlValue {
  return type === "integer" ? Number(value) : String(value);
}

/** Converts a value of one type to another one, as a cast and an assignment to a column do. */
export function convert(value: SqlValue, from: SqlType, to: SqlType): SqlValue {
  if (value === null || from === to) return value;
  if (to === "boolean" && from === "integer") return value !== 0;
  if (to === "integer" && from === "boolean") return value === true ? 1 : 0;
  if (to === "integer" && from === "bigint" && !fits(BigInt(String(value)), "integer"))
    throw new ServerError("22003", "integer out of range");
  return coerce(value, to);
}

/** Compares two values of one type; neither may be NULL. */
export function isTrue(comparison: Comparison, left: SqlValue, right: SqlValue, type: SqlType): boolean {
  const order = compareValues(left, right, type);
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

/** Order of two values of one type; NULLs last, as PostgreSQL sorts them; texts by code unit (collation "C"). */
export function compareValues(left: SqlValue, right: SqlValue, type: SqlType): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (type !== "bigint") return left < right ? -1 : 1;
  const difference = BigInt(String(left)) - BigInt(String(right));
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** @throws ServerError 22012 on a division by zero, 22003 when the result is too large for the type */
export function calculate(
  operator: "+" | "-" | "*" | "/" | "%",
  left: SqlValue,
  right: SqlValue,
  type: "integer" | "bigint",
): SqlValue {
  const first = BigInt(String(left));
  const second = BigInt(String(right));
  if ((operator === "/" || operator === "%") && second === 0n) throw new ServerError("22012", "division by zero");
  const results = {
    "+": () => first + second,
    "-": () => first - second,
    "*": () => first * second,
    "/": () => first / second,
    "%": () => first % second,
  };
  const result = results[operator]();
  if (!fits(result, type)) throw new ServerError("22003", `${type} out of range`);
  return number(result, type);
}

/** A value inside the detail of an error: booleans as `t` and `f`. */
export function inDetail(value: SqlValue): string {
  if (typeof value === "boolean") return value ? "t" : "f";
  return String(value);
}
