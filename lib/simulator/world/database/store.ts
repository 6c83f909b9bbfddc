import type { SqlValue, Table, UniqueConstraint } from "./statement";

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * One version of a row. Sessions stand for their transactions: a session has at most one open.
 * PostgreSQL documentation, 13.1: "each SQL statement sees a snapshot of data"; xmin and xmax of a tuple.
 */
export interface RowVersion {
  readonly values: Row;
  /** Session whose open transaction made this version; null once committed. */
  readonly created: string | null;
  /** Session whose open transaction deletes or replaces this version. */
  readonly deleted: string | null;
  /** Session that holds it by FOR UPDATE. */
  readonly locked: string | null;
  /** UPDATEs that have led to this version, where its table counts them. */
  readonly updates?: number;
}

/** A transaction in progress. After an error its changes are gone at once, but it stays open until its client ends it. */
export interface OpenTransaction {
  readonly failed: boolean;
  /** True when the client is gone and the server has not noticed: locks stay until it does. */
  readonly dead: boolean;
}

export interface DatabaseState {
  readonly rows: Readonly<Record<string, readonly RowVersion[]>>;
  /** By session; a session without an open transaction has no entry. */
  readonly transactions: Readonly<Record<string, OpenTransaction>>;
}

/** READ COMMITTED: committed rows, and the session's own changes. What others have not committed does not exist. */
export function isVisible(version: RowVersion, session: string): boolean {
  return (version.created === null || version.created === session) && version.deleted !== session;
}

/** A session other than this one that holds the row until its transaction ends; null when the row is free. */
export function holderOf(version: RowVersion, session: string): string | null {
  if (version.deleted !== null && version.deleted !== session) return version.deleted;
  return version.locked !== null && version.locked !== session ? version.locked : null;
}

export type UniqueCheck = { result: "free" } | { result: "taken" } | { result: "undecided"; by: string };

/**
 * Whether a key may be inserted. PostgreSQL documentation, 62.5 (index uniqueness checks): a conflicting row of a
 * transaction in progress makes the insert wait for its end; a row that another transaction is deleting, too; NULLs
 * never conflict.
 */
export function checkUnique(
  versions: readonly RowVersion[],
  constraint: UniqueConstraint,
  row: Row,
  session: string,
): UniqueCheck {
  if (constraint.columns.some((column) => row[column] === null)) return { result: "free" };
  let undecided: string | null = null;
  for (const version of versions) {
    if (!constraint.columns.every((column) => version.values[column] === row[column])) continue;
    const inserter = version.created !== null && version.created !== session ? version.created : null;
    if (inserter !== null) {
      if (version.deleted !== inserter) undecided ??= inserter;
    } else if (version.deleted === null) {
      return { result: "taken" };
    } else if (version.deleted !== session) {
      undecided ??= version.deleted;
    }
  }
  return undecided === null ? { result: "free" } : { result: "undecided", by: undecided };
}

/** Adds a version. Rows stand in the order of their primary key, so that equal contents are equal states. */
export function addVersion(versions: readonly RowVersion[], added: RowVersion, table: Table): readonly RowVersion[] {
  const primary = table.constraints.find((constraint) => constraint.primary);
  if (!primary) return [...versions, added];
  const index = versions.findIndex((version) => comparePrimary(version.values, added.values, primary.columns) > 0);
  return index < 0 ? [...versions, added] : [...versions.slice(0, index), added, ...versions.slice(index)];
}

function comparePrimary(left: Row, right: Row, columns: readonly string[]): number {
  for (const column of columns) {
    const order = compareValues(left[column] ?? null, right[column] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** Order of two values of one type; NULLs last, as PostgreSQL sorts them; texts by code unit (collation "C"). */
export function compareValues(left: SqlValue, right: SqlValue): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}

function mapRows(
  state: DatabaseState,
  change: (versions: readonly RowVersion[]) => RowVersion[],
): DatabaseState["rows"] {
  return Object.fromEntries(Object.entries(state.rows).map(([table, versions]) => [table, change(versions)]));
}

/** The session's changes become everybody's. */
export function commitChanges(state: DatabaseState, session: string): DatabaseState {
  const rows = mapRows(state, (versions) =>
    versions.filter((version) => version.deleted !== session).map((version) => release(version, session)),
  );
  return { ...state, rows };
}

/** The session's changes are as if they had never been; whoever waited for it may go on. */
export function undoChanges(state: DatabaseState, session: string): DatabaseState {
  const rows = mapRows(state, (versions) =>
    versions.filter((version) => version.created !== session).map((version) => release(version, session)),
  );
  return { ...state, rows };
}

function release(version: RowVersion, session: string): RowVersion {
  if (version.created !== session && version.deleted !== session && version.locked !== session) return version;
  const free = (holder: string | null) => (holder === session ? null : holder);
  return { ...version, created: free(version.created), deleted: free(version.deleted), locked: free(version.locked) };
}

export function withTransaction(
  state: DatabaseState,
  session: string,
  transaction: OpenTransaction | null,
): DatabaseState {
  const { [session]: _, ...others } = state.transactions;
  return { ...state, transactions: transaction ? { ...others, [session]: transaction } : others };
}
