import { createCoordinator } from "../../coordinator/coordinator";
import { MemoryStore } from "../../coordinator/stores/memory/store";
import type { Main } from "../ports";
import { seededRandom } from "../seeded-random";
import { ConsumerGroup, FencedConsumer, type Assignment } from "./consumer-group";
import { portsOf } from "./live-ports";
import { Measures, type MinuteCounts } from "./measures";
import type { TrafficCause, TrafficPlan } from "./plan";
import { drawTopic, windowOf, type Topic } from "./topic";
import { VirtualTime } from "./virtual-time";

/** Counts of a stretch of time. */
export interface PeriodCounts extends MinuteCounts {
  /** Hits divided by checks; null where nothing was checked. */
  rate: number | null;
}

/** What one cause does to the meters and to the effects. Plain data. */
export interface TrafficResult {
  cause: string;
  handler: string;
  seed: number;
  /** Minute by minute, from the calm before the window to the calm after it. */
  minutes: readonly MinuteCounts[];
  before: PeriodCounts;
  during: PeriodCounts;
  after: PeriodCounts;
  /** Of the messages that came within the window: how many, how many effects they had, and how many had none or several. */
  messages: { distinct: number; effects: number; without: number; repeated: number };
  /** Whether the effects of any message are not exactly one: what an alarm should be about. */
  emergency: boolean;
}

export interface TrafficOptions {
  plan: TrafficPlan;
  cause: TrafficCause;
  /** The default export of the handler's file: the loop of a consumer. */
  main: Main;
  /** The effect that is counted, as `<receiver>.<effect>`, and the parameter that names the message. */
  effect: { of: string; identity: string };
  /** Lets everything happen that needs no time; in Node a turn of the event loop. */
  settle: () => Promise<void>;
}

/**
 * Runs the consumers of a topic at virtual time, with the shipped coordinator over its memory store: all messages of an
 * incident, from the calm before to the calm after. The same plan and seed give the same result.
 * @throws whatever a handler throws that is not the loss of its partition
 */
export async function runTraffic({ plan, cause, main, effect, settle }: TrafficOptions): Promise<TrafficResult> {
  const { seed, window } = plan;
  const time = new VirtualTime(settle);
  const topic = drawTopic(plan, cause, seed);
  const measures = new Measures(window.before + window.minutes + window.after, () => time.now());
  const random = seededRandom(seed + 1);
  let tokens = 0;
  const coordinator = createCoordinator({
    store: new MemoryStore({ clock: time }),
    clock: time,
    random: { token: () => (++tokens).toString(16).padStart(32, "0"), fraction: random },
    observer: measures.observe,
  });
  const [fastest, slowest] = plan.effectMs;
  const { from, to } = windowOf(plan);
  const isWindow = () => time.now() >= from && time.now() < to;
  let failure: unknown = null;

  const group = new ConsumerGroup(topic, plan, time, {
    assigned: (assignment) => {
      consume(assignment).catch((error: unknown) => {
        if (!(error instanceof FencedConsumer)) failure ??= error;
        // A slow consumer that was thrown out joins again as soon as it notices, and gets its partition back.
        else if (assignment.slow && isWindow()) group.rebalance(assignment.partition, true);
      });
    },
    polled: (assignment, again) => {
      measures.redelivered(again);
      if (assignment.slow) evictWhenSilent(assignment);
    },
  });

  async function consume(assignment: Assignment): Promise<void> {
    let position = group.committedOffset(assignment.partition);
    const factor = () => (assignment.slow && isWindow() && cause.slow ? cause.slow.factor : 1);
    await main(
      portsOf({
        coordinator,
        clock: { now: () => time.now(), sleep: (ms) => time.sleep(ms) },
        hitMs: plan.hitMs,
        consumer: {
          async poll<Body extends object>({ max }: { max: number }) {
            const records = await group.poll(assignment, position, Math.min(max, plan.poll.max));
            position += records.length;
            return records as unknown as (typeof records[number] & { value: Readonly<Body> })[];
          },
          commit: async (offset) => group.commit(assignment, offset),
        },
        async call(receiver, name, params) {
          await time.sleep((fastest + random() * (slowest - fastest)) * factor());
          if (`${receiver}.${name}` === effect.of) measures.effect(String((params as Record<string, unknown>)[effect.identity]));
        },
      }),
    );
  }

  /** `max.poll.interval.ms`: who works on one batch for longer loses the partition to a consumer that is not slow. */
  function evictWhenSilent(assignment: Assignment): void {
    const polledAt = time.now();
    time.at(polledAt + plan.pollIntervalSeconds * 1000, () => {
      if (group.isOwner(assignment) && group.isBusySince(assignment.partition, polledAt)) group.rebalance(assignment.partition, false);
    });
  }

  /** Takes a partition away in the middle of a batch; when there is none just now, a little later, within the window. */
  function rebalanceOne(): void {
    const { busy } = group;
    const partition = busy[Math.floor(random() * busy.length)];
    if (partition !== undefined) group.rebalance(partition, false);
    else if (isWindow()) time.at(time.now() + 1000, rebalanceOne);
  }

  for (const partition of topic.partitions.keys()) group.assign(partition, partition < (cause.slow?.partitions ?? 0));
  for (let number = 0; number < cause.rebalances; number++) {
    // The last one early enough for its repeats to come within the window, too.
    time.at(from + ((number + 0.5) / (cause.rebalances + 1)) * (to - from), rebalanceOne);
  }
  await time.run();
  if (failure !== null) throw failure;
  return resultOf(plan, cause, topic, measures);
}

function resultOf(plan: TrafficPlan, cause: TrafficCause, topic: Topic, { minutes, effectsById }: Measures): TrafficResult {
  const { before, minutes: length } = plan.window;
  const counts = [...topic.ofWindow].map((id) => effectsById.get(id) ?? 0);
  const all = topic.partitions.flatMap((records) => records.map(({ id }) => effectsById.get(id) ?? 0));
  return {
    cause: cause.name,
    handler: cause.handler,
    seed: plan.seed,
    minutes,
    before: sumOf(minutes.slice(0, before)),
    during: sumOf(minutes.slice(before, before + length)),
    after: sumOf(minutes.slice(before + length)),
    messages: {
      distinct: counts.length,
      effects: counts.reduce((sum, count) => sum + count, 0),
      without: counts.filter((count) => count === 0).length,
      repeated: counts.filter((count) => count > 1).length,
    },
    emergency: all.some((count) => count !== 1),
  };
}

function sumOf(minutes: readonly MinuteCounts[]): PeriodCounts {
  const add = (read: (minute: MinuteCounts) => number) => minutes.reduce((sum, minute) => sum + read(minute), 0);
  const checks = add((minute) => minute.checks);
  const hits = { completed: add(({ hits }) => hits.completed), in_flight: add(({ hits }) => hits.in_flight) };
  return {
    checks,
    hits,
    effects: add((minute) => minute.effects),
    redeliveries: add((minute) => minute.redeliveries),
    rate: checks === 0 ? null : (hits.completed + hits.in_flight) / checks,
  };
}
