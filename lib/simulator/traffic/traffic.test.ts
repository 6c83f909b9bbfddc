import { describe, expect, it } from "vitest";
import type { Main, Ports } from "../ports";
import type { TrafficCause, TrafficPlan } from "./plan";
import { calm, settle, smallPlan } from "./testing/small-traffic";
import { drawTopic } from "./topic";
import { runTraffic } from "./traffic";

/** A consumer that does `work` for each record of a batch and then commits. */
function consumer(work: (ports: Ports, record: { id: string; order: string }, effect: () => Promise<unknown>) => Promise<unknown>): Main {
  return async (ports) => {
    for (;;) {
      const records = await ports.consumer.poll({ max: 500 });
      for (const { id, value } of records) {
        await work(ports, { id, order: value.order }, () => ports.receiver("ledger").call("post", { params: { id } }));
      }
      for (const last of records.slice(-1)) await ports.consumer.commit(last.offset + 1);
    }
  };
}

const keyed = (key: "id" | "order", retentionMs?: number) =>
  consumer(({ coordinator }, record, effect) =>
    coordinator.coordinate({ operation: "ledger.post", key: record[key], ...(retentionMs && { retentionMs }) }, effect),
  );
const unprotected = consumer((_ports, _record, effect) => effect());

function run(cause: Partial<TrafficCause>, main: Main = keyed("id"), change: Partial<TrafficPlan> = {}) {
  return runTraffic({
    plan: { ...smallPlan, ...change },
    cause: { ...calm, ...cause },
    main,
    effect: { of: "ledger.post", identity: "id" },
    settle,
  });
}

const hitsOf = ({ hits }: { hits: { completed: number; in_flight: number } }) => hits.completed + hits.in_flight;

describe("traffic", () => {
  it("is the same each time, and another one with another seed", async () => {
    const [one, again, other] = [await run({ rebalances: 3 }), await run({ rebalances: 3 }), await run({ rebalances: 3 }, keyed("id"), { seed: 2 })];
    expect(again).toEqual(one);
    expect(other.minutes).not.toEqual(one.minutes);
  });

  it("without a cause: every message once, no hit, nothing handed out again", async () => {
    const { during, messages, emergency, minutes } = await run({});
    expect(messages).toEqual({ distinct: 1600, effects: 1600, without: 0, repeated: 0 });
    expect(hitsOf(during) + during.redeliveries).toBe(0);
    expect(minutes).toHaveLength(4);
    expect(emergency).toBe(false);
  });

  it("after a rebalance all that was not committed comes again, and each repeat is a hit, not an effect", async () => {
    const { before, during, after, messages, emergency } = await run({ rebalances: 3 });
    expect(during.redeliveries).toBeGreaterThan(0);
    expect(hitsOf(during) + hitsOf(after)).toBe(during.redeliveries + after.redeliveries);
    expect(hitsOf(before)).toBe(0);
    expect(messages).toMatchObject({ effects: 1600, without: 0, repeated: 0 });
    expect(emergency).toBe(false);
  });

  it("the repeat can meet the old owner at work: some hits are on work in flight", async () => {
    const { during } = await run({ rebalances: 3 }, keyed("id"), { poll: { max: 40, waitSeconds: 10 }, rebalanceSeconds: 0.2 });
    expect(during.hits.in_flight).toBeGreaterThan(0);
    expect(during.hits.completed).toBeGreaterThan(0);
  });

  it("a slow consumer loses its partition within a batch, and nothing happens twice", async () => {
    const { during, messages } = await run({ slow: { partitions: 1, factor: 30 } });
    expect(during.redeliveries).toBeGreaterThan(0);
    expect(messages).toMatchObject({ effects: 1600, repeated: 0 });
  });

  it("a message that is published twice has new offsets: hits without anything handed out again", async () => {
    const { during, messages, emergency } = await run({ republished: 0.1 });
    expect(hitsOf(during)).toBeGreaterThan(100);
    expect(during.redeliveries).toBe(0);
    expect(messages.effects).toBe(1600);
    expect(emergency).toBe(false);
  });

  it("twice the messages leave the rate where it was", async () => {
    const [once, twice] = [await run({}, keyed("id"), { republished: 0.05 }), await run({ load: 2 }, keyed("id"), { republished: 0.05 })];
    expect(twice.messages.distinct).toBe(3200);
    expect(twice.during.rate).toBeCloseTo(once.during.rate ?? 0, 1);
  });

  it("a key that is too coarse loses effects, and the graph shows it before the incident as well", async () => {
    const { before, messages, emergency } = await run({}, keyed("order"));
    expect(before.rate).toBeGreaterThan(0.05);
    expect(messages.without).toBeGreaterThan(100);
    expect(messages.repeated).toBe(0);
    expect(emergency).toBe(true);
  });

  it("ids that are kept too short: fewer hits than repeats, and effects that happen again", async () => {
    const [kept, short] = [await run({ rebalances: 3 }), await run({ rebalances: 3 }, keyed("id", 1000))];
    expect(hitsOf(short.during)).toBeLessThan(hitsOf(kept.during));
    expect(short.messages.repeated).toBeGreaterThan(0);
    expect(short.emergency).toBe(true);
  });

  it("without deduplication every repeat is an effect, and there is no rate at all", async () => {
    const { during, messages, emergency } = await run({ rebalances: 3 }, unprotected);
    expect(during.rate).toBeNull();
    expect(messages.effects - messages.distinct).toBe(during.redeliveries);
    expect(emergency).toBe(true);
  });

  it("ends also where nobody is ever in the middle of a batch", async () => {
    const { messages, during } = await run({ rebalances: 50 }, keyed("id"), { messages: 1 });
    expect(messages).toMatchObject({ distinct: 1, effects: 1 });
    expect(during.redeliveries).toBeLessThan(50);
  });

  it("a port that traffic does not answer refuses by name", async () => {
    const asking: Main = async ({ db }) => void db;
    await expect(run({}, asking)).rejects.toThrow("not modelled in traffic: db");
  });
});

describe("a topic", () => {
  it("holds every message of the window, and those that are published twice stand behind the first", () => {
    const { partitions, ofWindow } = drawTopic({ ...smallPlan, republished: 0.2 }, calm, 7);
    expect(ofWindow.size).toBe(1600);
    for (const records of partitions) {
      const seen = new Set<string>();
      for (const { id, republished } of records) {
        expect(seen.has(id)).toBe(republished);
        seen.add(id);
      }
    }
  });
});
