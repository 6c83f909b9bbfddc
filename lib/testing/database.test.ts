import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database";
import { execute } from "./execute";

let databases: TestDatabase[];

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
});

afterAll(() => Promise.all(databases.map((database) => database.drop())));

it("gives every caller a migrated database of its own", async () => {
  const [first, second] = databases.map(({ url }) => url);
  await execute(first!, "INSERT INTO learner (id) VALUES (gen_random_uuid())");
  expect(await execute(first!, "SELECT count(*)::int AS rows FROM learner")).toEqual([{ rows: 1 }]);
  expect(await execute(second!, "SELECT count(*)::int AS rows FROM learner")).toEqual([{ rows: 0 }]);
});

it("leaves no database behind", async () => {
  const { url, drop } = databases[2]!;
  await drop();
  await expect(execute(url, "SELECT 1")).rejects.toThrow("does not exist");
});

it("does not know the database that the developer works with", () => {
  expect(process.env.DATABASE_URL).toBeUndefined();
});
