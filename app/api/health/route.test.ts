import { createServer, type AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { GET } from "@/app/api/health/route";
import { database, disconnectDatabase } from "@/lib/db";
import type { Health } from "@/lib/health";
import { useDatabase } from "@/lib/progress/testing/database";
import { version } from "@/package.json";

useDatabase();

async function health(): Promise<{ response: Response; health: Health }> {
  const response = await GET();
  return { response, health: (await response.json()) as Health };
}

async function useAddress(url: string): Promise<void> {
  await disconnectDatabase();
  vi.stubEnv("DATABASE_URL", url);
}

test("with a migrated database all is well", async () => {
  const { response, health: state } = await health();
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const latencyMs = expect.any(Number) as number;
  expect(state).toEqual({ status: "ok", database: { reachable: true, latencyMs, migrationsPending: 0 }, version });
});

test("missing migrations are counted, and answers cannot be recorded", async () => {
  await database().$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
  const pending = await health();
  await database().$executeRaw`UPDATE _prisma_migrations SET finished_at = now()`;
  expect(pending.response.status).toBe(503);
  expect(pending.health).toMatchObject({ status: "unavailable", database: { reachable: true } });
  expect(pending.health.database.migrationsPending).toBeGreaterThan(0);
});

test("a database that is down is reported without its address", async () => {
  await useAddress("postgresql://someone:secret-word@127.0.0.1:1/none");
  const { response, health: state } = await health();
  await disconnectDatabase();
  expect(response.status).toBe(503);
  expect(state.database).toEqual({ reachable: false, latencyMs: null, migrationsPending: null });
  expect(JSON.stringify(state)).not.toMatch(/secret-word|127\.0\.0\.1|someone/);
});

test("a database that does not answer is reported within three seconds", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  await useAddress(`postgresql://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/none`);
  const start = Date.now();
  const { response } = await health();
  expect(response.status).toBe(503);
  expect(Date.now() - start).toBeLessThan(3_000);
  silent.close();
});
