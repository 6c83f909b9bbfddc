import type { Plain } from "../../plain";
import type { PendingRequest } from "../../process/history";
import type { Caller, Response } from "../part";
import {
  commitFailed,
  type ConsumerState,
  consumerOf,
  holds,
  type LogProfile,
  type LogState,
  partitionNumber,
  partitionOf,
  withConsumer,
  withPartition,
} from "./state";

/** The data of a record, by its id. */
export type RecordData = (id: string) => Readonly<Record<string, Plain>>;

export function isLogCall(request: PendingRequest): boolean {
  return request.port === "consumer.poll" || request.port === "consumer.commit";
}

/** `consumer.poll` and `consumer.commit` of a member of the group. */
export function answerLog(
  state: LogState,
  profile: LogProfile,
  request: PendingRequest,
  caller: Caller,
  dataOf: RecordData,
): Response<LogState> {
  return request.port === "consumer.poll"
    ? poll(state, profile, request, caller, dataOf)
    : commit(state, profile, request, caller);
}

/**
 * Takes records from the position on. A client returns an empty list after its timeout and its loop asks again; here it
 * waits until there is something. Of several partitions the one with the lowest number comes first, and the records of
 * one poll come from one partition.
 */
function poll(
  state: LogState,
  profile: LogProfile,
  { args }: PendingRequest,
  { life }: Caller,
  dataOf: RecordData,
): Response<LogState> {
  const { state: joined, consumer } = rejoin(state, profile, life);
  const owned = Object.entries(joined.partitions).filter(([name]) => Object.hasOwn(consumer.positions, name));
  const next = owned.find(([name, { records }]) => (consumer.positions[name] as number) < records.length);
  if (!next)
    return { blocked: { fact: "waits-for-records", assigned: owned.map(([name]) => name) }, waitsFor: "the log" };
  const [name, { records }] = next;
  const from = consumer.positions[name] as number;
  const max = Math.max(1, Math.floor(Number(args["max"] ?? 1)));
  const polled = records.slice(from, from + max);
  const moved: ConsumerState = {
    ...consumer,
    positions: { ...consumer.positions, [name]: from + polled.length },
    latest: name,
    manual: args["autoCommit"] === false,
  };
  return {
    state: withConsumer(joined, life, moved),
    reply: {
      value: polled.map((id, index) => ({ partition: partitionNumber(name), offset: from + index, id, value: dataOf(id) })),
    },
    fact: { fact: "polled", partition: name, records: polled, from },
  };
}

/**
 * Inside a poll a consumer learns what it owns now, and joins the current generation (ConsumerRebalanceListener: rebalance
 * callbacks run inside poll only). A partition that it gets starts at the committed offset. With `eager` all its
 * partitions were revoked and are such; with `cooperative` those that stayed keep their positions. A client that commits
 * by itself does so before it gives partitions up (`ConsumerCoordinator.onJoinPrepare`).
 */
function rejoin(state: LogState, profile: LogProfile, life: string): { state: LogState; consumer: ConsumerState } {
  const before = consumerOf(state, life);
  if (before?.generation === state.generation) return { state, consumer: before };
  const settled = profile.autoCommit === "off" ? state : commitPositions(state, life);
  const owned = Object.entries(settled.partitions).filter(([, { owner, ownerGone }]) => owner === life && !ownerGone);
  const positions = owned.map(([name, { committed }]) => {
    const keeps = profile.protocol === "cooperative" && holds(settled, life, name);
    return [name, keeps ? (before?.positions[name] ?? committed) : committed] as const;
  });
  const { latest = null, manual = false } = before ?? {};
  const consumer = { generation: state.generation, positions: Object.fromEntries(positions), latest, manual };
  return { state: settled, consumer };
}

/**
 * Commits an offset of the partition that the consumer polled last: the next record to read, one number per partition, so
 * that everything below it counts as done. A consumer that lost a partition since it joined is behind its generation:
 * with `eager` it is fenced altogether, with `cooperative` for that partition (`ClassicGroup.validateOffsetCommit`).
 * The commit is fenced; what the consumer has done elsewhere is not.
 */
function commit(state: LogState, profile: LogProfile, { args }: PendingRequest, { life }: Caller): Response<LogState> {
  const offset = args["offset"];
  const consumer = consumerOf(state, life);
  const partition = consumer?.latest ?? null;
  if (typeof offset !== "number" || !Number.isInteger(offset) || offset < 0) {
    // Java client, OffsetAndMetadata: "Invalid negative offset".
    const error = { name: "IllegalArgumentException", message: "Invalid offset", fields: {} };
    return { state, reply: { error }, fact: { fact: "commit-refused", partition, offset: null, because: "offset" } };
  }
  if (!consumer || partition === null)
    return {
      state,
      reply: { error: commitFailed("UNKNOWN_MEMBER_ID") },
      fact: { fact: "commit-refused", partition, offset, because: "UNKNOWN_MEMBER_ID" },
    };
  const kept = profile.protocol === "cooperative" ? [partition] : Object.keys(consumer.positions);
  if (!kept.every((name) => holds(state, life, name)))
    return {
      state,
      reply: { error: commitFailed("ILLEGAL_GENERATION") },
      fact: { fact: "commit-refused", partition, offset, because: "ILLEGAL_GENERATION" },
    };
  return {
    state: withPartition(state, partition, { committed: offset }),
    reply: { value: null },
    fact: { fact: "offset-committed", partition, offset },
  };
}

/** Partitions whose position the timer of this consumer would commit now. */
export function uncommitted(state: LogState, life: string): string[] {
  const consumer = consumerOf(state, life);
  if (!consumer || consumer.manual) return [];
  return Object.entries(consumer.positions)
    .filter(([name, position]) => holds(state, life, name) && position > partitionOf(state, name).committed)
    .map(([name]) => name);
}

/** The timer of a consumer fires: its positions become committed offsets, whether the records were handled or not. */
export function commitPositions(state: LogState, life: string): LogState {
  return uncommitted(state, life).reduce(
    (changed, name) => withPartition(changed, name, { committed: consumerOf(state, life)?.positions[name] ?? 0 }),
    state,
  );
}
