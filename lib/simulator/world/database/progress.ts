import type { SqlValue, Table, UniqueConstraint } from "./statement";
import {
  addVersion,
  checkUnique,
  holderOf,
  isVisible,
  type DatabaseState,
  type Row,
  type RowVersion,
  type UniqueCheck,
} from "./store";
import { uniqueViolation } from "./row-changes";

/** Where a statement stands that cannot go on before another session's transaction has ended. */
export interface Progress {
  /** The rows that it saw when it began. PostgreSQL documentation, 13.2.1: a snapshot as of the instant the query began. */
  readonly seen: readonly RowVersion[];
  /** How many of them, or of the rows of VALUES, are dealt with. */
  readonly next: number;
  /** Rows to return, and to count. */
  readonly rows: readonly Row[];
  /** Those among them that were added. */
  readonly added: readonly Row[];
  /** The constraint on which a row was left out. */
  readonly conflict: string | null;
  /** Values of the version that is written and has yet to enter the remaining constraints. */
  readonly entering: Row | null;
}

/** Thrown where a statement has to wait. */
export class Waits extends Error {
  constructor(
    readonly holder: string,
    readonly table: string,
    readonly reason: "key" | "row",
  ) {
    super(`waits for ${holder}`);
  }
}

/**
 * A statement of one session while it works on its table. What it has done when it throws `Waits` stays done: rows that
 * it has written or locked by then are held while it waits.
 */
export class Working {
  readonly seen: readonly RowVersion[];
  next: number;
  rows: Row[];
  added: Row[];
  conflict: string | null;
  private entering: Row | null;
  private versions: readonly RowVersion[];
  private heap: number | undefined;

  constructor(
    private readonly before: DatabaseState,
    readonly table: Table,
    readonly session: string,
    readonly parameters: readonly SqlValue[],
    progress: Progress | null,
  ) {
    this.versions = before.rows[table.name] ?? [];
    this.heap = before.heap;
    this.seen = progress?.seen ?? this.versions.filter((version) => isVisible(version, session));
    this.next = progress?.next ?? 0;
    this.rows = [...(progress?.rows ?? [])];
    this.added = [...(progress?.added ?? [])];
    this.conflict = progress?.conflict ?? null;
    this.entering = progress?.entering ?? null;
  }

  get state(): DatabaseState {
    const rows = { ...this.before.rows, [this.table.name]: this.versions };
    return this.heap === undefined ? { ...this.before, rows } : { ...this.before, rows, heap: this.heap };
  }

  get progress(): Progress {
    const { seen, next, rows, added, conflict, entering } = this;
    return { seen, next, rows, added, conflict, entering };
  }

  /** The version of a seen row that counts now: its latest committed one, or this session's own. Null when it is deleted. */
  latest(seen: RowVersion): RowVersion | null {
    if (seen.row === undefined) return seen;
    const alive = this.versions.find((version) => version.row === seen.row && isVisible(version, this.session));
    return alive ?? null;
  }

  /** The session that holds the row; null when it is free. */
  holder(version: RowVersion): string | null {
    return holderOf(version, this.session);
  }

  /** @throws Waits while another session holds the row */
  awaitRow(version: RowVersion): void {
    const holder = this.holder(version);
    if (holder !== null) throw new Waits(holder, this.table.name, "row");
  }

  /** @throws Waits always: the session decides whether a key is taken */
  awaitKey(holder: string): never {
    throw new Waits(holder, this.table.name, "key");
  }

  /** Until the end of the transaction nobody else changes or locks the row. */
  lock(version: RowVersion): RowVersion {
    const locked = { ...version, locked: this.session };
    this.versions = this.versions.map((other) => (other === version ? locked : other));
    return locked;
  }

  /** A version that this session made itself disappears; a committed one stays for the others until COMMIT. */
  remove(version: RowVersion): void {
    this.versions = this.versions.flatMap((other) => {
      if (other !== version) return [other];
      return version.created === this.session ? [] : [{ ...version, deleted: this.session }];
    });
  }

  /** Writes a row, in place of `replaced` where there is one, and lets each constraint know. @throws Waits | ServerError 23505 */
  write(values: Row, replaced: RowVersion | null): void {
    if (replaced) this.remove(replaced);
    const counted = this.table.countsUpdates && replaced ? { updates: (replaced.updates ?? 0) + 1 } : {};
    const place = this.heap === undefined ? {} : { row: replaced?.row ?? this.heap++ };
    const version = { values, created: this.session, deleted: null, locked: null, ...counted, ...place, entered: 0 };
    this.versions = addVersion(this.versions, version, this.table);
    this.entering = values;
    this.enter();
  }

  /** Whether a version is written that waited for a key: then `enter` goes on with it. */
  get isEntering(): boolean {
    return this.entering !== null;
  }

  /**
   * Enters the version being written into one constraint after the other (ExecInsertIndexTuples). While one is waited
   * for, those before it hold the key already, and those after it do not.
   */
  enter(): void {
    const written = this.versions.find(({ values }) => values === this.entering) as RowVersion;
    const { constraints } = this.table;
    for (let index = written.entered ?? 0; index < constraints.length; index++) {
      const constraint = constraints[index] as UniqueConstraint;
      const check = this.check(constraint, written.values);
      if (check.result === "undecided") {
        this.replace(written, { ...written, entered: index });
        this.awaitKey(check.by);
      }
      if (check.result === "taken") throw uniqueViolation(this.table, constraint.name, constraint.columns, written.values);
    }
    const { entered: _, ...complete } = written;
    this.replace(written, complete);
    this.entering = null;
  }

  /** What a constraint says to a row that is not in it yet. */
  check(constraint: UniqueConstraint, row: Row): UniqueCheck {
    const place = this.table.constraints.indexOf(constraint);
    const known = this.versions.filter(({ values, entered }) => values !== row && (entered ?? Infinity) > place);
    return checkUnique(known, constraint, row, this.session);
  }

  /** The row that holds a key. */
  owner(constraint: UniqueConstraint, row: Row): RowVersion {
    const owner = this.versions.find(
      (version) =>
        isVisible(version, this.session) &&
        constraint.columns.every((column) => version.values[column] === row[column]),
    );
    return owner as RowVersion;
  }

  private replace(version: RowVersion, by: RowVersion): void {
    this.versions = this.versions.map((other) => (other === version ? by : other));
  }
}
