import { coerce, evaluate, ServerError } from "./evaluate";
import type { Expression, SqlValue, Table } from "./statement";
import { addVersion, checkUnique, type Row, type RowVersion } from "./store";

/** What a statement makes of rows, and what it must wait for: the rules of one table at a time. */

/** Thrown where a statement cannot go on before another session's transaction has ended. */
export class Waits extends Error {
  constructor(
    readonly holder: string,
    readonly table: string,
    readonly reason: "key" | "row",
  ) {
    super(`waits for ${holder}`);
  }
}

/** The row that an INSERT adds. @throws ServerError 23502 when a column that needs a value has none */
export function newRow(table: Table, values: Readonly<Record<string, Expression>>, parameters: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue> = {};
  for (const column of table.columns) {
    const expression = Object.hasOwn(values, column.name) ? values[column.name] : undefined;
    row[column.name] = coerce(expression ? evaluate(expression, {}, parameters) : column.default, column.type);
  }
  return checkNotNull(table, row);
}

/** The row that an UPDATE makes of an old one. @throws ServerError 23502 */
export function updatedRow(
  table: Table,
  old: Row,
  set: Readonly<Record<string, Expression>>,
  parameters: readonly SqlValue[],
): Row {
  const row: Record<string, SqlValue> = { ...old };
  for (const column of table.columns) {
    const expression = Object.hasOwn(set, column.name) ? set[column.name] : undefined;
    if (expression) row[column.name] = coerce(evaluate(expression, old, parameters), column.type);
  }
  return checkNotNull(table, row);
}

function checkNotNull(table: Table, row: Row): Row {
  const missing = table.columns.find((column) => column.notNull && row[column.name] === null);
  if (!missing) return row;
  throw new ServerError(
    "23502",
    `null value in column "${missing.name}" of relation "${table.name}" violates not-null constraint`,
    {
      table: table.name,
      column: missing.name,
    },
  );
}

/**
 * The constraint on which an INSERT does nothing; null when the row can be added. Constraints are checked in their
 * order; those of ON CONFLICT first (INSERT documentation: arbiter indexes).
 * @throws Waits while a rival's transaction decides; ServerError 23505 on a key that is taken
 */
export function conflictOf(
  table: Table,
  versions: readonly RowVersion[],
  row: Row,
  session: string,
  doNothingOn: readonly string[] | null,
): string | null {
  const arbiters = table.constraints.filter(({ name }) => doNothingOn?.includes(name));
  for (const constraint of [...arbiters, ...table.constraints.filter((other) => !arbiters.includes(other))]) {
    const check = checkUnique(versions, constraint, row, session);
    if (check.result === "undecided") throw new Waits(check.by, table.name, "key");
    if (check.result === "free") continue;
    if (arbiters.includes(constraint)) return constraint.name;
    throw uniqueViolation(table, constraint.name, constraint.columns, row);
  }
  return null;
}

function uniqueViolation(table: Table, constraint: string, columns: readonly string[], row: Row): ServerError {
  return new ServerError("23505", `duplicate key value violates unique constraint "${constraint}"`, {
    constraint,
    table: table.name,
    detail: `Key (${columns.join(", ")})=(${columns.map((column) => String(row[column])).join(", ")}) already exists.`,
  });
}

/** Row by row, as PostgreSQL does it: a key is checked while later rows still hold their old ones. */
export function replaceRows(
  table: Table,
  versions: readonly RowVersion[],
  targets: readonly RowVersion[],
  replaced: readonly Row[],
  session: string,
): readonly RowVersion[] {
  return targets.reduce((rows, target, index) => {
    const row = replaced[index] as Row;
    const without = removeRows(rows, [target], session);
    conflictOf(table, without, row, session, null);
    const version = { values: row, created: session, deleted: null, locked: null };
    const counted = table.countsUpdates ? { ...version, updates: (target.updates ?? 0) + 1 } : version;
    return addVersion(without, counted, table);
  }, versions);
}

/** A version that this session made itself disappears; a committed one stays for the others until COMMIT. */
export function removeRows(
  versions: readonly RowVersion[],
  targets: readonly RowVersion[],
  session: string,
): readonly RowVersion[] {
  return versions
    .filter((version) => !(targets.includes(version) && version.created === session))
    .map((version) => (targets.includes(version) ? { ...version, deleted: session } : version));
}
