import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { execute } from "./execute";

/** A database of its own for one test file: migrated, empty, on a server that is only for tests. */
export interface TestDatabase {
  /** Connection string for `pg`, Prisma and child processes. */
  url: string;
  /** Removes the database, also while clients are connected. */
  drop(): Promise<void>;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's helper that starts the server at the first request and answers with a `Template`. */
    templateDatabase: string;
  }
}

/** A migrated database to copy, and the database to connect to while copying. */
export interface Template {
  adminUrl: string;
  name: string;
}

/**
 * Copies the migrated template. The first call of a run takes some seconds (it starts the server), the others
 * about 50 ms. Call it in `beforeAll` and `drop` in `afterAll`.
 *
 * @throws when the server cannot be started or migrated, with the reason
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const response = await fetch(inject("templateDatabase"));
  if (!response.ok) throw new Error(`No test database: ${await response.text()}`);
  const template = (await response.json()) as Template;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(template.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template.name}`);
  const url = new URL(template.adminUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await execute(template.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, drop };
}
