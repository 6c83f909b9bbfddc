import { afterAll, beforeAll, beforeEach } from "vitest";
import { database, disconnectDatabase } from "@/lib/db";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";

/** Gives the tests of a file a database of their own behind `database()`, and every test an empty one. */
export function useDatabase(): void {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  beforeEach(async () => {
    // Vitest takes back the environment that tests have stubbed, this one too.
    process.env.DATABASE_URL = own.url;
    await database().$executeRaw`TRUNCATE learner, question_version CASCADE`;
  });
  afterAll(async () => {
    await disconnectDatabase();
    delete process.env.DATABASE_URL;
    await own.drop();
  });
}
