import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { PlainError } from "./plain-error.mjs";
import { workingFolder } from "./postgres-user.mjs";
import { isAlive, sendSignal, waitUntil } from "./processes.mjs";

/** The role that owns the embedded cluster. */
export const databaseUser = "crash_window";

/** Time for a start with crash recovery, and for a stop with a checkpoint, on a slow disk. */
export const patienceMs = 60_000;

/**
 * The server that runs on this folder although this process did not start it. A lock file without a server (its process
 * is gone, or the id belongs to another program by now) is removed.
 *
 * @param {string} directory
 * @param {string} password
 * @returns {Promise<{ pid: number, port: number } | null>}
 */
export async function findRunning(directory, password) {
  const isGone = () => {
    const server = readPostmaster(directory);
    return server === null || !isAlive(server.pid) || !isPostmaster(server.pid, directory);
  };
  /** @type {{ pid: number, port: number } | null} */
  let found = null;
  const settled = await waitUntil(
    async () => {
      if (isGone()) return true;
      const server = readPostmaster(directory);
      if (server?.ready && (await dataDirectoryOf(server, password)) === directory) found = server;
      return found !== null;
    },
    patienceMs,
    100,
  );
  if (!settled) {
    const pid = readPostmaster(directory)?.pid;
    throw new PlainError(
      `A PostgreSQL server (process ${pid}) runs on ${directory} but does not answer. Stop it with: kill -INT ${pid}`,
    );
  }
  if (found === null) rmSync(join(directory, "postmaster.pid"), { force: true });
  return found;
}

/**
 * Asks the server which folder it serves. Null when it does not answer: starting, stopping, or another server.
 *
 * @param {{ pid: number, port: number }} server
 * @param {string} password
 */
async function dataDirectoryOf({ pid, port }, password) {
  const client = new pg.Client({
    connectionString: connectionString(port, password, "postgres"),
    connectionTimeoutMillis: 2000,
  });
  // A server that stops while it is asked ends the connection: no answer, and no crash of this process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("SHOW data_directory");
    const path = String(rows[0].data_directory);
    return realpathSync(path === workingFolder ? readlinkSync(`/proc/${pid}/cwd`) : path);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The lock file of a data folder. Line 1 is the process, line 4 the port, line 8 the state.
 *
 * @param {string} directory
 * @returns {{ pid: number, port: number, ready: boolean } | null}
 */
export function readPostmaster(directory) {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * Whether the process is a PostgreSQL server on this folder and not a stranger that got the same id later.
 *
 * @param {number} pid
 * @param {string} directory
 */
export function isPostmaster(pid, directory) {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    return realpathSync(readlinkSync(`/proc/${pid}/cwd`)) === realpathSync(directory);
  } catch {
    return false;
  }
}

/**
 * @param {number} port
 * @param {string} password
 * @param {string} name
 */
export function connectionString(port, password, name) {
  return `postgresql://${databaseUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
}

/**
 * SIGINT: disconnects the clients and writes everything to disk. SIGQUIT: at once, for data that nobody needs.
 *
 * @param {number} pid
 * @param {"SIGINT" | "SIGQUIT"} signal
 */
export async function stopServer(pid, signal) {
  if (!isAlive(pid)) return;
  sendSignal(pid, signal);
  if (await waitUntil(() => !isAlive(pid), patienceMs)) return;
  sendSignal(pid, "SIGKILL");
  await waitUntil(() => !isAlive(pid), 5000);
}
