import type { LogRecord } from "../ports";
import type { TrafficPlan } from "./plan";
import type { Topic, TrafficRecord } from "./topic";
import type { VirtualTime } from "./virtual-time";

/** A consumer's claim on a partition, from its assignment to its loss. */
export interface Assignment {
  partition: number;
  /** Rises with every rebalance of the partition. */
  generation: number;
  /** True for a consumer that is slow within the window. */
  slow: boolean;
}

interface Partition {
  records: readonly TrafficRecord[];
  committed: number;
  generation: number;
  /** Offset after the last one that was ever handed out. */
  handedOut: number;
  /** Since when the owner works on records that are not committed; null when it does not. */
  busySince: number | null;
}

/** What a consumer of the log sees when its partition has gone to another one. Kafka's client throws it at a commit. */
export class FencedConsumer extends Error {
  override name = "CommitFailedException";
}

/** What the group tells whoever runs the consumers. */
export interface GroupEvents {
  /** A consumer has got a partition and starts; it begins at the committed offset. */
  assigned: (assignment: Assignment) => void;
  /** Records were handed to a consumer, `again` of them not for the first time. */
  polled: (assignment: Assignment, again: number) => void;
}

/**
 * A consumer group of Kafka as far as offsets go. The position of a consumer and the committed offset of its partition
 * are two things; a rebalance gives a partition to another consumer, which begins at the committed offset, while the old
 * one keeps the batch that it has polled, and learns at its next poll or commit that it was fenced
 * (KafkaConsumer, "Consumer Groups and Topic Subscriptions"; KIP-62 for `max.poll.interval.ms`).
 */
export class ConsumerGroup {
  readonly #partitions: Partition[];

  constructor(
    topic: Topic,
    private readonly plan: TrafficPlan,
    private readonly time: VirtualTime,
    private readonly events: GroupEvents,
  ) {
    this.#partitions = topic.partitions.map((records) => ({ records, committed: 0, generation: 0, handedOut: 0, busySince: null }));
  }

  /** Gives a partition to a consumer at once: the start of the group. */
  assign(partition: number, slow: boolean): void {
    const { generation } = this.#at(partition);
    this.events.assigned({ partition, generation, slow });
  }

  /** Takes a partition from its owner; the next one polls after the time that a rebalance takes. */
  rebalance(partition: number, slow: boolean): void {
    const state = this.#at(partition);
    const generation = ++state.generation;
    state.busySince = null;
    this.time.at(this.time.now() + this.plan.rebalanceSeconds * 1000, () => {
      if (state.generation === generation) this.events.assigned({ partition, generation, slow });
    });
  }

  isOwner({ partition, generation }: Assignment): boolean {
    return this.#at(partition).generation === generation;
  }

  /** Partitions whose owner works on a batch that is not committed. */
  get busy(): number[] {
    return [...this.#partitions.keys()].filter((partition) => this.#at(partition).busySince !== null);
  }

  /** Whether the owner still works on the batch that it polled at this moment. */
  isBusySince(partition: number, moment: number): boolean {
    return this.#at(partition).busySince === moment;
  }

  /** Waits until the broker answers, as `fetch.min.bytes` and `fetch.max.wait.ms` have it; for ever when all is read. */
  async poll(assignment: Assignment, position: number, max: number): Promise<LogRecord[]> {
    const state = this.#at(assignment.partition);
    this.#refuseFenced(assignment);
    const first = state.records[position];
    if (!first) return new Promise(() => {});
    const full = state.records[position + max - 1]?.at ?? Infinity;
    const latest = Math.max(this.time.now() + this.plan.poll.waitSeconds * 1000, first.at);
    await this.time.sleep(Math.min(full, latest) - this.time.now());
    this.#refuseFenced(assignment);
    const available = state.records.slice(position, position + max).filter(({ at }) => at <= this.time.now());
    const end = position + available.length;
    state.busySince = this.time.now();
    this.events.polled(assignment, Math.max(0, Math.min(state.handedOut, end) - position));
    state.handedOut = Math.max(state.handedOut, end);
    return available.map(({ id, order }, index) => ({
      partition: assignment.partition,
      offset: position + index,
      id,
      value: { order, amount: 4200 },
    }));
  }

  /** @throws FencedConsumer when the partition has gone to somebody else */
  commit(assignment: Assignment, offset: number): void {
    this.#refuseFenced(assignment);
    const state = this.#at(assignment.partition);
    state.committed = offset;
    state.busySince = null;
  }

  committedOffset(partition: number): number {
    return this.#at(partition).committed;
  }

  #at(partition: number): Partition {
    return this.#partitions[partition] as Partition;
  }

  #refuseFenced(assignment: Assignment): void {
    if (!this.isOwner(assignment)) throw new FencedConsumer("the partition has been assigned to another consumer");
  }
}
