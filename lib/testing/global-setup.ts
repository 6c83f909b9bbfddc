import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "@/scripts/support/migrate.mjs";
import { startThrowAwayPostgres } from "@/scripts/postgres.mjs";
import type { Template } from "./database";
import { execute } from "./execute";

/** A server with a template, and how to leave nothing of it behind. */
interface Prepared {
  template: Template;
  remove(): Promise<void>;
}

/**
 * Runs once per test run. The server is started when the first test asks for a database, so tests that need none do
 * not wait for it. `TEST_DATABASE_URL` names a server to use in place of an own one; `DATABASE_URL` is never used.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let prepared: Promise<Prepared> | undefined;
  const helper = createServer((_, response) => {
    prepared ??= prepare();
    prepared.then(
      ({ template }) => response.end(JSON.stringify(template)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => helper.listen(0, "127.0.0.1", resolve));
  const { port } = helper.address() as AddressInfo;
  project.provide("templateDatabase", `http://127.0.0.1:${port}`);
  return async () => {
    helper.close();
    helper.closeAllConnections();
    await prepared?.then(({ remove }) => remove()).catch(() => {});
  };
}

async function prepare(): Promise<Prepared> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startThrowAwayPostgres();
  const adminUrl = given || server?.urlOf("postgres") || "";
  const name = `template_${randomBytes(8).toString("hex")}`;
  const remove = async () => {
    if (server) return server.stop();
    await execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  try {
    await execute(adminUrl, `CREATE DATABASE ${name}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    await migrateDatabase(url.href);
    return { template: { adminUrl, name }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
