import { isVisible, type RowVersion } from "./store";
import { ServerError } from "./values";

/**
 * SERIALIZABLE as PostgreSQL does it (predicate.c, README-SSI): snapshots as under REPEATABLE READ, and a record of who
 * read what somebody else has written since. Of three transactions in a row of such dependencies, the last of which
 * commits first, one is ended with 40001.
 *
 * What a transaction has read is remembered by table: that is what PostgreSQL does for a sequential scan, and what its
 * planner chooses for tables of one page. With index scans PostgreSQL remembers less and ends fewer transactions.
 */

/** One transaction: open under the name of its session, or committed under the number of its commit, as in `#3`. */
export interface Party {
  readonly snapshot: number;
  readonly wrote?: true;
  /** It has been chosen to end with an error, and learns it with its next statement. */
  readonly doomed?: true;
  /** Number of its commit; absent while it is open. */
  readonly commit?: number;
  /** When it committed, it had read what a transaction that had committed before it has overwritten. */
  readonly readOverwritten?: true;
}

type Names = readonly string[];

/** Orders are those of PostgreSQL's lists: they decide which of several transactions has to end. */
export interface SerializableState {
  readonly parties: Readonly<Record<string, Party>>;
  /** By table: who has read it, in the order of the first reads. */
  readonly reads: Readonly<Record<string, Names>>;
  /** By writer: who has read what it overwrites, in the order in which that was found. */
  readonly dependencies: Readonly<Record<string, Names>>;
}

const nobody: SerializableState = { parties: {}, reads: {}, dependencies: {} };

/** The name of a transaction that has committed. */
export function committedName(commit: number): string {
  return `#${commit}`;
}

function failure(reason: string): ServerError {
  return new ServerError(
    "40001",
    "could not serialize access due to read/write dependencies among transactions",
    { detail: `Reason code: Canceled on ${reason}.`, hint: "The transaction might succeed if retried." },
  );
}

/** The dependencies among serializable transactions while a statement changes them. */
export class Dependencies {
  constructor(public state: SerializableState = nobody) {}

  /** A transaction takes its snapshot. */
  join(session: string, snapshot: number): void {
    this.change(session, { snapshot });
  }

  /**
   * A statement reads a table from end to end (heapgetpage, HeapCheckForSerializableConflictOut): every version on its
   * pages is looked at, whatever the statement goes on to take. @throws ServerError 40001
   */
  read(session: string, table: string, versions: readonly RowVersion[]): void {
    const me = this.party(session);
    if (!me) return;
    const readers = this.state.reads[table] ?? [];
    if (!readers.includes(session))
      this.state = { ...this.state, reads: { ...this.state.reads, [table]: [...readers, session] } };
    if (me.doomed) throw failure("identification as a pivot, during conflict out checking");
    for (const version of versions) {
      const writer = overlookedWriter(version, session, me.snapshot);
      const party = writer === null ? undefined : this.party(writer);
      if (writer !== null && party && !party.doomed && !this.depends(session, writer)) this.add(session, writer, session);
    }
  }

  /** A version of a row is written or ended (CheckForSerializableConflictIn). @throws ServerError 40001 */
  write(session: string, table: string): void {
    const me = this.party(session);
    if (!me) return;
    this.checkDoomed(session);
    if (!me.wrote) this.change(session, { ...me, wrote: true });
    for (const reader of this.state.reads[table] ?? []) {
      const party = this.party(reader);
      if (reader === session || !party || party.doomed || this.depends(reader, session)) continue;
      if (party.commit === undefined || party.commit > me.snapshot) this.add(reader, session, session);
    }
  }

  /**
   * A version enters an index. What others have read of it is unknown where all read sequentially, but the check is made,
   * and before that of the key: 40001 comes in place of 23505 (_bt_doinsert, _bt_check_unique). @throws ServerError 40001
   */
  checkDoomed(session: string): void {
    if (this.party(session)?.doomed) throw failure("identification as a pivot, during conflict in checking");
  }

  /** COMMIT, before it is carried out (PreCommit_CheckForSerializationFailure). @throws ServerError 40001 */
  checkCommit(session: string): void {
    const me = this.party(session);
    if (!me) return;
    if (me.doomed) throw failure("identification as a pivot, during commit attempt");
    for (const [pivot, party] of this.readersOf(session)) {
      if (party.commit !== undefined || party.doomed) continue;
      const isDangerous = this.readersOf(pivot).some(
        ([name, { commit, doomed }]) => name === session || (commit === undefined && !doomed),
      );
      if (isDangerous) this.change(pivot, { ...party, doomed: true });
    }
  }

