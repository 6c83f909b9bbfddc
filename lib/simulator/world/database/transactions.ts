import { dropAdvisory, endAdvisory, holdsAdvisory, keepAdvisory } from "./advisory-locks";
import { Dependencies } from "./serializable";
import {
  mapRows,
  transactionOf,
  withTransaction,
  type DatabaseState,
  type OpenTransaction,
  type RowVersion,
} from "./store";

/** How transactions end, wholly or back to a savepoint, and what their snapshots keep alive. */

/** How many savepoints a session is inside. */
export function depthOf(state: DatabaseState, session: string): number {
  return transactionOf(state, session)?.savepoints?.length ?? 0;
}

/**
 * REPEATABLE READ and SERIALIZABLE see the database as of their first statement that looks at it, not as of BEGIN.
 * PostgreSQL documentation, 13.2.2.
 */
export function withSnapshot(state: DatabaseState, session: string): DatabaseState {
  const transaction = transactionOf(state, session);
  if (!transaction || transaction.queried) return state;
  const queried: OpenTransaction = { ...transaction, queried: true };
  if (transaction.isolation === undefined) return withTransaction(state, session, queried);
  const snapshot = state.commits ?? 0;
  const taken = withTransaction({ ...state, commits: snapshot }, session, { ...queried, snapshot });
  if (transaction.isolation === "repeatable read") return taken;
  const dependencies = new Dependencies(state.serializable);
  dependencies.join(session, snapshot);
  return { ...taken, serializable: dependencies.state };
}

/** The session's changes become everybody's; those who have a snapshot go on seeing what was there. */
export function commitChanges(held: DatabaseState, session: string): DatabaseState {
  const state = endAdvisory(held, session, 0);
  const { commits } = state;
  if (commits === undefined) return { ...state, rows: mapRows(state, (versions) => committed(versions, session)) };
  const dependencies = new Dependencies(state.serializable);
  if (!dependencies.knows(session) && !hasChanges(state, session))
    return withoutOldVersions({ ...state, rows: mapRows(state, (versions) => committed(versions, session)) }, session, dependencies);
  const commit = commits + 1;
  dependencies.commit(session, commit);
  const rows = mapRows(state, (versions) => numbered(versions, session, commit));
  return withoutOldVersions({ ...state, rows, commits: commit }, session, dependencies);
}

function hasChanges(state: DatabaseState, session: string): boolean {
  return Object.values(state.rows).some((versions) =>
    versions.some(({ created, deleted }) => created === session || deleted === session),
  );
}

function committed(versions: readonly RowVersion[], session: string): RowVersion[] {
  return versions.filter((version) => version.deleted !== session).map((version) => release(version, session));
}

function numbered(versions: readonly RowVersion[], session: string, commit: number): RowVersion[] {
  return versions.map((version) => {
    const created = version.created === session ? { createdAt: commit } : {};
    const deleted = version.deleted === session ? { deletedAt: commit } : {};
    const { replaced } = version;
    return { ...release(version, session), ...created, ...deleted, ...(replaced ? { replaced } : {}) };
  });
}

/** The session's changes are as if they had never been; whoever waited for it may go on. */
export function undoChanges(held: DatabaseState, session: string): DatabaseState {
  const state = endAdvisory(held, session, 0);
  const undone = { ...state, rows: mapRows(state, (versions) => undo(versions, session, 0)) };
  if (state.commits === undefined) return undone;
  const dependencies = new Dependencies(state.serializable);
  dependencies.leave(session);
  return withoutOldVersions(undone, session, dependencies);
}

/**
 * What was done inside so many savepoints, or more, is undone: changes and locks. Those from before stay.
 * PostgreSQL documentation, ROLLBACK TO SAVEPOINT; 13.3.2: "the lock is released immediately if the savepoint is rolled back to".
 */
export function undoChangesInside(held: DatabaseState, session: string, depth: number): DatabaseState {
  const state = endAdvisory(held, session, depth);
  return { ...state, rows: mapRows(state, (versions) => undo(versions, session, depth)) };
}

function undo(versions: readonly RowVersion[], session: string, depth: number): RowVersion[] {
  return versions
    .filter(({ created, createdIn = 0 }) => created !== session || createdIn < depth)
    .map((version) => undoMarks(version, session, depth));
}

