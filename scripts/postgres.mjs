import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort, probePort } from "./support/ports.mjs";
import { findPostgresBinaries } from "./support/postgres-binaries.mjs";
import { runAs, workingFolder } from "./support/postgres-user.mjs";
import { isAlive, processStamp, sendSignal, waitUntil } from "./support/processes.mjs";

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

const user = "crash_window";
const database = "crash_window";

/** Time for a start with crash recovery, and for a stop with a checkpoint, on a slow disk. */
const patienceMs = 60_000;

/**
 * Starts the embedded PostgreSQL on a data folder, creating the folder and the cluster when there are none. A server
 * that still runs on this folder is taken over; one that was killed recovers by itself.
 *
 * Beside the data folder `x` it keeps `x.password` (mode 0600, generated), `x.port` (free when it was chosen, kept
 * for the next start) and `x.log` (of the last start).
 *
 * @param {{ dataDir: string, settings?: Record<string, string> }} options settings: as in postgresql.conf
 * @returns {Promise<PostgresServer>}
 * @throws {Error} with the end of the server's log when it does not start
 */
export async function startPostgres({ dataDir, settings = {} }) {
  const directory = resolve(dataDir);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const cluster = { directory: realpathSync(directory), settings, as: runAs(directory) };
  const binaries = await findPostgresBinaries({ readableByAll: cluster.as.identity.uid !== undefined });
  if (!existsSync(join(directory, "PG_VERSION"))) initialise(cluster, binaries.initdb);

  const password = readFileSync(`${cluster.directory}.password`, "utf8").trim();
  const running = await findRunning(cluster.directory, password);
  const server = running ?? (await launch(cluster, binaries.postgres));
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

/**
 * Starts a server for tests in a temporary folder. Nothing survives `stop`: it gives up safety on disk for speed. What
 * an earlier process left behind because it was killed is removed first.
 *
 * @returns {Promise<PostgresServer>}
 */
export async function startThrowAwayPostgres() {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), throwAwayPrefix));
  writeFileSync(join(folder, "owner"), `${process.pid}\n${processStamp(process.pid)}\n`);
  const dataDir = join(folder, "data");
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const server = await startPostgres({ dataDir, settings }).catch((error) => {
    removeFolder();
    throw error;
  });
  const stop = async () => {
    await stopServer(server.pid, "SIGQUIT");
    removeFolder();
  };
  return { ...server, stop };
}

const throwAwayPrefix = "crash-window-postgres-";

async function removeAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(throwAwayPrefix))) {
    const folder = join(tmpdir(), name);
    try {
      const [pid, stamp] = readFileSync(join(folder, "owner"), "utf8").split("\n");
      if (processStamp(Number(pid)) === stamp) continue;
      const server = readPostmaster(join(folder, "data"));
      if (server !== null && isPostmaster(server.pid, join(folder, "data"))) await stopServer(server.pid, "SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Of another user, or being made right now: not ours to remove.
    }
  }
}

/**
 * @typedef {object} Cluster
 * @property {string} directory absolute, without symbolic links
 * @property {Record<string, string>} settings
 * @property {import("./support/postgres-user.mjs").RunAs} as
 */

/**
 * @param {Cluster} cluster
 * @param {string} initdb
 */
