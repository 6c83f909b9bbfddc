import type { ReplyError } from "../../process/history";

/**
 * A partitioned log and the one group of consumers that reads it, as Kafka has them. Two numbers are kept apart: the
 * *position* of a consumer, which a poll moves, and the *committed* offset, from which the next owner of the partition
 * starts (KafkaConsumer, "Offsets and Consumer Position").
 */
export interface LogState {
  /** Grows with every rebalance: who has not rejoined since is behind it. */
  readonly generation: number;
  readonly partitions: Readonly<Record<string, PartitionState>>;
  /** By life: members that have polled. */
  readonly consumers: Readonly<Record<string, ConsumerState>>;
}

export interface PartitionState {
  /** Ids of the records, by offset. */
  readonly records: readonly string[];
  /** Offset of the next record to read, as the group knows it: everything below counts as done. */
  readonly committed: number;
  /** The life that the partition is assigned to. */
  readonly owner: string;
  /** The owner is gone, and the group has not noticed it. */
  readonly ownerGone: boolean;
  /** Generation in which the owner got it. */
  readonly since: number;
}

/** What a consumer knows about itself: its own memory, not the group's. */
export interface ConsumerState {
  /** Generation in which it joined or rejoined. */
  readonly generation: number;
  /** By partition: offset of the next record that it will read. */
  readonly positions: Readonly<Record<string, number>>;
  /** Partition of the records that it polled last. */
  readonly latest: string | null;
  /** It has turned its timer off. */
  readonly manual: boolean;
}

/** How this log differs from others. */
export interface LogProfile {
  /**
   * Who commits besides the handler. `off`: nobody. `on`: a timer in the background commits what was handed out, done or
   * not (librdkafka stores the offset just before it hands the record over, librdkafka#1122). `in-poll`: the timer is
   * looked at inside a poll and commits what earlier polls returned (Java client, apache/kafka#1936).
   */
  autoCommit: "off" | "on" | "in-poll";
  /**
   * What a rebalance takes away: `eager` everything, from everybody; `cooperative` only the partitions that move
   * (ConsumerPartitionAssignor.RebalanceProtocol).
   */
  protocol: "eager" | "cooperative";
}

/** Partitions by name with their records, each assigned to a life. */
export function initialLog(partitions: readonly { name: string; records: readonly string[]; owner: string }[]): LogState {
  return {
    generation: 1,
    partitions: Object.fromEntries(
      partitions.map(({ name, records, owner }) => [
        name,
        { records, committed: 0, owner, ownerGone: false, since: 1 },
      ]),
    ),
    consumers: {},
  };
}

export function partitionOf(state: LogState, name: string): PartitionState {
  const partition = Object.hasOwn(state.partitions, name) ? state.partitions[name] : undefined;
  if (!partition) throw new Error(`the log has no partition ${name}`);
  return partition;
}

export function consumerOf(state: LogState, life: string): ConsumerState | null {
  return (Object.hasOwn(state.consumers, life) ? state.consumers[life] : undefined) ?? null;
}

/**
 * Whether the group still takes this consumer for the owner of the partition that it has been reading: the partition
 * was not given to anybody since it joined, not even away and back.
 */
export function holds(state: LogState, life: string, name: string): boolean {
  const consumer = consumerOf(state, life);
  const { owner, since } = partitionOf(state, name);
  return consumer !== null && owner === life && since <= consumer.generation && Object.hasOwn(consumer.positions, name);
}

export function withPartition(state: LogState, name: string, change: Partial<PartitionState>): LogState {
  return { ...state, partitions: { ...state.partitions, [name]: { ...partitionOf(state, name), ...change } } };
}

export function withConsumer(state: LogState, life: string, consumer: ConsumerState): LogState {
  return { ...state, consumers: { ...state.consumers, [life]: consumer } };
}

export function withoutConsumer(state: LogState, life: string): LogState {
  return {
    ...state,
    consumers: Object.fromEntries(Object.entries(state.consumers).filter(([other]) => other !== life)),
  };
}

/** Number of a partition, from its name: 0 of `p0`. */
export function partitionNumber(name: string): number {
  return Number(name.slice(1));
}

/** A record's state by the names that outcomes use; null for what is not in the log. */
export function finalRecordState(state: LogState, record: string): "committed" | "visible" | "inflight" | null {
  for (const [name, { records, committed, owner }] of Object.entries(state.partitions)) {
    const offset = records.indexOf(record);
    if (offset < 0) continue;
    if (offset < committed) return "committed";
    const position = consumerOf(state, owner)?.positions[name] ?? committed;
    return holds(state, owner, name) && offset < position ? "inflight" : "visible";
  }
  return null;
}

/**
 * What a client raises when the group refuses its commit. Not retryable: the partition is somebody else's
 * (`ClassicGroup.validateOffsetCommit`; the client surfaces CommitFailedException).
 */
export function commitFailed(code: "ILLEGAL_GENERATION" | "UNKNOWN_MEMBER_ID"): ReplyError {
  return {
    name: "CommitFailedException",
    message: "Offset commit cannot be completed since the consumer is not part of an active group",
    fields: { code },
  };
}
