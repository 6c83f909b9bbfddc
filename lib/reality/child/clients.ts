import pg from "pg";
import { createClient } from "redis";
import Stripe from "stripe";
import { fromNodeRedis } from "@/lib/coordinator/stores/redis/client";
import { RedisStore } from "@/lib/coordinator/stores/redis/store";
import { PostgresStore } from "@/lib/coordinator/stores/postgres/store";
import type { Store } from "@/lib/coordinator/store";
import type { StoreAddress } from "../protocol";

/** Made once per process, on first use. Statements of one child are let go one by one, so a connection each will do. */
export type RedisClient = Awaited<ReturnType<typeof connectRedis>>;

/** @throws when nobody listens: this client does not try again by itself */
export async function connectRedis(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** A session of PostgreSQL, with the number of its server process. */
export async function connectPostgres(url: string): Promise<{ client: pg.Client; pid: number }> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  // A deadlock is a step of its own in a schedule: none is to be found on the way.
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return { client, pid: Number(rows[0]?.pid) };
}

export function connectStripe(address: string): Stripe {
  const { hostname, port } = new URL(address);
  return new Stripe("sk_test_reality", {
    host: hostname,
    port: Number(port),
    protocol: "http",
    // A client that tries again by itself would do so under a key of its own.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export interface OpenStore {
  store: Store;
  close: () => Promise<void>;
}

export async function connectStore(address: StoreAddress): Promise<OpenStore> {
  if (address.kind === "redis") {
    const client = await connectRedis(address.url);
    const store = new RedisStore({ connection: fromNodeRedis(client), keyPrefix: address.keyPrefix });
    return { store, close: async () => (await store.close(), client.destroy()) };
  }
  const pool = new pg.Pool({ connectionString: address.url, max: 2 });
  pool.on("error", () => undefined);
  const store = new PostgresStore({ database: pool, listen: () => new pg.Client({ connectionString: address.url }) });
  return { store, close: async () => (await store.close(), pool.end()) };
}
