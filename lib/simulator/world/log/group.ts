import { type LogState, partitionOf, withoutConsumer, withPartition } from "./state";

/**
 * A partition goes to another member, in a new generation. The old owner is not told: it keeps what it has polled, goes
 * on with it, and learns of its loss at its next poll or commit.
 */
export function movePartition(state: LogState, name: string, to: string): LogState {
  const generation = state.generation + 1;
  return { ...withPartition(state, name, { owner: to, ownerGone: false, since: generation }), generation };
}

/**
 * The group does not notice a death at once: its partitions stay assigned to it until its heartbeats have been missing
 * for `session.timeout.ms`. Position and membership were memory of the consumer and are gone with it.
 */
export function memberDied(state: LogState, life: string): LogState {
  const owned = Object.entries(state.partitions).filter(([, { owner }]) => owner === life);
  if (owned.length === 0 && !Object.hasOwn(state.consumers, life)) return state;
  return owned.reduce((changed, [name]) => withPartition(changed, name, { ownerGone: true }), withoutConsumer(state, life));
}

/**
 * A consumer whose loop ended is started again before its session times out, as frameworks do after an error: it keeps
 * its partitions and reads them from the committed offset. There is no dead-letter queue and no nack of one record: what
 * fails every time is read again every time.
 */
export function memberRestarted(state: LogState, life: string): LogState {
  return withoutConsumer(state, life);
}

/** Partitions whose owner is gone: each goes to a living member by an event. */
export function orphans(state: LogState): string[] {
  return Object.keys(state.partitions).filter((name) => partitionOf(state, name).ownerGone);
}

/** Partitions with a living owner: those that the fault `rebalance` can move, with that owner. */
export function assigned(state: LogState): { partition: string; owner: string }[] {
  return Object.entries(state.partitions)
    .filter(([, { ownerGone }]) => !ownerGone)
    .map(([partition, { owner }]) => ({ partition, owner }));
}