function initialise({ directory, as }, initdb) {
  const leftover = readdirSync(directory);
  if (leftover.length > 0) {
    throw new Error(
      `The folder ${directory} holds no database but is not empty (${leftover.slice(0, 3).join(", ")}). ` +
        "A start was interrupted while it made the database, or the folder belongs to something else: remove it or move it away.",
    );
  }
  const passwordFile = `${directory}.password`;
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  const { uid, gid } = as.identity;
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);
  // Another user may own the file and still not be able to walk to it: it goes in as standard input.
  const stdin = openSync(passwordFile, "r");
  const options = [
    `--pgdata=${as.dataPath}`,
    `--username=${user}`,
    `--pwfile=${uid === undefined ? passwordFile : "/dev/stdin"}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const { status, error, stderr } = spawnSync(initdb, options, {
    ...as.identity,
    cwd: directory,
    env: serverEnvironment(),
    stdio: [stdin, "ignore", "pipe"],
    encoding: "utf8",
  });
  closeSync(stdin);
  if (status !== 0) {
    for (const entry of readdirSync(directory)) rmSync(join(directory, entry), { recursive: true, force: true });
    throw new Error(`Could not create the database in ${directory}: ${error?.message ?? stderr.trim()}`);
  }
}

/**
 * @param {Cluster} cluster
 * @param {string} postgres
 * @returns {Promise<{ pid: number, port: number }>}
 */
async function launch(cluster, postgres) {
  const { directory } = cluster;
  // After a kill -9 of the postmaster its children need a moment to notice; until then a new one is refused.
  const retryUntil = Date.now() + 15_000;
  for (;;) {
    const port = await choosePort(directory);
    const child = spawnServer(cluster, postgres, port);
    let exited = false;
    child.once("error", () => (exited = true));
    child.once("exit", () => (exited = true));
    const isReady = () => {
      const server = readPostmaster(directory);
      return exited || (server !== null && server.pid === child.pid && server.ready);
    };
    const inTime = await waitUntil(isReady, patienceMs);
    if (inTime && !exited && child.pid !== undefined) {
      child.removeAllListeners().unref();
      return { pid: child.pid, port };
    }
    const log = readFileSync(`${directory}.log`, "utf8");
    if (exited && Date.now() < retryUntil && /shared memory block|Address already in use|lock file/.test(log)) {
      await waitUntil(() => false, 200);
      continue;
    }
    if (!exited) child.kill("SIGKILL");
    const lines = log.trim().split("\n").slice(-5).join("\n");
    throw new Error(`PostgreSQL did not start on ${directory}. The end of its log (${directory}.log):\n${lines}`);
  }
}

/**
 * The server gets a session of its own: Ctrl-C in a terminal goes to whoever started it, who stops its clients first.
 *
 * @param {Cluster} cluster
 * @param {string} postgres
 * @param {number} port
 */
function spawnServer({ directory, settings, as }, postgres, port) {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_buffers: "64MB",
    max_connections: "60",
    log_timezone: "UTC",
    timezone: "UTC",
    ...settings,
  };
  const log = openSync(`${directory}.log`, "w", 0o600);
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", as.dataPath, "-p", String(port), ...options], {
    ...as.identity,
    cwd: directory,
    env: serverEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return child;
}

function serverEnvironment() {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/**
 * The port of the last start when it is still free, so that a bookmarked database client keeps working.
 *
 * @param {string} directory
 */
async function choosePort(directory) {
  const file = `${directory}.port`;
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (last > 0 && last < 65_536 && (await probePort(last, "127.0.0.1"))) || (await freePort());
  writeFileSync(file, `${port}\n`);
  return port;
}

/**
 * The server that runs on this folder although this process did not start it. A lock file without a server (its process
 * is gone, or the id belongs to another program by now) is removed.
 *
 * @param {string} directory
 * @param {string} password
 * @returns {Promise<{ pid: number, port: number } | null>}
 */
async function findRunning(directory, password) {
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
    throw new Error(
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
function readPostmaster(directory) {
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
function isPostmaster(pid, directory) {
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
function connectionString(port, password, name) {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
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

/**
 * SIGINT: disconnects the clients and writes everything to disk. SIGQUIT: at once, for data that nobody needs.
 *
 * @param {number} pid
 * @param {"SIGINT" | "SIGQUIT"} signal
 */
async function stopServer(pid, signal) {
  if (!isAlive(pid)) return;
  sendSignal(pid, signal);
  if (await waitUntil(() => !isAlive(pid), patienceMs)) return;
  sendSignal(pid, "SIGKILL");
  await waitUntil(() => !isAlive(pid), 5000);
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
