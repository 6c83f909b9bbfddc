import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCoordinator } from "../../coordinator";
import { systemClock, systemRandom } from "../../platform/system";
import { startRedis, type RedisServer } from "../../testing/redis-server";
import { fromNodeRedis } from "./client";
import { openRedisStore, RedisStore } from "./store";

let server: RedisServer;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  server = await startRedis();
  client = createClient({ url: server.url });
  await client.connect();
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});

const request = { operation: "mail.invoice", key: "order-9.invoice" };

function process(defaults = {}) {
  const store = new RedisStore({ connection: fromNodeRedis(client) });
  return { store, coordinator: createCoordinator({ store, clock: systemClock, random: systemRandom, defaults }) };
}

/** What the server executed since the last reset, without what this question costs. */
async function commandStatistics(): Promise<Record<string, number>> {
  const info = String(await client.info("commandstats"));
  const counted = [...info.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name = "", calls]) => [name, Number(calls)]);
  return Object.fromEntries(counted.filter(([name]) => !["config|resetstat", "info"].includes(String(name)))) as Record<
    string,
    number
  >;
}

describe("what the server has to do", () => {
  it("for a first run is two scripts, for a replay one: two round trips and one", async () => {
    const { coordinator } = process();
    await coordinator.coordinate({ ...request, key: "warm" }, () => "em_0");
    await client.configResetStat();
    await coordinator.coordinate(request, () => "em_1");
    expect(await commandStatistics()).toEqual({ evalsha: 2, get: 2, time: 2, set: 2 });
    await client.configResetStat();
    await coordinator.coordinate(request, () => "em_2");
    expect(await commandStatistics()).toEqual({ evalsha: 1, get: 1, time: 1 });
  });

  it("for a hundred waiters on an action of five seconds is at most 200 commands", async () => {
    const [holder, waiters] = [process(), process({ waitTimeoutMs: 30_000 })];
    const hot = { operation: "report", key: "hot" };
    await client.configResetStat();
    const running = holder.coordinator.coordinate(hot, async () => {
      await systemClock.sleep(5000);
      return "em_1";
    });
    await systemClock.sleep(50);
    const waiting = Array.from({ length: 100 }, () => waiters.coordinator.coordinate(hot, () => "never"));
    expect(new Set(await Promise.all([running, ...waiting]))).toEqual(new Set(["em_1"]));
    const commands = await commandStatistics();
    const total = Object.values(commands).reduce((sum, calls) => sum + calls, 0);
    expect(total, JSON.stringify(commands)).toBeLessThanOrEqual(200);
    await Promise.all([holder, waiters].map(({ store }) => store.close()));
  });
});

describe("the eviction policy", () => {
  it("is warned about when the server may drop records, and only then", async () => {
    const warnings: string[] = [];
    const open = () => openRedisStore({ connection: fromNodeRedis(client), onWarning: (sentence) => warnings.push(sentence) });
    await open();
    expect(warnings).toEqual([]);
    await client.configSet("maxmemory-policy", "volatile-lru");
    await open();
    await client.configSet("maxmemory-policy", "noeviction");
    expect(warnings).toEqual([expect.stringContaining('maxmemory-policy "volatile-lru"')]);
  });
});
