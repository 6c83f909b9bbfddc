import { hashText } from "./hash-text";
import type { Row } from "./store";
import type { Aggregate, Expression, Output, SqlType, SqlValue } from "./statement";
import { calculate, coerce, compareValues, convert, isTrue } from "./values";

/** What an expression may speak of beside its row. */
export interface Surroundings {
  /** The row that an INSERT could not add. */
  excluded?: Row;
  /** The rows that an aggregate is taken over. */
  group?: readonly Row[];
}

/** The value of an expression for a row. Comparisons with NULL give NULL, and WHERE takes true only. */
export function evaluate(
  expression: Expression,
  row: Row,
  parameters: readonly SqlValue[],
  surroundings: Surroundings = {},
): SqlValue {
  const value = (inner: Expression) => evaluate(inner, row, parameters, surroundings);
  if ("constant" in expression) return expression.constant;
  if ("parameter" in expression) return coerce(parameters[expression.parameter - 1] ?? null, expression.type);
  if ("column" in expression) return row[expression.column] ?? null;
  if ("excluded" in expression) return surroundings.excluded?.[expression.excluded] ?? null;
  if ("isNull" in expression) return value(expression.isNull) === null;
  if ("not" in expression) {
    const inner = value(expression.not);
    return inner === null ? null : inner !== true;
  }
  if ("all" in expression) return combine(expression.all, value, false);
  if ("any" in expression) return combine(expression.any, value, true);
  if ("concatenate" in expression) {
    const parts = expression.concatenate.map(value);
    return parts.includes(null) ? null : parts.join("");
  }
  if ("coalesce" in expression) {
    for (const inner of expression.coalesce) {
      const found = value(inner);
      if (found !== null) return found;
    }
    return null;
  }
  if ("hashtext" in expression) {
    const text = value(expression.hashtext);
    return text === null ? null : hashText(String(text));
  }
  if ("cast" in expression) return convert(value(expression.cast), expression.from, expression.to);
  if ("aggregate" in expression) {
    const { aggregate, of, as } = expression;
    const group = surroundings.group ?? [];
    const values = of ? group.map((member) => evaluate(of, member, parameters)) : group.map(() => true);
    return summarise(
      aggregate,
      values.filter((one) => one !== null),
      as,
    );
  }
  const left = value(expression.left);
  const right = value(expression.right);
  if (left === null || right === null) return null;
  return "compare" in expression
    ? isTrue(expression.compare, left, right, expression.as)
    : calculate(expression.arithmetic, left, right, expression.as);
}

/** AND is decided by a false, OR by a true; otherwise NULL wins. What comes after the decision is not looked at. */
function combine(
  parts: readonly Expression[],
  value: (part: Expression) => SqlValue,
  decisive: boolean,
): SqlValue {
  let unknown = false;
  for (const part of parts) {
    const found = value(part);
    if (found === decisive) return decisive;
    unknown ||= found === null;
  }
  return unknown ? null : !decisive;
}

/** NULLs do not count. `count` and `sum` are bigint, which `pg` returns as a text; over nothing all but `count` are NULL. */
function summarise(aggregate: Aggregate, values: readonly SqlValue[], type: SqlType): SqlValue {
  if (aggregate === "count") return String(values.length);
  if (values.length === 0) return null;
  if (aggregate === "sum") return values.reduce((sum, value) => calculate("+", sum, value, "bigint"), "0");
  const sorted = [...values].sort((left, right) => compareValues(left, right, type));
  return (aggregate === "min" ? sorted[0] : sorted.at(-1)) ?? null;
}

/** The rows of a result; one row where the outputs are aggregates. */
export function projectRows(outputs: readonly Output[], rows: readonly Row[], parameters: readonly SqlValue[]): Row[] {
  const project = (row: Row, group?: readonly Row[]) =>
    Object.fromEntries(
      outputs.map(({ name, value }) => [name, evaluate(value, row, parameters, group ? { group } : {})]),
    );
  return outputs.some(({ value }) => hasAggregate(value)) ? [project({}, rows)] : rows.map((row) => project(row));
}

/** Whether the value is taken over many rows. */
export function hasAggregate(value: Expression): boolean {
  if ("aggregate" in value) return true;
  return parts(value).some(hasAggregate);
}

/** Whether the value needs a row of its own, which a result of aggregates has not. */
export function needsRow(value: Expression): boolean {
  if ("column" in value) return true;
  return "aggregate" in value ? false : parts(value).some(needsRow);
}

/** The expressions that an expression is made of. */
export function parts(expression: Expression): readonly Expression[] {
  if ("compare" in expression || "arithmetic" in expression) return [expression.left, expression.right];
  if ("all" in expression) return expression.all;
  if ("any" in expression) return expression.any;
  if ("concatenate" in expression) return expression.concatenate;
  if ("coalesce" in expression) return expression.coalesce;
  if ("hashtext" in expression) return [expression.hashtext];
  if ("not" in expression) return [expression.not];
  if ("isNull" in expression) return [expression.isNull];
  if ("cast" in expression) return [expression.cast];
  return "aggregate" in expression && expression.of ? [expression.of] : [];
}

/** The columns of its row that an expression speaks of, each once. */
export function columnsIn(expression: Expression): string[] {
  return [...new Set("column" in expression ? [expression.column] : parts(expression).flatMap(columnsIn))];
}
