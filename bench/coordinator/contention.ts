import { createCoordinator } from "../../lib/coordinator/coordinator";
import { systemClock, systemRandom } from "../../lib/coordinator/platform/system";
import { fromNodeRedis } from "../../lib/coordinator/stores/redis/client";
import { RedisStore } from "../../lib/coordinator/stores/redis/store";
import { countTraffic } from "./measure";
import { nodeIdempotency } from "./peers";
import { connectRedis, type Subject } from "./subjects";

export interface Contention {
  subject: string;
  callers: number;
  actionMs: number;
  runs: number;
  /** From the end of the action to the last caller's answer. */
  lastAnswerMs: number;
  commands: number;
}

/** Callers that want one key at once, and wait for its result. */
export async function measureContention(url: string): Promise<Contention[]> {
  const rows: Contention[] = [];
  for (const callers of [2, 16, 64]) {
    rows.push(await contend(url, "one process", [await ours(url)], callers, 300));
    const processes = await Promise.all(Array.from({ length: callers }, () => ours(url)));
    rows.push(await contend(url, "a process each", processes, callers, 300));
    const polling = await nodeIdempotency(url, { wait: true });
    rows.push(await contend(url, "@node-idempotency/core, wait", [polling], callers, 300));
  }
  rows.push(await contend(url, "one process", [await ours(url)], 100, 5000));
  rows.push(await contend(url, "@node-idempotency/core, wait", [await nodeIdempotency(url, { wait: true })], 100, 5000));
  return rows;
}

let rounds = 0;

async function contend(
  url: string,
  subject: string,
  processes: Subject[],
  callers: number,
  actionMs: number,
): Promise<Contention> {
  const key = `contention-${rounds++}`;
  let runs = 0;
  let endedAt = 0;
  let answeredAt = 0;
  const action = async () => {
    runs++;
    await systemClock.sleep(actionMs);
    endedAt = systemClock.now();
    return { receipt: "em_1" };
  };
  const { commands } = await countTraffic(url, async () => {
    const calls = Array.from({ length: callers }, (_, index) => processes[index % processes.length]?.run(key, action));
    await Promise.all(calls);
    answeredAt = systemClock.now();
  });
  for (const process of processes) await process.close();
  const total = Object.values(commands).reduce((sum, count) => sum + count, 0);
  return { subject, callers, actionMs, runs, lastAnswerMs: answeredAt - endedAt, commands: total };
}

async function ours(url: string): Promise<Subject> {
  const client = await connectRedis(url);
  const store = new RedisStore({ connection: fromNodeRedis(client) });
  const defaults = { waitTimeoutMs: 20_000 };
  const coordinator = createCoordinator({ store, clock: systemClock, random: systemRandom, defaults });
  return {
    name: "this coordinator",
    version: "",
    run: (key, action) => coordinator.coordinate({ operation: "bench", key }, action),
    close: async () => (await store.close(), client.destroy()),
  };
}
