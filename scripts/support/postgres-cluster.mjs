import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainError } from "./plain-error.mjs";
import { freePort, probePort } from "./ports.mjs";
import { databaseUser, patienceMs, readPostmaster } from "./postgres-process.mjs";
import { runAs } from "./postgres-user.mjs";
import { waitUntil } from "./processes.mjs";

/**
 * @typedef {object} Cluster
 * @property {string} directory absolute, without symbolic links
 * @property {Record<string, string>} settings
 * @property {import("./postgres-user.mjs").RunAs} as
 */

/**
 * Makes an empty cluster with a generated password. It is made beside its place and moved there when it is complete, so
 * that one that was interrupted is simply made again.
 *
 * @param {string} directory does not exist yet
 * @param {{
 *   findBinaries: (options: { readableByAll: boolean }) => Promise<import("./postgres-binaries.mjs").PostgresBinaries>,
 *   sync: boolean,
 * }} options sync: wait until everything is on the disk
 */
export async function initialise(directory, { findBinaries, sync }) {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const { identity, dataPath } = runAs(unfinished);
  const { initdb } = await findBinaries({ readableByAll: identity.uid !== undefined });

  const passwordFile = passwordFileOf(directory);
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  const { uid, gid } = identity;
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);
  // Another user may own the file and still not be able to walk to it: it goes in as standard input.
  const stdin = openSync(passwordFile, "r");
  const options = [
    `--pgdata=${dataPath}`,
    `--username=${databaseUser}`,
    `--pwfile=${uid === undefined ? passwordFile : "/dev/stdin"}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(sync ? [] : ["--no-sync"]),
  ];
  const { status, error, stderr } = spawnSync(initdb, options, {
    ...identity,
    cwd: unfinished,
    env: serverEnvironment(),
    stdio: [stdin, "ignore", "pipe"],
    encoding: "utf8",
  });
  closeSync(stdin);
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new PlainError(`Could not create the database in ${directory}: ${error?.message ?? stderr.trim()}`);
  }
  renameSync(unfinished, directory);
}

/** @param {string} directory */
export function passwordFileOf(directory) {
  return `${directory}.password`;
}

/**
 * Starts a server on a cluster that none serves, and waits until it takes connections.
 *
 * @param {Cluster} cluster
 * @param {string} postgres
 * @returns {Promise<{ pid: number, port: number }>}
 */
export async function launch(cluster, postgres) {
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
      await sleep(200);
      continue;
    }
    if (!exited) child.kill("SIGKILL");
    const lines = log.trim().split("\n").slice(-5).join("\n");
    throw new PlainError(`PostgreSQL did not start on ${directory}. The end of its log (${directory}.log):\n${lines}`);
  }
}

/**
 * The server gets a session of its own: Ctrl-C in a terminal goes to whoever started it, who stops its clients first.
 *
 * @param {Cluster} cluster
 * @param {string} postgres
 * @param {number} port
 * @returns {import("node:child_process").ChildProcess}
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

/** @returns {NodeJS.ProcessEnv} */
function serverEnvironment() {
  return { NODE_ENV: "production", PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
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
