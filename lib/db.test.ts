import { afterEach, describe, expect, test, vi } from "vitest";
import { database, disconnectDatabase, isDatabaseUnavailable } from "@/lib/db";
import { useDatabase } from "@/lib/progress/testing/database";

useDatabase();
afterEach(disconnectDatabase);

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => Promise.reject(new Error("should have failed")),
    (error: unknown) => error,
  );
}

async function errorWith(url: string): Promise<unknown> {
  await disconnectDatabase();
  vi.stubEnv("DATABASE_URL", url);
  return errorOf(async () => database().$transaction((tx) => tx.learner.count()));
}

test("there is one client", () => {
  expect(database()).toBe(database());
});

test("without DATABASE_URL the error says what to set", async () => {
  await disconnectDatabase();
  vi.stubEnv("DATABASE_URL", "");
  expect(() => database()).toThrow(/DATABASE_URL is not set.*postgresql:\/\//);
});

describe("unavailable", () => {
  test.each([
    ["nobody listens", () => "postgresql://a:b@127.0.0.1:1/x"],
    ["the database is missing", () => `${process.env.DATABASE_URL}_missing`],
    ["the migrations have not run", () => `${process.env.DATABASE_URL?.replace(/[^/]*$/, "postgres")}`],
    ["nothing is configured", () => ""],
  ])("when %s", async (_, url) => {
    expect(isDatabaseUnavailable(await errorWith(url()))).toBe(true);
  });

  test("when the server ends our connection in the middle of a transaction, or before its commit", async () => {
    const kill = (after: (count: () => Promise<number>) => Promise<unknown>) =>
      database().$transaction(async (tx) => {
        const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await database().$executeRaw`SELECT pg_terminate_backend(${own?.pid}::int)`;
        await after(() => tx.learner.count());
      });
    const wait = () => new Promise((resolve) => setTimeout(resolve, 200));
    expect(isDatabaseUnavailable(await errorOf(() => kill((count) => wait().then(count))))).toBe(true);
    expect(isDatabaseUnavailable(await errorOf(() => kill(wait)))).toBe(true);
  });

  test("when a statement takes too long", async () => {
    const sleep = () =>
      database().$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 50`;
        await tx.$executeRaw`SELECT pg_sleep(5)`;
      });
    expect(isDatabaseUnavailable(await errorOf(sleep))).toBe(true);
  });
});

describe("not unavailable but a defect", () => {
  test.each([
    ["a violated constraint", "INSERT INTO learner VALUES (NULL)"],
    ["a text that Postgres cannot hold", "SELECT convert_from('\\xff', 'UTF8')"],
    ["broken SQL", "SELEC 1"],
  ])("is %s", async (_, statement) => {
    expect(isDatabaseUnavailable(await errorOf(() => database().$executeRawUnsafe(statement)))).toBe(false);
  });

  test("is any error of the program itself", () => {
    expect(isDatabaseUnavailable(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseUnavailable("text")).toBe(false);
  });
});
