import { readdirSync } from "node:fs";
import pg from "pg";
import { PlainError } from "../support/plain-error.mjs";

/** A server in the same building answers in milliseconds. */
const connectTimeoutMs = 5000;

/** PostgreSQL's code for "there is no such database"; the migration creates it. */
const missingDatabase = "3D000";

/**
 * Makes sure that a server given by the environment can be used.
 *
 * @param {string} url DATABASE_URL
 * @returns {Promise<string>} the server and the database, without password, to be printed
 * @throws {PlainError} with what is wrong and what to do
 */
export async function checkDatabaseUrl(url) {
  const place = describeUrl(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code !== missingDatabase) throw new PlainError(`${advice(code, place, error)} ${alternative}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
  return place;
}

const alternative = "Or leave DATABASE_URL out: then a database is started for you.";

/**
 * @param {string} url
 * @returns {string} user, host, port and database; never the password
 */
function describeUrl(url) {
  const form = "It looks like this: postgresql://user:password@127.0.0.1:5432/crash_window";
  if (!URL.canParse(url)) {
    throw new PlainError(
      `DATABASE_URL is not an address. ${form}. Special characters in the password must be written as %XX. ${alternative}`,
    );
  }
  const { protocol, username, hostname, port, pathname } = new URL(url);
  if (!/^postgres(ql)?:$/.test(protocol) || pathname.length < 2) {
    throw new PlainError(`DATABASE_URL is not the address of a PostgreSQL database. ${form}. ${alternative}`);
  }
  return `${decodeURIComponent(username)}@${hostname}:${port || 5432}${decodeURIComponent(pathname)}`;
}

/**
 * @param {string} code of the connection error, from Node or PostgreSQL
 * @param {string} place
 * @param {unknown} error
 */
function advice(code, place, error) {
  if (code === "ECONNREFUSED") return `DATABASE_URL: nothing listens at ${place}. Start that server, or correct the port.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `DATABASE_URL: the host of ${place} is unknown. Correct its name.`;
  if (code === "28P01" || code === "28000") {
    return `DATABASE_URL: the server refuses the user or the password for ${place}. Correct them.`;
  }
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return `DATABASE_URL: cannot use ${place} (${reason}). Check that the server runs and lets this machine in.`;
}

/**
 * Migrations that the database does not have, by folder name. Asks the database directly: the command line of Prisma
 * takes some seconds to say that there is nothing to do.
 *
 * @param {string} url
 * @param {string} folder of the migrations
 */
export async function pendingMigrations(url, folder) {
  const shipped = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const applied = new Set(rows.map(({ name }) => String(name)));
    return shipped.map(({ name }) => name).filter((name) => !applied.has(name));
  } catch {
    // No database or no such table yet.
    return shipped.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}
