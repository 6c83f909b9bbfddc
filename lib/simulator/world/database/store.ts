import type { AdvisoryLocks } from "./advisory-locks";
import type { Sequence } from "./sequences";
import type { SerializableState } from "./serializable";
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
  /** Set where it is an UPDATE that deletes the version: another one takes its place. */
  readonly replaced?: true;
  /** Savepoints inside which each of the three was done, as a count; absent where it was before the first one. */
  readonly createdIn?: number;
  readonly deletedIn?: number;
  readonly lockedIn?: number;
  /** The commit that made the version, as long as a snapshot is open from before it. */
  readonly createdAt?: number;
  /** The commit that ended the version: only snapshots from before it still see it. */
  readonly deletedAt?: number;
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

export type IsolationLevel = "read committed" | "repeatable read" | "serializable";

/** A transaction in progress. After an error its changes are gone at once, but it stays open until its client ends it. */
export interface OpenTransaction {
  readonly failed: boolean;
  /** True when the client is gone and the server has not noticed: locks stay until it does. */
  readonly dead: boolean;
  /** Absent for READ COMMITTED. */
  readonly isolation?: Exclude<IsolationLevel, "read committed">;
  /** True once a statement has run that looks at data: from then on the isolation level is fixed. */
  readonly queried?: true;
  /** What the transaction sees: the commits up to this one. Absent where each statement looks anew, and before the first. */
  readonly snapshot?: number;
  /** Names of the savepoints inside which it is, the innermost last; absent where there are none. */
  readonly savepoints?: readonly string[];
}

export interface DatabaseState {
  readonly rows: Readonly<Record<string, readonly RowVersion[]>>;
  /** By session; a session without an open transaction has no entry. */
  readonly transactions: Readonly<Record<string, OpenTransaction>>;
  /** Number of the latest commit, counted while a snapshot is open; absent otherwise. */
  readonly commits?: number;
  /** What serializable transactions have read and how they depend on each other; absent while there are none. */
  readonly serializable?: SerializableState;
  /** By name; absent where the setup makes none. */
  readonly sequences?: Readonly<Record<string, Sequence>>;
  /** What `nextval` has last given to each session, by session and sequence; absent where it has given nothing. */
  readonly current?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By key; absent where none is held. */
  readonly advisory?: AdvisoryLocks;
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

/** Committed rows as they are now. */
export function committedRows(versions: readonly RowVersion[]): RowVersion[] {
  return versions.filter(({ created, deletedAt }) => created === null && deletedAt === undefined);
}

/**
 * Whether a session sees a version: its own changes, and what is committed, now (READ COMMITTED) or as of its snapshot.
 * What others have not committed does not exist.
 */
export function isVisible(version: RowVersion, session: string, snapshot?: number): boolean {
  if (version.deleted === session) return false;
  if (version.created !== null) return version.created === session;
  if (snapshot === undefined) return version.deletedAt === undefined;
  return (version.createdAt ?? 0) <= snapshot && (version.deletedAt === undefined || version.deletedAt > snapshot);
}

/** A session other than this one that holds the row until its transaction ends; null when the row is free. */
export function holderOf(version: RowVersion, session: string): string | null {
  if (version.deleted !== null && version.deleted !== session) return version.deleted;
  return version.locked !== null && version.locked !== session ? version.locked : null;
}

export type UniqueCheck = { result: "free" } | { result: "taken" } | { result: "undecided"; by: string };

/**
 * Whether a key may be inserted. PostgreSQL documentation, 62.5 (index uniqueness checks): a conflicting row of a
 * transaction in progress makes the insert wait for its end, also one that it has deleted again (HeapTupleSatisfiesDirty);
 * a row that another transaction is deleting, too; NULLs never conflict.
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
    if (version.deletedAt !== undefined) continue;
    if (!constraint.columns.every((column) => version.values[column] === row[column])) continue;
    const inserter = version.created !== null && version.created !== session ? version.created : null;
    if (inserter !== null) {
      undecided ??= inserter;
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

export function mapRows(
  state: DatabaseState,
  change: (versions: readonly RowVersion[]) => RowVersion[],
): DatabaseState["rows"] {
  return Object.fromEntries(Object.entries(state.rows).map(([table, versions]) => [table, change(versions)]));
}

export function transactionOf(state: DatabaseState, session: string): OpenTransaction | undefined {
  return Object.hasOwn(state.transactions, session) ? state.transactions[session] : undefined;
}

export function withTransaction(
  state: DatabaseState,
  session: string,
  transaction: OpenTransaction | null,
): DatabaseState {
  const { [session]: _, ...others } = state.transactions;
  return { ...state, transactions: transaction ? { ...others, [session]: transaction } : others };
}
