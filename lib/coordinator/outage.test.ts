import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres } from "@/scripts/postgres.mjs";
import { createCoordinator } from "./coordinator";
import { systemClock, systemRandom } from "./platform/system";
import type { Store } from "./store";
import { createPostgresSchema, PostgresStore } from "./stores/postgres/store";
import { fromNodeRedis } from "./stores/redis/client";
import { RedisStore } from "./stores/redis/store";
import { startRedis } from "./testing/redis-server";
import { startTcpProxy, type TcpProxy } from "./testing/tcp-proxy";

/** One server behind a proxy, and a store that reaches it only through the proxy. */
interface Outage {
  store: Store;
  proxy: TcpProxy;
  /** Ends the server in the middle of everything and starts it again with its data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

async function redisOutage(): Promise<Outage> {
  const server = await startRedis({ persistent: true });
  const proxy = await startTcpProxy(server.port);
  const client = createClient({ socket: { port: proxy.port, host: "127.0.0.1", reconnectStrategy: 50 } });
  client.on("error", () => {});
  await client.connect();
  const store = new RedisStore({ connection: fromNodeRedis(client) });
  const close = async () => {
    await proxy.close();
    await store.close();
    client.destroy();
    await server.stop();
  };
  return { store, proxy, restart: () => server.restart(), close };
}

async function postgresOutage(): Promise<Outage> {
  const folder = mkdtempSync(join(tmpdir(), "coordinator-postgres-"));
  let server = await startPostgres({ dataDir: join(folder, "data") });
  const proxy = await startTcpProxy(server.port);
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const pool = new pg.Pool({ connectionString: url.href, max: 5, connectionTimeoutMillis: 1000 });
  pool.on("error", () => {});
  await createPostgresSchema(pool);
  const store = new PostgresStore({ database: pool, listen: () => new pg.Client({ connectionString: url.href }) });
  // The proxy first: through a network that swallows everything, no connection could say goodbye.
  const close = async () => {
    await proxy.close();
    await store.close().catch(() => {});
    await pool.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const restart = async () => {
    await server.stop();
    server = await startPostgres({ dataDir: join(folder, "data") });
  };
  return { store, proxy, restart, close };
}

describe.runIf(process.env.TEST_LONG).each([
  ["Redis", redisOutage],
  ["Postgres", postgresOutage],
])("an outage of %s", (_name, start) => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await start();
  });
  afterAll(() => outage.close());

  const coordinator = (store: Store) =>
    createCoordinator({ store, clock: systemClock, random: systemRandom, defaults: { leaseMs: 20_000, storeTimeoutMs: 1000 } });

  it("a restart while the action runs: the result is stored all the same, and replayed", { timeout: 60_000 }, async () => {
    const request = { operation: "job", key: "restart" };
    let runs = 0;
    const action = async () => {
      runs++;
      await outage.restart();
      return "em_1";
    };
    expect(await coordinator(outage.store).coordinate(request, action)).toBe("em_1");
    expect(await coordinator(outage.store).execute(request, action)).toMatchObject({ kind: "replayed", value: "em_1" });
    expect(runs).toBe(1);
  });

  it("a connection cut at any moment of a job: every job has one effect", { timeout: 180_000 }, async () => {
    const effects: number[] = [];
    for (let job = 0; job < 20; job++) {
      effects[job] = 0;
      const action = async () => {
        effects[job] = (effects[job] ?? 0) + 1;
        await systemClock.sleep(40);
        return job;
      };
      setTimeout(() => outage.proxy.cutAll(), 4 * job);
      let answer: unknown;
      while (answer !== job) {
        answer = await coordinator(outage.store)
          .coordinate({ operation: "job", key: `cut-${job}` }, action)
          .catch((error: Error) => error.name);
        if (answer !== job) expect(["IdempotencyStoreUnavailableError", "IdempotencyInProgressError"]).toContain(answer);
      }
    }
    expect(effects).toEqual(Array(20).fill(1));
  });

  it("waiters whose connection is cut still get the result", { timeout: 60_000 }, async () => {
    const request = { operation: "job", key: "waiting", waitTimeoutMs: 30_000 };
    const running = coordinator(outage.store).coordinate(request, () => systemClock.sleep(2000).then(() => "em_1"));
    await systemClock.sleep(300);
    const waiting = coordinator(outage.store).coordinate(request, () => "never");
    await systemClock.sleep(500);
    outage.proxy.cutAll();
    const answers = await Promise.allSettled([running, waiting]);
    expect(answers[0]).toEqual({ status: "fulfilled", value: "em_1" });
    const late = await coordinator(outage.store).coordinate(request, () => "never");
    expect(late).toBe("em_1");
  });

  it("a network that swallows everything: an error within the timeout, and no run", { timeout: 60_000 }, async () => {
    outage.proxy.freeze();
    let runs = 0;
    const call = coordinator(outage.store).coordinate({ operation: "job", key: "frozen" }, () => void runs++);
    await expect(call).rejects.toMatchObject({ name: "IdempotencyStoreUnavailableError" });
    expect(runs).toBe(0);
  });
});
