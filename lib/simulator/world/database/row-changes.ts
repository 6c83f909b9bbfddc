import { evaluate, type Surroundings } from "./evaluate";
import type { Row } from "./store";
import type { Assigned, Assignments, Column, SqlValue, Table } from "./statement";
import { convert, inDetail, ServerError } from "./values";

/** What a statement makes of the values of a row. */

/** Takes the next value of a sequence. */
type NextValue = (sequence: string) => string;

/** The row that an INSERT adds. @throws ServerError 23502, 23514 on a value that the table does not allow */
export function newRow(
  table: Table,
  values: Assignments,
  parameters: readonly SqlValue[],
  nextValue: NextValue,
): Row {
  const row: Record<string, SqlValue> = {};
  for (const column of table.columns) {
    const assigned = Object.hasOwn(values, column.name) ? values[column.name] : undefined;
    row[column.name] = valueFor(column, assigned ?? null, {}, parameters, nextValue);
  }
  return checkedRow(table, row);
}

/** The row that an UPDATE makes of an old one. @throws ServerError 23502, 23514 on a value that the table does not allow */
export function updatedRow(
  table: Table,
  old: Row,
  set: Assignments,
  parameters: readonly SqlValue[],
  nextValue: NextValue,
  surroundings?: Surroundings,
): Row {
  const row: Record<string, SqlValue> = {};
  for (const column of table.columns) {
    const assigned = Object.hasOwn(set, column.name) ? set[column.name] : undefined;
    row[column.name] =
      assigned === undefined
        ? (old[column.name] ?? null)
        : valueFor(column, assigned, old, parameters, nextValue, surroundings);
  }
  return checkedRow(table, row);
}

/** What is assigned, or the column's default where that is null. */
function valueFor(
  column: Column,
  assigned: Assigned | null,
  old: Row,
  parameters: readonly SqlValue[],
  nextValue: NextValue,
  surroundings?: Surroundings,
): SqlValue {
  const sequence = assigned === null ? column.sequence : "sequence" in assigned ? assigned.sequence : undefined;
  if (sequence !== undefined) return convert(nextValue(sequence), "bigint", column.type);
  if (assigned === null) return column.default;
  return "sequence" in assigned ? null : evaluate(assigned, old, parameters, surroundings);
}

/** NOT NULL first, in the order of the columns, then CHECK (ExecConstraints in execMain.c). */
export function checkedRow(table: Table, row: Row): Row {
  const missing = table.columns.find((column) => column.notNull && row[column.name] === null);
  if (missing) {
    throw new ServerError(
      "23502",
      `null value in column "${missing.name}" of relation "${table.name}" violates not-null constraint`,
      { table: table.name, column: missing.name, detail: failingRow(table, row) },
    );
  }
  const broken = table.checks?.find(({ expression }) => evaluate(expression, row, []) === false);
  if (!broken) return row;
  throw new ServerError(
    "23514",
    `new row for relation "${table.name}" violates check constraint "${broken.name}"`,
    { table: table.name, constraint: broken.name, detail: failingRow(table, row) },
  );
}

function failingRow(table: Table, row: Row): string {
  const shown = (value: SqlValue) => {
    const written = inDetail(value);
    // PostgreSQL cuts what is longer (maxfieldlen in execMain.c).
    return written.length > 64 ? `${written.slice(0, 64)}...` : written;
  };
  return `Failing row contains (${table.columns.map(({ name }) => shown(row[name] ?? null)).join(", ")}).`;
}

export function uniqueViolation(table: Table, constraint: string, columns: readonly string[], row: Row): ServerError {
  return new ServerError("23505", `duplicate key value violates unique constraint "${constraint}"`, {
    constraint,
    table: table.name,
    detail: `Key (${columns.join(", ")})=(${columns.map((column) => inDetail(row[column] ?? null)).join(", ")}) already exists.`,
  });
}

/** A row was changed by a transaction that has committed since the snapshot. */
export function concurrentChange(by: "update" | "delete"): ServerError {
  return new ServerError("40001", `could not serialize access due to concurrent ${by}`);
}
