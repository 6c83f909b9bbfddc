import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatReport, runConformance } from "../../conformance/conformance";
import { systemClock, systemRandom } from "../../platform/system";
import type { Store } from "../../store";
import { startRedis, type RedisServer } from "../../testing/redis-server";
import { fromIoredis, fromNodeRedis, type RedisConnection } from "./client";
import { RedisStore } from "./store";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function nodeRedis() {
  const client = createClient({ url: server.url });
  await client.connect();
  return { connection: fromNodeRedis(client), close: () => client.destroy() };
}

async function ioredis() {
  const client = new Redis(server.port);
  return { connection: fromIoredis(client), close: () => client.disconnect() };
}

describe.each([
  ["redis", nodeRedis],
  ["ioredis", ioredis],
])("Redis store through the package %s", (_name, connect) => {
  it("conforms, in real time", { timeout: 60_000 }, async () => {
    const { connection, close } = await connect();
    const opened: RedisStore[] = [];
    const open = (overrides: Partial<RedisConnection> = {}): Store => {
      const store = new RedisStore({ connection: { ...connection, ...overrides } });
      opened.push(store);
      return store;
    };
    const admin = createClient({ url: server.url });
    await admin.connect();
    const report = await runConformance(() => open(), {
      clock: systemClock,
      random: systemRandom,
      abilities: {
        flushScripts: async () => void (await admin.scriptFlush()),
        loseEverything: async () => void (await admin.flushAll()),
        corrupt: async (id, how) => void (await admin.set(`idempotency:${id}`, how === "garbage" ? "{}" : "2p|1|a|b")),
        withoutNotifications: async () => open({ notifications: null }),
      },
    });
    await Promise.all(opened.map((store) => store.close()));
    admin.destroy();
    close();
    expect(report.failed, formatReport(report)).toBe(0);
    console.log(formatReport(report));
  });
});
