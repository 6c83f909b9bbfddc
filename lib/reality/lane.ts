import pg from "pg";
import type { Store } from "@/lib/coordinator/store";
import { ChildPool } from "./children";
import { connectRedis, connectStore, type OpenStore, type RedisClient } from "./child/clients";
import { startReceiverDouble, type ReceiverDouble } from "./doubles/receiver-double";
import { startStripeDouble, type StripeDouble } from "./doubles/stripe-double";
import type { Addresses, StoreAddress } from "./protocol";
import type { PostgresServer, Server } from "./services/servers";

/** The servers of a whole check. */
export interface Servers {
  postgres: PostgresServer;
  redis: Server;
}

/**
 * Everything that one schedule after the other is replayed in: a database, a database of Redis, doubles and children of
 * its own, so that lanes side by side never meet.
 */
export class Lane {
  private constructor(
    readonly servers: Servers,
    readonly index: number,
    readonly databaseUrl: string,
    readonly redisUrl: string,
    readonly database: pg.Client,
    readonly redis: RedisClient,
    readonly stripe: StripeDouble,
    readonly receivers: ReceiverDouble,
    readonly children: ChildPool,
    private readonly stores: Readonly<Record<StoreAddress["kind"], OpenStore>>,
  ) {}

  /** @param child the file of the program of a child */
  static async open(servers: Servers, index: number, child: string, spareChildren = 2): Promise<Lane> {
    const databaseUrl = await servers.postgres.createDatabase(`lane_${index}`);
    const redisUrl = `${servers.redis.url}/${index}`;
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query("SET client_min_messages = error");
    const [redis, stripe, receivers] = await Promise.all([connectRedis(redisUrl), startStripeDouble(), startReceiverDouble()]);
    const [onRedis, onPostgres] = await Promise.all([
      connectStore(storeAddress("redis", index, redisUrl, databaseUrl)),
      connectStore(storeAddress("postgres", index, redisUrl, databaseUrl)),
    ]);
    const children = new ChildPool(child, servers.postgres.port, spareChildren);
    return new Lane(servers, index, databaseUrl, redisUrl, database, redis, stripe, receivers, children, {
      redis: onRedis,
      postgres: onPostgres,
    });
  }

  /** Where a child of this lane finds everything. Its way to the database leads through its own gate. */
  addresses(gatePort: number, store: StoreAddress["kind"]): Addresses {
    const gated = new URL(this.databaseUrl);
    gated.port = String(gatePort);
    return {
      database: gated.href,
      stripe: this.stripe.url,
      receivers: this.receivers.url,
      redis: this.redisUrl,
      store: storeAddress(store, this.index, this.redisUrl, this.databaseUrl),
    };
  }

  store(kind: StoreAddress["kind"]): Store {
    return this.stores[kind].store;
  }

  /** As new, with the tables of a scenario. */
  async prepare(setup: string): Promise<void> {
    await this.database.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public; TRUNCATE idempotency.record");
    if (setup !== "") await this.database.query(setup);
    await this.redis.flushDb();
  }

  async close(): Promise<void> {
    await this.children.close();
    await Promise.all([this.stores.redis.close(), this.stores.postgres.close()]);
    this.redis.destroy();
    await Promise.all([this.database.end(), this.stripe.stop(), this.receivers.stop()]);
  }
}

function storeAddress(kind: StoreAddress["kind"], index: number, redisUrl: string, databaseUrl: string): StoreAddress {
  return kind === "redis" ? { kind, url: redisUrl, keyPrefix: storePrefix(index) } : { kind, url: databaseUrl };
}

/** Channels of Redis are not told apart by database: lanes are by the names of their keys. */
export function storePrefix(lane: number): string {
  return `lane${lane}:`;
}
