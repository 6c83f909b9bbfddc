import type { DatabaseState } from "./store";
import { ServerError } from "./values";

/** A sequence. PostgreSQL documentation, CREATE SEQUENCE: values are handed out once, whatever becomes of the transaction. */
export interface Sequence {
  readonly next: number;
  readonly increment: number;
}

function sequenceOf(state: DatabaseState, name: string): Sequence {
  const sequence = state.sequences && Object.hasOwn(state.sequences, name) ? state.sequences[name] : undefined;
  if (!sequence) throw new ServerError("42P01", `relation "${name}" does not exist`);
  return sequence;
}

/**
 * `nextval`: nothing gives a value back, no ROLLBACK and no error (PostgreSQL documentation, 9.17). The value is a
 * bigint, which `pg` returns as a text. @throws ServerError 42P01
 */
export function nextValue(state: DatabaseState, session: string, name: string): { state: DatabaseState; value: string } {
  const { next, increment } = sequenceOf(state, name);
  const sequences = { ...state.sequences, [name]: { next: next + increment, increment } };
  const current = { ...state.current, [session]: { ...state.current?.[session], [name]: next } };
  return { state: { ...state, sequences, current }, value: String(next) };
}

/** `currval`: what `nextval` has last given to this session. @throws ServerError 42P01, 55000 */
export function currentValue(state: DatabaseState, session: string, name: string): string {
  sequenceOf(state, name);
  const value = state.current?.[session]?.[name];
  if (value === undefined)
    throw new ServerError("55000", `currval of sequence "${name}" is not yet defined in this session`);
  return String(value);
}
