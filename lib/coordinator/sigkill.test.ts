import pg from "pg";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { createPostgresSchema } from "./stores/postgres/store";
import { startRedis, type RedisServer } from "./testing/redis-server";
import { buildWorker, type WorkerOptions, type WorkerProcess, type WorkerProgram } from "./testing/worker-process";

let redis: RedisServer;
let database: TestDatabase;
let program: WorkerProgram;
beforeAll(async () => {
  [redis, database, program] = await Promise.all([startRedis(), createTestDatabase(), buildWorker()]);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await createPostgresSchema(client);
  await client.end();
});

afterAll(async () => {
  await program.remove();
  await redis.stop();
  await database.drop();
});

function start(kind: "redis" | "postgres", options: Omit<WorkerOptions, "kind" | "url">): WorkerProcess {
  return program.start({ kind, url: kind === "redis" ? redis.url : database.url, ...options });
}

describe.concurrent.each(["redis", "postgres"] as const)("real processes on %s", (kind) => {
  it("a holder is killed: another process takes over after the lease, with the same key for the receiver", { timeout: 60_000 }, async ({ expect }) => {
    const leaseMs = 1500;
    const holder = start(kind, { key: "killed", name: "holder", leaseMs, actionMs: 600_000 });
    const first = await holder.line("effect");
    const successor = start(kind, { key: "killed", name: "successor", leaseMs, actionMs: 10 });
    await holder.kill("SIGKILL");
    const second = await successor.line("effect");
    const { outcome } = await successor.line("outcome");
    expect(outcome).toMatchObject({ kind: "executed", value: "successor", takeover: true, attempt: 2 });
    expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
    expect(second.downstreamKey).toBe(first.downstreamKey);
    expect([holder.effects, successor.effects]).toEqual([1, 1]);
  });

  it("a holder is paused beyond its lease: on waking it adopts the result of the one that took over", { timeout: 60_000 }, async ({ expect }) => {
    const leaseMs = 1500;
    const holder = start(kind, { key: "paused", name: "holder", leaseMs, actionMs: 3000 });
    await holder.line("effect");
    holder.pause();
    const successor = start(kind, { key: "paused", name: "successor", leaseMs, actionMs: 10 });
    expect((await successor.line("outcome")).outcome).toMatchObject({ kind: "executed", value: "successor" });
    holder.resume();
    expect((await holder.line("outcome")).outcome).toMatchObject({ kind: "lease-lost", stored: { value: "successor" } });
  });
});
