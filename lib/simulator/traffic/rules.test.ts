import { expect } from "vitest";
import { describeMutants, type Mutant } from "../testing/mutation";
import type { Main } from "../ports";
import type * as Group from "./consumer-group";
import type { Assignment } from "./consumer-group";
import type { TrafficCause } from "./plan";
import { calm, settle, smallPlan } from "./testing/small-traffic";
import type * as Topics from "./topic";

/** What the brokers and consumers of traffic do, each rule with a broken variant. */

const plan = { ...smallPlan, messages: 1000, partitions: 2, pollIntervalSeconds: 20 };

const main: Main = async (ports) => {
  for (;;) {
    const records = await ports.consumer.poll({ max: 500 });
    for (const { id } of records)
      await ports.coordinator.coordinate({ operation: "ledger.post", key: id }, () => ports.receiver("ledger").call("post", { params: { id } }));
    for (const last of records.slice(-1)) await ports.consumer.commit(last.offset + 1);
  }
};

async function run(cause: Partial<TrafficCause>) {
  const { runTraffic } = await import("./traffic");
  return runTraffic({ plan, cause: { ...calm, ...cause }, main, effect: { of: "ledger.post", identity: "id" }, settle });
}

const facts = {
  /** Who has lost its partition can commit nothing. */
  oldOwnersAreFenced: async () => {
    const [{ ConsumerGroup, FencedConsumer }, { VirtualTime }, { drawTopic }] = await Promise.all([
      import("./consumer-group"),
      import("./virtual-time"),
      import("./topic"),
    ]);
    const owners: Assignment[] = [];
    const group = new ConsumerGroup(drawTopic(plan, calm, 1), plan, new VirtualTime(async () => {}), {
      assigned: (assignment) => void owners.push(assignment),
      polled: () => {},
    });
    group.assign(0, false);
    group.rebalance(0, false);
    const commit = () => owners.forEach((owner) => group.commit(owner, 5));
    expect(commit).toThrow(FencedConsumer);
    expect(group.committedOffset(0)).toBe(0);
  },
  /** A new owner starts at the committed offset: what was polled and not committed is handed out again. */
  newOwnersStartAtTheCommittedOffset: async () => {
    const { during, messages } = await run({ rebalances: 3 });
    expect(during.redeliveries).toBeGreaterThan(0);
    expect(messages).toMatchObject({ effects: 1000, without: 0 });
  },
  /** Who does not poll for too long loses its partition in the middle of its batch. */
  silentOwnersAreEvicted: async () => {
    const { during } = await run({ slow: { partitions: 1, factor: 30 } });
    expect(during.redeliveries).toBeGreaterThan(0);
  },
  /** A message that is published twice stands at two offsets: a hit, and nothing was handed out again. */
  secondPublishesHaveOffsetsOfTheirOwn: async () => {
    const { during } = await run({ republished: 0.2 });
    expect(during.hits.completed + during.hits.in_flight).toBeGreaterThan(100);
    expect(during.redeliveries).toBe(0);
  },
} satisfies Record<string, () => Promise<void>>;

const file = "@/lib/simulator/traffic/consumer-group";

const mutants: Mutant<keyof typeof facts>[] = [
  {
    name: "everybody is taken for the owner",
    file,
    mutate: (real: typeof Group) => ({
      ConsumerGroup: class extends real.ConsumerGroup {
        override isOwner(): boolean {
          return true;
        }
      },
    }),
    fails: "oldOwnersAreFenced",
  },
  {
    name: "a new owner starts where the old one has stopped reading",
    file,
    mutate: (real: typeof Group) => ({
      ConsumerGroup: class extends real.ConsumerGroup {
        readonly #read = new Map<number, number>();

        override async poll(...[assignment, position, max]: Parameters<Group.ConsumerGroup["poll"]>) {
          const records = await super.poll(assignment, position, max);
          this.#read.set(assignment.partition, position + records.length);
          return records;
        }

        override committedOffset(partition: number): number {
          return this.#read.get(partition) ?? 0;
        }
      },
    }),
    fails: "newOwnersStartAtTheCommittedOffset",
  },
  {
    name: "a consumer may be silent for ever",
    file,
    mutate: (real: typeof Group) => ({
      ConsumerGroup: class extends real.ConsumerGroup {
        override isBusySince(): boolean {
          return false;
        }
      },
    }),
    fails: "silentOwnersAreEvicted",
  },
  {
    name: "the log keeps one record of each message",
    file: "@/lib/simulator/traffic/topic",
    mutate: (real: typeof Topics) => ({
      drawTopic: (...args: Parameters<typeof Topics.drawTopic>) => {
        const { partitions, ofWindow } = real.drawTopic(...args);
        return { partitions: partitions.map((records) => records.filter(({ republished }) => !republished)), ofWindow };
      },
    }),
    fails: "secondPublishesHaveOffsetsOfTheirOwn",
  },
];

describeMutants("traffic", facts, mutants);
