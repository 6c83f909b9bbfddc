import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatReport, runConformance } from "../../conformance/conformance";
import { systemClock, systemRandom } from "../../platform/system";
import type { Store } from "../../store";
import { startRedis, type RedisServer } from "../../testing/redis-server";
import { startTcpProxy } from "../../testing/tcp-proxy";
import { fromIoredis, fromNodeRedis, type RedisConnection } from "./client";
import { RedisStore } from "./store";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function nodeRedis(port: number) {
  const client = createClient({ socket: { port, host: "127.0.0.1", reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  return { connection: fromNodeRedis(client), close: () => client.destroy() };
}

async function ioredis(port: number) {
  const client = new Redis(port, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on("error", () => {});
  await client.ping();
  return { connection: fromIoredis(client), close: () => client.disconnect() };
}

describe.each([
  ["redis", nodeRedis],
  ["ioredis", ioredis],
])("Redis store through the package %s", (_name, connect) => {
  it("conforms, in real time", { timeout: 60_000 }, async () => {
    const { connection, close } = await connect(server.port);
    const proxy = await startTcpProxy(server.port);
    const broken: (() => void)[] = [];
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
        withCutConnection: async (when) => {
          const doomed = await connect(proxy.port);
          broken.push(doomed.close);
          proxy.cutNext(when);
          return new RedisStore({ connection: doomed.connection });
        },
      },
    });
    await Promise.all(opened.map((store) => store.close()));
    for (const closeBroken of broken) closeBroken();
    await proxy.close();
    admin.destroy();
    close();
    expect(report.failed, formatReport(report)).toBe(0);
    const skipped = report.results.filter(({ status }) => status === "skipped").map(({ id }) => id);
    expect(skipped).toEqual(["G4", "H4", "L1", "L2", "L3", "L4", "L5"]);
  });
});
