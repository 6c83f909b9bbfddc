import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { formatReport, runConformance, type ConformanceReport } from "../../conformance/conformance";
import { systemClock, systemRandom } from "../../platform/system";
import { postgresTransactions } from "../../testing/postgres-transactions";
import { startTcpProxy } from "../../testing/tcp-proxy";
import { createPostgresSchema, PostgresStore } from "./store";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 12 });
  await createPostgresSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const client = (url = database.url) => new pg.Client({ connectionString: url });

/** Statements are prepared nowhere, so there is no cache to flush. */
function skippedIn({ results }: ConformanceReport): string[] {
  return results.filter(({ status }) => status === "skipped").map(({ id }) => id);
}

describe("Postgres store", () => {
  it("conforms, in real time", { timeout: 120_000 }, async () => {
    const opened: PostgresStore[] = [];
    const open = (options: { listen?: () => pg.Client } = { listen: client }) => {
      const store = new PostgresStore({ database: pool, ...options });
      opened.push(store);
      return store;
    };
    const transactions = await postgresTransactions(async () => {
      const connection = client();
      await connection.connect();
      return connection;
    });
    const proxy = await startTcpProxy(Number(new URL(database.url).port));
    const brokenPools: pg.Pool[] = [];
    const report = await runConformance(() => open(), {
      clock: systemClock,
      random: systemRandom,
      unitMs: 250,
      abilities: {
        transactions,
        loseEverything: async () => void (await pool.query("TRUNCATE idempotency.record")),
        corrupt: async (id, how) => {
          const layout = how === "garbage" ? -1 : 2;
          await pool.query("UPDATE idempotency.record SET layout = $2 WHERE id = $1", [id, layout]);
        },
        withoutNotifications: async () => open({}),
        withCutConnection: async (when) => {
          const url = new URL(database.url);
          url.port = String(proxy.port);
          const broken = new pg.Pool({ connectionString: url.href, max: 1 });
          broken.on("error", () => {});
          brokenPools.push(broken);
          await broken.query("SELECT 1");
          proxy.cutNext(when);
          return new PostgresStore({ database: broken });
        },
      },
    });
    await Promise.all([...opened.map((store) => store.close()), ...brokenPools.map((broken) => broken.end())]);
    await transactions.close();
    await proxy.close();
    expect(report.failed, formatReport(report)).toBe(0);
    expect(skippedIn(report)).toEqual(["I5"]);
  });
});
