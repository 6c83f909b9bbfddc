import pg from "pg";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { systemClock, systemRandom } from "../platform/system";
import { createPostgresSchema, PostgresStore } from "../stores/postgres/store";
import { fromNodeRedis } from "../stores/redis/client";
import { RedisStore } from "../stores/redis/store";
import { postgresInbox } from "../testing/postgres-inbox";
import { startRedis, type RedisServer } from "../testing/redis-server";
import { deliveredThreeTimes } from "./inbox";
import {
  crashBeforeAck,
  diesInTheWindow,
  redeliveredAfter,
  twoWorkersOneJob,
  versionsAndRecipients,
  whatTheKeyIsMadeOf,
} from "./jobs";
import type { Stage } from "./stage";

/** The article's scenes in real time, on real servers; what takes an hour there takes two seconds here. */
let redisServer: RedisServer;
let redis: ReturnType<typeof createClient>;
let database: TestDatabase;
let pool: pg.Pool;
const stores: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  redisServer = await startRedis();
  redis = createClient({ url: redisServer.url });
  await redis.connect();
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 12 });
  await createPostgresSchema(pool);
});

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  redis.destroy();
  await pool.end();
  await database.drop();
  await redisServer.stop();
});

function stageOn(kind: "redis" | "postgres"): Stage {
  const listen = () => new pg.Client({ connectionString: database.url });
  const store =
    kind === "redis" ? new RedisStore({ connection: fromNodeRedis(redis) }) : new PostgresStore({ database: pool, listen });
  stores.push(store);
  return { store, clock: systemClock, random: systemRandom, run: (promise) => promise, scale: 20 };
}

describe.each(["redis", "postgres"] as const)("the article on %s", (kind) => {
  it("crash before the acknowledgement: two deliveries, one mail", async () => {
    expect(await crashBeforeAck(stageOn(kind), "key = job id")).toEqual({
      deliveries: 2,
      mails: 1,
      results: ["em_1", "em_1"],
    });
  });

  it("two workers with one job: wait gives both the receipt, raise puts the job back", async () => {
    const stage = stageOn(kind);
    const [wait, raise] = await Promise.all([twoWorkersOneJob(stage, "wait"), twoWorkersOneJob(stage, "raise")]);
    expect(wait).toMatchObject({ A: "em_1", B: "em_1", mails: 1 });
    const inOrder = { receipts: [raise.A, raise.B].sort(), again: raise.again, mails: raise.mailsAfterAgain };
    expect(inOrder).toEqual({ receipts: ["em_1", "in progress, requeue"], again: "em_1", mails: 1 });
  });

  it("what the key is made of: two, two, one", async () => {
    const stage = stageOn(kind);
    const asPublished = { keyRules: "article", onInvalidKey: "run-unprotected" } as const;
    const rows = await Promise.all([
      whatTheKeyIsMadeOf(stage, "job id"),
      whatTheKeyIsMadeOf(stage, "order-9:invoice", asPublished),
      whatTheKeyIsMadeOf(stage, "order-9.invoice"),
    ]);
    expect(rows.map(({ mails }) => mails)).toEqual([2, 2, 1]);
  });

  it("inbox in Postgres, key in this store, delivered three times: one row, one mail; and the ablations", async () => {
    const stage = stageOn(kind);
    const rehearse = async (protection: { inbox: boolean; key: boolean }) => {
      const table = `ledger_${kind}_${protection.inbox}_${protection.key}`;
      const { rows, mails } = await deliveredThreeTimes(stage, await postgresInbox(pool, table), protection);
      return { rows, mails };
    };
    expect(await rehearse({ inbox: true, key: true })).toEqual({ rows: 1, mails: 1 });
    expect(await rehearse({ inbox: true, key: false })).toEqual({ rows: 1, mails: 2 });
    expect(await rehearse({ inbox: false, key: true })).toEqual({ rows: 2, mails: 1 });
    expect(await rehearse({ inbox: false, key: false })).toEqual({ rows: 2, mails: 3 });
  });

  it("retention of 2 s: a redelivery after 1.7 s replays, after 2.3 s runs again", { retry: 3 }, async () => {
    const stage = stageOn(kind);
    const [early, late] = await Promise.all([redeliveredAfter(stage, 2000, 1700), redeliveredAfter(stage, 2000, 2300)]);
    expect([early.mails, late.mails]).toEqual([1, 2]);
  });

  it("the window: two mails once the lease has passed, one at a provider that recognises the key", async () => {
    const { refused, receipt, mails, mailsByKey } = await diesInTheWindow(stageOn(kind));
    expect({ refused, receipt, mails, mailsByKey }).toEqual({
      refused: "in-progress",
      receipt: "em_2",
      mails: 2,
      mailsByKey: 1,
    });
  });

  it("key and payload: a new version is a new mail, another recipient is refused", async () => {
    expect(await versionsAndRecipients(stageOn(kind))).toMatchObject({
      secondVersion: "em_2",
      otherRecipient: "IdempotencyKeyReuseError",
      mails: 2,
    });
  });
});
