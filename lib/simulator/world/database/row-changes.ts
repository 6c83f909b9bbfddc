import { evaluate, type Surroundings } from "./evaluate";
import type { Row } from "./store";
import type { Assignments, Column, SqlValue, Table } from "./statement";
import { inDetail, ServerError } from "./values";

/** What a statement makes of the values of a row. */

/** The row that an INSERT adds. @throws ServerError 23502, 23514 on a value that the table does not allow */
export function newRow(table: Table, values: Assignments, parameters: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue> = {};
  for (const column of table.columns) row[column.name] = valueFor(column, values, {}, parameters, column.default);
  return checked(table, row);
}

/** The row that an UPDATE makes of an old one. @throws ServerError 23502, 23514 on a value that the table does not allow */
export function updatedRow(
  table: Table,
  old: Row,
  set: Assignments,
  parameters: readonly SqlValue[],
  surroundings?: Surroundings,
): Row {
  const row: Record<string, SqlValue> = {};
  for (const column of table.columns)
    row[column.name] = valueFor(column, set, old, parameters, old[column.name] ?? null, surroundings);
  return checked(table, row);
}

function valueFor(
  column: Column,
  assignments: Assignments,
  old: Row,
  parameters: readonly SqlValue[],
  otherwise: SqlValue,
  surroundings?: Surroundings,
): SqlValue {
  const assigned = Object.hasOwn(assignments, column.name) ? assignments[column.name] : undefined;
  if (assigned === undefined) return otherwise;
  return assigned === null ? column.default : evaluate(assigned, old, parameters, surroundings);
}

/** NOT NULL first, in the order of the columns, then CHECK (ExecConstraints in execMain.c). */
function checked(table: Table, row: Row): Row {
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
