import { evaluate, hasAggregate } from "./evaluate";
import { newRow, updatedRow } from "./row-changes";
import type { Assignments, ConflictClause, DataStatement, Expression, SqlValue } from "./statement";
import type { Row, RowVersion } from "./store";
import { compareValues, ServerError } from "./values";
import type { Working } from "./working";

type Of<Kind extends DataStatement["kind"]> = DataStatement & { kind: Kind };

function holds(where: Expression | null, row: Row, working: Working, excluded?: Row): boolean {
  return where === null || evaluate(where, row, working.parameters, excluded ? { excluded } : {}) === true;
}

/**
 * The rows of a SELECT in its order. FOR UPDATE locks what it returns; a row that another session holds is waited for,
 * left out (SKIP LOCKED) or an error (NOWAIT).
 */
export function select(statement: Of<"select">, working: Working): void {
  const isAggregated = statement.outputs.some(({ value }) => hasAggregate(value));
  const most = limitOf(statement, working.parameters);
  const limit = isAggregated ? Infinity : most;
  // LIMIT 0 does not even begin to read (ExecLimit).
  if (most > 0) working.read();
  const found = ordered(
    statement,
    working.seen.filter(({ values }) => holds(statement.where, values, working)),
  );
  for (; working.next < found.length && working.rows.length < limit; working.advance()) {
    const seen = found[working.next] as RowVersion;
    if (statement.lock === "none") working.rows.push(seen.values);
    else lockSeen(statement, seen, working);
  }
}

function lockSeen(statement: Of<"select">, seen: RowVersion, working: Working): void {
  const latest = working.latest(seen, "lock");
  if (latest === null) return;
  if (working.holder(latest) !== null && statement.lock !== "wait") {
    if (statement.lock === "skip") return;
    throw new ServerError("55P03", `could not obtain lock on row in relation "${working.table.name}"`);
  }
  working.awaitRow(latest);
  const { values } = working.lock(latest);
  if (stillHolds(statement.where, seen, latest, working)) working.rows.push(values);
}

/** Without an order, in that of the table. */
function ordered(statement: Of<"select">, found: readonly RowVersion[]): readonly RowVersion[] {
  if (statement.order.length === 0) return found;
  return [...found].sort((left, right) => {
    for (const { column, descending, type } of statement.order) {
      const order = compareValues(left.values[column] ?? null, right.values[column] ?? null, type);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

/** How many rows a SELECT returns at most. @throws ServerError 2201W */
export function limitOf(statement: Of<"select">, parameters: readonly SqlValue[]): number {
  const limit = statement.limit && evaluate(statement.limit, {}, parameters);
  if (limit === null) return Infinity;
  if (Number(limit) < 0) throw new ServerError("2201W", "LIMIT must not be negative");
  return Number(limit);
}

/**
 * PostgreSQL documentation, 13.2.1: a row that was changed since the statement began is looked at again, and must still
 * match (EvalPlanQual). What did not match at the beginning is not looked at again.
 */
function stillHolds(where: Expression | null, seen: RowVersion, latest: RowVersion, working: Working): boolean {
  return latest.values === seen.values || holds(where, latest.values, working);
}

/** UPDATE and DELETE, row by row. */
export function updateOrDelete(statement: Of<"update"> | Of<"delete">, working: Working): void {
  working.read();
  if (working.isEntering) {
    working.enter();
    working.advance();
  }
  for (; working.next < working.seen.length; working.advance()) {
    const seen = working.seen[working.next] as RowVersion;
    if (holds(statement.where, seen.values, working)) changeSeen(statement, seen, working);
  }
}

function changeSeen(statement: Of<"update"> | Of<"delete">, seen: RowVersion, working: Working): void {
  const rowOf = (values: Row) =>
    statement.kind === "update"
      ? updatedRow(working.table, values, statement.set, working.parameters, working.nextValue)
      : values;
  // Calculated and checked before the row is waited for: a CHECK can fail on what was seen (ExecUpdate).
  const row = working.once(() => rowOf(seen.values));
  const latest = working.latest(seen, "change");
  if (latest === null) return;
  working.awaitRow(latest);
  if (latest.values === seen.values) return change(statement, latest, row, working);
  // A row that has changed is locked before it is looked at again, and stays locked when it no longer matches.
  const locked = working.lock(latest);
  if (stillHolds(statement.where, seen, locked, working)) change(statement, locked, rowOf(locked.values), working);
}

function change(statement: Of<"update"> | Of<"delete">, target: RowVersion, row: Row, working: Working): void {
  working.rows.push(row);
  if (statement.kind === "update") working.write(row, target);
  else working.remove(target);
}

/** INSERT, row by row. */
export function insert(statement: Of<"insert">, working: Working): void {
  if (working.isEntering) {
    working.enter();
    working.advance();
  }
  for (; working.next < statement.rows.length; working.advance()) {
    const values = statement.rows[working.next] as Assignments;
    const row = working.once(() => newRow(working.table, values, working.parameters, working.nextValue));
    if (statement.onConflict && isTakenCareOf(statement.onConflict, row, working)) continue;
    working.rows.push(row);
    working.added.push(row);
    working.write(row, null);
  }
}

/** Whether a key of the row is taken and ON CONFLICT says what to do then; it is done. @throws Waits while a rival decides */
function isTakenCareOf(clause: ConflictClause, row: Row, working: Working): boolean {
  working.checkAwaited();
  for (const constraint of working.table.constraints) {
    if (!clause.constraints.includes(constraint.name)) continue;
    const check = working.check(constraint, row);
    if (check.result === "free") continue;
    if (check.result === "undecided") working.awaitKey(check.by);
    const owner = working.owner(constraint, row);
    if (clause.update) updateInstead(clause.update, owner, row, working);
    else {
      working.mustSee(owner);
      working.conflict = constraint.name;
    }
    return true;
  }
  return false;
}

/** DO UPDATE. The row is locked also where its WHERE does not hold (INSERT documentation). */
function updateInstead(
  update: NonNullable<ConflictClause["update"]>,
  owner: RowVersion,
  excluded: Row,
  working: Working,
): void {
  working.awaitOwner(owner);
  if (working.rows.includes(owner.values))
    throw new ServerError("21000", "ON CONFLICT DO UPDATE command cannot affect row a second time");
  working.mustSee(owner);
  const locked = working.lock(owner);
  if (!holds(update.where, locked.values, working, excluded)) return;
  const row = updatedRow(working.table, locked.values, update.set, working.parameters, working.nextValue, { excluded });
  working.rows.push(row);
  working.write(row, locked);
}
