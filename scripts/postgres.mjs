import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { PlainError } from "./support/plain-error.mjs";
import { findPostgresBinaries } from "./support/postgres-binaries.mjs";
import { initialise, launch, passwordFileOf } from "./support/postgres-cluster.mjs";
import { connectionString, findRunning, stopServer } from "./support/postgres-process.mjs";
import { runAs } from "./support/postgres-user.mjs";
import { isAlive } from "./support/processes.mjs";

/**
 * A running PostgreSQL server on the loopback interface.
 *
 * @typedef {object} PostgresServer
 * @property {string} url connection string of the project's database, with the password: do not print it
 * @property {number} port
 * @property {number} pid of the postmaster
 * @property {boolean} reused true when it was left running by an earlier start that was killed
 * @property {(database: string) => string} urlOf the connection string of another database of this server
 * @property {() => Promise<void>} stop ends the server; clients are disconnected, finished work is kept
 */

/** The database of the app on the embedded server. */
const database = "crash_window";

/**
 * Starts the embedded PostgreSQL on a data folder, creating the folder and the cluster when there are none. A server
 * that still runs on this folder is taken over; one that was killed recovers by itself.
 *
 * Beside the data folder `x` it keeps `x.password` (mode 0600, generated), `x.port` (free when it was chosen, kept
 * for the next start) and `x.log` (of the last start).
 *
 * @param {{ dataDir: string, settings?: Record<string, string>, say?: (line: string) => void }} options settings: as in
 *   postgresql.conf; say: told what takes time or happens outside of the folder
 * @returns {Promise<PostgresServer>}
 * @throws {PlainError} with the end of the server's log when it does not start
 */
export async function startPostgres({ dataDir, settings = {}, say = () => {} }) {
  mkdirSync(dirname(resolve(dataDir)), { recursive: true });
  const directory = join(realpathSync(dirname(resolve(dataDir))), basename(dataDir));
  /** @param {{ readableByAll: boolean }} options */
  const findBinaries = (options) => findPostgresBinaries({ ...options, say });
  if (!existsSync(directory)) await initialise(directory, { findBinaries, sync: settings.fsync !== "off" });

  const as = runAs(directory);
  const { postgres } = await findBinaries({ readableByAll: as.identity.uid !== undefined });
  const password = readPassword(directory);
  const running = await findRunning(directory, password);
  const server = running ?? (await launch({ directory, settings, as }, postgres));
  /** @param {string} name */
  const urlOf = (name) => connectionString(server.port, password, name);
  await createDatabase(urlOf("postgres"));
  return {
    url: urlOf(database),
    port: server.port,
    pid: server.pid,
    reused: running !== null,
    urlOf,
    stop: () => stopServer(server.pid, "SIGINT"),
  };
}

/** @param {string} directory */
function readPassword(directory) {
  const file = passwordFileOf(directory);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new PlainError(
      `Cannot read the password of the database, ${file}. Put the file back; or, to begin with an empty database, ` +
        `move ${directory} away.`,
      { cause: error },
    );
  }
}

/**
 * Starts a server for tests in a temporary folder. It gives up safety on disk for speed. Nothing survives `stop`, nor the
 * end of this process, whatever ended it.
 *
 * @returns {Promise<PostgresServer & { folder: string }>} folder: the temporary one
 */
export async function startThrowAwayPostgres() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crash-window-postgres-")));
  const guard = guardFolder(folder);
  const dataDir = join(folder, "data");
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    guard.kill("SIGKILL");
  };
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const server = await startPostgres({ dataDir, settings }).catch((error) => {
    remove();
    throw error;
  });
  const stop = async () => {
    await stopServer(server.pid, "SIGQUIT");
    remove();
  };
  return { ...server, folder, stop };
}

/**
 * A shell that waits for the end of its input, which comes when this process is gone, a kill -9 included. Then it ends
 * the server of the folder, when it still is one, and removes the folder.
 *
 * @param {string} folder
 */
function guardFolder(folder) {
  const script = `
    read -r _
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
    if [ -n "$pid" ] && { [ ! -e /proc/self ] || [ "$(readlink "/proc/$pid/cwd")" = "$1/data" ]; }; then
      kill -QUIT "$pid"
      while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    fi
    rm -rf "$1"`;
  const guard = spawn("/bin/sh", ["-c", script, "sh", folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guard.unref();
  /** @type {import("node:net").Socket} */ (guard.stdin).unref();
  return guard;
}

/** @param {string} adminUrl */
async function createDatabase(adminUrl) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/** `node scripts/postgres.mjs [folder]`: runs a server until Ctrl-C and prints its connection string. */
async function main() {
  const folder = process.argv[2];
  const server = folder ? await startPostgres({ dataDir: folder }) : await startThrowAwayPostgres();
  console.log(server.url);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
  setInterval(() => {
    if (!isAlive(server.pid)) {
      console.error("The server has stopped.");
      process.exit(1);
    }
  }, 1000);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
