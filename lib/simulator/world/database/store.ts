import type { SqlValue, Table, UniqueConstraint } from "./statement";
import { compareValues } from "./values";

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
  /** In a heap: which row this is a version of. */
  readonly row?: number;
  /**
   * While the statement that wrote the version waits for a key: how many of the constraints know the version already.
   * The indexes of a table are entered one after the other.
   */
  readonly entered?: number;
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
  /**
   * Set in a heap: the number of the next row. There versions stand in the order in which they were written, as on
   * PostgreSQL's pages, and statements can wait half-way. Without it they stand in the order of their keys, so that
   * equal contents are equal states.
   */
  readonly heap?: number;
}

/** The same contents as a heap. */
export function asHeap(state: DatabaseState): DatabaseState {
  let heap = 0;
  const rows = mapRows(state, (versions) => versions.map((version) => ({ ...version, row: heap++ })));
  return { ...state, rows, heap };
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

/** Adds a version: in a heap at the end, otherwise in the order of the primary key. */
export function addVersion(versions: readonly RowVersion[], added: RowVersion, table: Table): readonly RowVersion[] {
  const primary = table.constraints.find((constraint) => constraint.primary);
  if (!primary || added.row !== undefined) return [...versions, added];
  const columns = table.columns.filter(({ name }) => primary.columns.includes(name));
  const index = versions.findIndex((version) => {
    for (const { name, type } of columns) {
      const order = compareValues(version.values[name] ?? null, added.values[name] ?? null, type);
      if (order !== 0) return order > 0;
    }
    return false;
  });
  return index < 0 ? [...versions, added] : [...versions.slice(0, index), added, ...versions.slice(index)];
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