function undoMarks(version: RowVersion, session: string, depth: number): RowVersion {
  const deletes = version.deleted === session && (version.deletedIn ?? 0) >= depth;
  const locks = version.locked === session && (version.lockedIn ?? 0) >= depth;
  if (!deletes && !locks) return version;
  const { replaced, deletedIn, lockedIn, ...rest } = version;
  return {
    ...rest,
    ...(deletes ? { deleted: null } : { ...(replaced ? { replaced } : {}), ...(deletedIn ? { deletedIn } : {}) }),
    ...(locks ? { locked: null } : lockedIn ? { lockedIn } : {}),
  };
}

/** What was done inside more savepoints than these counts as done inside these (RELEASE SAVEPOINT). */
export function keepChangesInside(held: DatabaseState, session: string, depth: number): DatabaseState {
  const state = keepAdvisory(held, session, depth);
  const merged = (of: string | null, inside = 0) => (of === session && inside > depth ? depth : inside);
  const rows = mapRows(state, (versions) =>
    versions.map((version) => {
      if (version.created !== session && version.deleted !== session && version.locked !== session) return version;
      const { createdIn, deletedIn, lockedIn, ...rest } = version;
      const created = merged(version.created, createdIn);
      const deleted = merged(version.deleted, deletedIn);
      const locked = merged(version.locked, lockedIn);
      return {
        ...rest,
        ...(created > 0 ? { createdIn: created } : {}),
        ...(deleted > 0 ? { deletedIn: deleted } : {}),
        ...(locked > 0 ? { lockedIn: locked } : {}),
      };
    }),
  );
  return { ...state, rows };
}

function release(version: RowVersion, session: string): RowVersion {
  if (version.created !== session && version.deleted !== session && version.locked !== session) return version;
  const { createdIn, deletedIn, lockedIn, replaced, ...rest } = version;
  const isOpen = version.deleted !== null && version.deleted !== session;
  return {
    ...rest,
    created: version.created === session ? null : version.created,
    deleted: isOpen ? version.deleted : null,
    locked: version.locked === session ? null : version.locked,
    ...(version.created !== session && createdIn ? { createdIn } : {}),
    ...(isOpen && deletedIn ? { deletedIn } : {}),
    ...(isOpen && replaced ? { replaced } : {}),
    ...(version.locked !== session && lockedIn ? { lockedIn } : {}),
  };
}

/** The server notices that a session is gone: its transaction is rolled back, and what it held beyond that is free. */
export function endSession(state: DatabaseState, session: string): DatabaseState {
  const { current, ...ended } = dropAdvisory(withTransaction(undoChanges(state, session), session, null), session);
  const { [session]: _, ...others } = current ?? {};
  return Object.keys(others).length > 0 ? { ...ended, current: others } : ended;
}

/** A client is gone. Its open transaction and its locks stay until the server notices; who holds nothing is gone at once. */
export function loseClient(state: DatabaseState, session: string): DatabaseState {
  const open = transactionOf(state, session);
  const holds = (open && (!open.failed || open.savepoints)) || holdsAdvisory(state, session);
  if (!holds) return endSession(state, session);
  const snapshot = open?.snapshot === undefined ? {} : { snapshot: open.snapshot };
  return withTransaction(state, session, { failed: false, dead: true, ...snapshot });
}

/** Drops what no snapshot sees any more, and the numbers of commits that every snapshot has. */
function withoutOldVersions(state: DatabaseState, ended: string, dependencies: Dependencies): DatabaseState {
  const open = Object.entries(state.transactions).filter(([session]) => session !== ended);
  const oldest = Math.min(...open.map(([, { snapshot = Infinity }]) => snapshot));
  dependencies.forget();
  const { commits, serializable: _, ...rest } = state;
  const rows = mapRows(state, (versions) =>
    versions
      .filter(({ deletedAt }) => deletedAt === undefined || deletedAt > oldest)
      .map((version) => {
        if (version.createdAt === undefined || version.createdAt > oldest) return version;
        const { createdAt: __, ...older } = version;
        return older;
      }),
  );
  return {
    ...rest,
    rows,
    ...(oldest < Infinity && commits !== undefined ? { commits } : {}),
    ...(dependencies.isEmpty ? {} : { serializable: dependencies.state }),
  };
}
