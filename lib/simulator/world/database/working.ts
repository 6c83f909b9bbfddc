import { Waits, type Progress } from "./progress";
import { concurrentChange, uniqueViolation } from "./row-changes";
import { nextValue } from "./sequences";
import { Dependencies } from "./serializable";
import type { SqlValue, Table, UniqueConstraint } from "./statement";
import {
  addVersion,
  checkUnique,
  holderOf,
  isVisible,
  transactionOf,
  type DatabaseState,
  type Row,
  type RowVersion,
  type UniqueCheck,
} from "./store";
import { depthOf } from "./transactions";

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
  private awaited: RowVersion | null;
  private made: Row | null;
  private versions: readonly RowVersion[];
  private heap: number | undefined;
  private readonly snapshot: number | undefined;
  private readonly depth: number;

  constructor(
    private base: DatabaseState,
    readonly table: Table,
    readonly session: string,
    readonly parameters: readonly SqlValue[],
    progress: Progress | null,
  ) {
    this.versions = base.rows[table.name] ?? [];
    this.heap = base.heap;
    this.snapshot = transactionOf(base, session)?.snapshot;
    this.depth = depthOf(base, session);
    this.seen = progress?.seen ?? this.versions.filter((version) => isVisible(version, session, this.snapshot));
    this.next = progress?.next ?? 0;
    this.rows = [...(progress?.rows ?? [])];
    this.added = [...(progress?.added ?? [])];
    this.conflict = progress?.conflict ?? null;
    this.entering = progress?.entering ?? null;
    this.awaited = progress?.awaited ?? null;
    this.made = progress?.made ?? null;
    this.isResumed = progress !== null;
  }

  /** True for a statement that goes on after a wait: it has read its table already. */
  readonly isResumed: boolean;

  get state(): DatabaseState {
    const rows = { ...this.base.rows, [this.table.name]: this.versions };
    return this.heap === undefined ? { ...this.base, rows } : { ...this.base, rows, heap: this.heap };
  }

  get progress(): Progress {
    const { seen, next, rows, added, conflict, entering, awaited, made } = this;
    return { seen, next, rows, added, conflict, entering, awaited, made };
  }

  /** The statement reads the table, of which a serializable transaction keeps a record. @throws ServerError 40001 */
  read(): void {
    if (!this.isResumed) this.depend((dependencies) => dependencies.read(this.session, this.table.name, this.versions));
  }

  /** Goes on to the next row. */
  advance(): void {
    this.next++;
    this.made = null;
  }

  /** The new row for the one at which the statement stands: made once, however often the statement has to wait there. */
  once(make: () => Row): Row {
    return (this.made ??= make());
  }

  /** The next value of a sequence, which stays taken whatever becomes of the statement. @throws ServerError 42P01 */
  readonly nextValue = (sequence: string): string => {
    const { state, value } = nextValue(this.base, this.session, sequence);
    this.base = state;
    return value;
  };

  /**
   * The version of a seen row that counts now: its latest committed one, or this session's own. Null when it is deleted.
   * Under a snapshot it is the seen one, which must still be the latest (PostgreSQL documentation, 13.2.2; TM_Updated and
   * TM_Deleted in nodeModifyTable.c and nodeLockRows.c). @throws ServerError 40001
   */
  latest(seen: RowVersion, wanted: "change" | "lock"): RowVersion | null {
    if (this.snapshot === undefined) {
      if (seen.row === undefined) return seen;
      return this.versions.find((version) => version.row === seen.row && this.isLive(version)) ?? null;
    }
    const version = this.versions.find(({ row, values }) => row === seen.row && values === seen.values) ?? null;
    if (version?.deletedAt === undefined) return version && this.isLive(version) ? version : null;
    throw concurrentChange(version.replaced || wanted === "lock" ? "update" : "delete");
  }

  /**
   * ON CONFLICT under a snapshot: a row in the way that the snapshot does not have is an error, for the statement can
   * neither see it nor pass it over (ExecCheckTupleVisible). @throws ServerError 40001
   */
  mustSee(version: RowVersion): void {
    if (this.snapshot !== undefined && !isVisible(version, this.session, this.snapshot)) throw concurrentChange("update");
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

  /**
   * The row in the way of an INSERT, once nobody else holds it. What has changed it meanwhile must not be newer than the
   * snapshot (TM_Updated and TM_Deleted in ExecOnConflictUpdate). @throws Waits | ServerError 40001
   */
  awaitOwner(owner: RowVersion): void {
    this.awaited = this.holder(owner) === null ? null : owner;
    this.awaitRow(owner);
  }

  /** The row that was waited for by `awaitOwner`, looked at again. @throws ServerError 40001 */
  checkAwaited(): void {
    if (this.awaited !== null && this.snapshot !== undefined) this.latest(this.awaited, "change");
    this.awaited = null;
  }

  /** @throws Waits always: the session decides whether a key is taken */
  awaitKey(holder: string): never {
    throw new Waits(holder, this.table.name, "key");
  }

  /** Until the end of the transaction, or of the savepoint, nobody else changes or locks the row. */
  lock(version: RowVersion): RowVersion {
    if (version.locked === this.session) return version;
    const locked = { ...version, locked: this.session, ...(this.depth > 0 ? { lockedIn: this.depth } : {}) };
    this.replace(version, locked);
    return locked;
  }

  /** A version is deleted; it stays for the others until COMMIT, and for this session's savepoints. @throws ServerError 40001 */
  remove(version: RowVersion): void {
    this.depend((dependencies) => dependencies.write(this.session, this.table.name));
    this.end(version);
  }

  /** Writes a row, in place of `replaced` where there is one, and lets each constraint know. @throws Waits | ServerError 23505, 40001 */
  write(values: Row, replaced: RowVersion | null): void {
    this.depend((dependencies) => dependencies.write(this.session, this.table.name));
    if (replaced) this.end(replaced, { replaced: true });
    const counted = this.table.countsUpdates && replaced ? { updates: (replaced.updates ?? 0) + 1 } : {};
    const place = this.heap === undefined ? {} : { row: replaced?.row ?? this.heap++ };
    const inside = this.depth > 0 ? { createdIn: this.depth } : {};
    const version = { values, created: this.session, deleted: null, locked: null, ...counted, ...place, ...inside, entered: 0 };
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
      this.depend((dependencies) => dependencies.checkDoomed(this.session));
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
        this.isLive(version) &&
        constraint.columns.every((column) => version.values[column] === row[column]),
    );
    return owner as RowVersion;
  }

  private isLive(version: RowVersion): boolean {
    return isVisible(version, this.session);
  }

  private end(version: RowVersion, how: { replaced?: true } = {}): void {
    const inside = this.depth > 0 ? { deletedIn: this.depth } : {};
    this.replace(version, { ...version, deleted: this.session, ...how, ...inside });
  }

  private depend(find: (dependencies: Dependencies) => void): void {
    const { serializable } = this.base;
    if (serializable === undefined) return;
    const dependencies = new Dependencies(serializable);
    try {
      find(dependencies);
    } finally {
      this.base = { ...this.base, serializable: dependencies.state };
    }
  }

  private replace(version: RowVersion, by: RowVersion): void {
    this.versions = this.versions.map((other) => (other === version ? by : other));
  }
}
