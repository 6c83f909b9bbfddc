import { transactionOf, type DatabaseState } from "./store";

/**
 * Advisory locks: numbers that sessions hold, one session each. PostgreSQL documentation, 13.3.5: those of a session
 * stack, survive ROLLBACK and last until they are given back as often as they were taken, or the session ends; those of
 * a transaction end with it.
 */

export interface AdvisoryLock {
  readonly holder: string;
  /** How often the session holds it beyond its transaction. */
  readonly kept: number;
  /** Held by the transaction: savepoints inside which it was taken. Absent where the transaction does not hold it. */
  readonly taken?: number;
}

/** By key. */
export type AdvisoryLocks = Readonly<Record<string, AdvisoryLock>>;

function lockOf(state: DatabaseState, key: string): AdvisoryLock | undefined {
  return state.advisory && Object.hasOwn(state.advisory, key) ? state.advisory[key] : undefined;
}

/** The session that keeps the key from this one; null when it is free. */
export function advisoryHolder(state: DatabaseState, session: string, key: string): string | null {
  const lock = lockOf(state, key);
  return lock && lock.holder !== session ? lock.holder : null;
}

/** Takes a key that nobody else holds. */
export function takeAdvisory(
  state: DatabaseState,
  session: string,
  key: string,
  until: "unlocked" | "transaction ends",
): DatabaseState {
  const lock = lockOf(state, key) ?? { holder: session, kept: 0 };
  const depth = transactionOf(state, session)?.savepoints?.length ?? 0;
  const taken =
    until === "unlocked" ? { ...lock, kept: lock.kept + 1 } : { ...lock, taken: Math.min(lock.taken ?? depth, depth) };
  return { ...state, advisory: { ...state.advisory, [key]: taken } };
}

/** Gives one hold back. False, a warning, where the session itself holds none. */
export function returnAdvisory(
  state: DatabaseState,
  session: string,
  key: string,
): { state: DatabaseState; returned: boolean } {
  const lock = lockOf(state, key);
  if (!lock || lock.holder !== session || lock.kept === 0) return { state, returned: false };
  const left = changed(state, (other) => (other === lock ? { ...lock, kept: lock.kept - 1 } : other));
  return { state: left, returned: true };
}

/** Ends what the transaction took inside so many savepoints, or more. */
export function endAdvisory(state: DatabaseState, session: string, depth: number): DatabaseState {
  return changed(state, (lock) => {
    if (lock.holder !== session || lock.taken === undefined || lock.taken < depth) return lock;
    const { taken: _, ...kept } = lock;
    return kept;
  });
}

/** What was taken inside more savepoints than these counts as taken inside these. */
export function keepAdvisory(state: DatabaseState, session: string, depth: number): DatabaseState {
  return changed(state, (lock) =>
    lock.holder === session && lock.taken !== undefined && lock.taken > depth ? { ...lock, taken: depth } : lock,
  );
}

/** The session is gone, and all that it held. */
export function dropAdvisory(state: DatabaseState, session: string): DatabaseState {
  return changed(state, (lock) => (lock.holder === session ? { holder: session, kept: 0 } : lock));
}

export function holdsAdvisory(state: DatabaseState, session: string): boolean {
  return Object.values(state.advisory ?? {}).some(({ holder }) => holder === session);
}

function changed(state: DatabaseState, change: (lock: AdvisoryLock) => AdvisoryLock): DatabaseState {
  const { advisory, ...rest } = state;
  if (advisory === undefined) return state;
  const held = Object.entries(advisory)
    .map(([key, lock]) => [key, change(lock)] as const)
    .filter(([, { kept, taken }]) => kept > 0 || taken !== undefined);
  return held.length > 0 ? { ...rest, advisory: Object.fromEntries(held) } : rest;
}