  /** After COMMIT the transaction is remembered as long as another one overlaps it (ReleasePredicateLocks). */
  commit(session: string, commit: number): void {
    const me = this.party(session);
    if (!me) return;
    const readOverwritten = me.wrote && this.writersFor(session).some(([, writer]) => writer.commit !== undefined);
    const name = committedName(commit);
    const parties = { ...without(this.state.parties, session), [name]: { ...me, commit, ...(readOverwritten ? { readOverwritten } : {}) } };
    const renamed = (one: string) => (one === session ? name : one);
    const isOpen = (one: string) => parties[one]?.commit === undefined;
    const dependencies = mapLists(this.state.dependencies, (readers, writer) => [
      renamed(writer),
      readers.map(renamed).filter((reader) => isOpen(reader) || isOpen(renamed(writer))),
    ]);
    const reads = mapLists(this.state.reads, (readers, table) => [table, readers.map(renamed)]);
    this.state = { parties, reads, dependencies };
  }

  /** The transaction is rolled back: nothing depends on it any more. */
  leave(name: string): void {
    if (!this.party(name)) return;
    const others = (names: Names) => names.filter((one) => one !== name);
    this.state = {
      parties: without(this.state.parties, name),
      reads: mapLists(this.state.reads, (readers, table) => [table, others(readers)]),
      dependencies: mapLists(without(this.state.dependencies, name), (readers, writer) => [writer, others(readers)]),
    };
  }

  /** Forgets the committed transactions that none of the open ones overlaps. */
  forget(): void {
    const open = Object.values(this.state.parties).filter(({ commit }) => commit === undefined);
    const oldest = Math.min(...open.map(({ snapshot }) => snapshot));
    for (const [name, { commit }] of Object.entries(this.state.parties))
      if (commit !== undefined && commit <= oldest) this.leave(name);
  }

  knows(session: string): boolean {
    return this.party(session) !== undefined;
  }

  /** True when nothing is left to remember. */
  get isEmpty(): boolean {
    return Object.keys(this.state.parties).length === 0;
  }

  private party(name: string): Party | undefined {
    return Object.hasOwn(this.state.parties, name) ? this.state.parties[name] : undefined;
  }

  private change(name: string, party: Party): void {
    this.state = { ...this.state, parties: { ...this.state.parties, [name]: party } };
  }

  private depends(reader: string, writer: string): boolean {
    return this.state.dependencies[writer]?.includes(reader) === true;
  }

  private readersOf(writer: string): [string, Party][] {
    return (this.state.dependencies[writer] ?? []).map((reader) => [reader, this.party(reader) as Party]);
  }

  private writersFor(reader: string): [string, Party][] {
    return Object.entries(this.state.parties).filter(([writer]) => this.depends(reader, writer));
  }

  /** One more dependency, found by `by` (OnConflict_CheckForSerializationFailure). @throws ServerError 40001 */
  private add(reader: string, writer: string, by: string): void {
    if (this.isDangerous(reader, writer)) {
      const party = this.party(writer) as Party;
      if (by === writer) throw failure("identification as a pivot, during write");
      if (party.commit !== undefined) throw failure("conflict out to pivot, during read");
      this.change(writer, { ...party, doomed: true });
    }
    const { dependencies } = this.state;
    this.state = { ...this.state, dependencies: { ...dependencies, [writer]: [...(dependencies[writer] ?? []), reader] } };
  }

  private isDangerous(readerName: string, writerName: string): boolean {
    const reader = this.party(readerName) as Party;
    const writer = this.party(writerName) as Party;
    // The writer is a pivot: it has itself read what a third transaction, the first of the three to commit, has written.
    if (writer.commit !== undefined && writer.readOverwritten) return true;
    const isPivot = this.writersFor(writerName).some(
      ([, { commit }]) =>
        commit !== undefined &&
        commit <= (reader.commit ?? Infinity) &&
        commit <= (writer.commit ?? Infinity) &&
        (!isReadOnly(reader) || commit <= reader.snapshot),
    );
    if (isPivot) return true;
    // The reader is a pivot: a third transaction has read what it has written, and the writer is the first to commit.
    const { commit } = writer;
    if (commit === undefined || isReadOnly(reader)) return false;
    return this.readersOf(readerName).some(
      ([, first]) =>
        !first.doomed &&
        (first.commit === undefined || first.commit >= commit) &&
        (!isReadOnly(first) || first.snapshot >= commit),
    );
  }
}

/** A transaction that has committed without writing (SXACT_FLAG_READ_ONLY). */
function isReadOnly({ commit, wrote }: Party): boolean {
  return commit !== undefined && !wrote;
}

/** The transaction whose work on a version the reader does not see; null where there is none, or it is the reader's own. */
function overlookedWriter(version: RowVersion, session: string, snapshot: number): string | null {
  const { created, createdAt, deleted, deletedAt } = version;
  if (isVisible(version, session, snapshot)) {
    if (deleted !== null) return deleted;
    return deletedAt === undefined ? null : committedName(deletedAt);
  }
  if (created !== null) return created === session ? null : created;
  return createdAt !== undefined && createdAt > snapshot ? committedName(createdAt) : null;
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...others } = record;
  return others;
}

/** The lists changed; those that are empty then are left out. */
function mapLists(
  lists: Readonly<Record<string, Names>>,
  change: (names: Names, key: string) => [key: string, names: Names],
): Record<string, Names> {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([key, names]) => change(names, key))
      .filter(([, names]) => names.length > 0),
  );
}
