import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { createCoordinator } from "../../lib/coordinator/coordinator";
import { systemClock, systemRandom } from "../../lib/coordinator/platform/system";
import { fromIoredis, fromNodeRedis, type RedisConnection } from "../../lib/coordinator/stores/redis/client";
import { RedisStore } from "../../lib/coordinator/stores/redis/store";

export interface Receipt {
  receipt: string;
}

/** One way to run an action once per key. */
export interface Subject {
  name: string;
  /** Of the package, and of the Redis client that it brings or is given. */
  version: string;
  /** Resolves when the result is stored, or was. */
  run(key: string, action: () => Promise<Receipt>): Promise<Receipt>;
  /** Answers a key whose result is known, where that is another code path. */
  replay?(key: string): Promise<Receipt>;
  close(): Promise<void> | void;
}

/** The installed version of a package. Not every package exports its package.json, so it is read as a file. */
export function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Of the coordinator and, where they can be told, of the peers. */
export const defaultLeaseMs = 30_000;

/**
 * A client of the package `redis` without its timeout per command, which costs more than the command: the coordinator
 * has a timeout of its own. All subjects on this client get it so.
 */
export async function connectRedis(url: string) {
  const client = createClient({ url, commandOptions: { timeout: undefined } });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** The least that any first run and any replay must do, without any protection. */
export async function rawFloor(url: string): Promise<Subject> {
  const client = await connectRedis(url);
  return {
    name: "raw SET NX + SET, GET",
    version: `redis ${versionOf("redis")}`,
    replay: async (key) => JSON.parse((await client.get(key)) ?? "null") as Receipt,
    async run(key, action) {
      await client.set(key, "1", { condition: "NX", expiration: { type: "PX", value: 30_000 } });
      const receipt = await action();
      await client.set(key, JSON.stringify(receipt), { expiration: { type: "PX", value: 86_400_000 } });
      return receipt;
    },
    close: () => client.destroy(),
  };
}

export async function oursOnRedis(url: string, leaseMs = defaultLeaseMs): Promise<Subject> {
  const client = await connectRedis(url);
  return ours(`redis ${versionOf("redis")}`, fromNodeRedis(client), leaseMs, () => client.destroy());
}

export async function oursOnIoredis(url: string): Promise<Subject> {
  const client = new Redis(url);
  return ours(`ioredis ${versionOf("ioredis")}`, fromIoredis(client), defaultLeaseMs, () => client.disconnect());
}

function ours(client: string, connection: RedisConnection, leaseMs: number, close: () => void): Subject {
  const store = new RedisStore({ connection });
  const defaults = { leaseMs };
  const coordinator = createCoordinator({ store, clock: systemClock, random: systemRandom, defaults });
  return {
    name: "this coordinator",
    version: client,
    run: (key, action) => coordinator.coordinate({ operation: "bench", key, fingerprint: "f00d" }, action),
    close: async () => (await store.close(), close()),
  };
}
