import pg from "pg";
import { createClient } from "redis";
import { createCoordinator } from "../coordinator";
import { systemClock, systemRandom } from "../platform/system";
import { fromNodeRedis } from "../stores/redis/client";
import { RedisStore } from "../stores/redis/store";
import { PostgresStore } from "../stores/postgres/store";
import type { Store } from "../store";
import type { WorkerOptions } from "./worker-process";

/** A worker as a process of its own, to be killed in tests. Says what it does in lines of JSON. */
const options = JSON.parse(process.argv[2] ?? "{}") as WorkerOptions;
const { store, close } = await openStore(options);
const coordinator = createCoordinator({ store, clock: systemClock, random: systemRandom, defaults: { leaseMs: options.leaseMs } });

const outcome = await coordinator.execute(
  { operation: "job", key: options.key, waitTimeoutMs: 60_000 },
  async ({ takeover, fencingToken, downstreamKey }) => {
    say({ event: "effect", takeover, fencingToken, downstreamKey });
    await systemClock.sleep(options.actionMs);
    return options.name;
  },
);
say({ event: "outcome", outcome });
await close();

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function openStore({ kind, url }: WorkerOptions): Promise<{ store: Store; close: () => Promise<void> }> {
  if (kind === "redis") {
    const client = createClient({ url });
    await client.connect();
    const redis = new RedisStore({ connection: fromNodeRedis(client) });
    return { store: redis, close: async () => (await redis.close(), client.destroy()) };
  }
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const postgres = new PostgresStore({ database: pool, listen: () => new pg.Client({ connectionString: url }) });
  return { store: postgres, close: async () => (await postgres.close(), pool.end()) };
}
