import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainError } from "../support/plain-error.mjs";
import { childPrograms } from "./children.mjs";
import { projectCommands } from "./commands.mjs";
import { CommandFailed, Stopped } from "./errors.mjs";
import { acquireLock } from "./lock.mjs";
import { choosePort } from "./port.mjs";
import { prepare } from "./prepare.mjs";
import { serveUntilEnd } from "./serve.mjs";

/**
 * What the parts of a start share.
 *
 * @typedef {object} House
 * @property {string} root of the project
 * @property {"production" | "development"} mode
 * @property {boolean} isAuthoring in development: keys and problems of the content are shown while it is written
 * @property {import("./commands.mjs").Commands} commands
 * @property {ReturnType<typeof childPrograms>} programs
 * @property {NodeJS.ProcessEnv} env for the programs
 * @property {(stop: () => Promise<void>) => void} atEnd what to undo after the programs have ended, last first
 * @property {(line: string) => void} say
 */

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Lines of a failed program that are printed: its own last words, not its life. */
const lastWords = 60;

/**
 * Brings the app up and keeps it until Ctrl-C, SIGTERM or SIGHUP, then ends all it has started and this process.
 * Exit code 0: stopped by request while serving; 130: stopped while preparing; 1: an error, explained in a sentence.
 *
 * @param {{
 *   mode: "production" | "development",
 *   isAuthoring?: boolean,
 *   root?: string,
 *   commands?: import("./commands.mjs").Commands,
 * }} options root, commands: for tests
 */
export async function startHouse({ mode, isAuthoring = false, root = projectRoot, commands = projectCommands(root) }) {
  loadEnvironmentFiles(root);
  const say = console.log;
  const interruption = catchSignals();
  /** @type {import("./lock.mjs").Lock | undefined} */
  let lock;
  const programs = childPrograms({ cwd: root, onChange: (children) => lock?.update({ children }) });
  /** @type {(() => Promise<void>)[]} */
  const undo = [];
  let exitCode = 130;

  const work = async () => {
    lock = await acquireLock(join(root, ".data", "start.lock"));
    const port = await choosePort(process.env.PORT);
    const authoring = isAuthoring ? { CONTENT_AUTHORING: "1" } : {};
    const env = { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1", ...authoring };
    /** @type {House} */
    const house = { root, mode, isAuthoring, commands, programs, env, say, atEnd: (stop) => void undo.push(stop) };
    await prepare(house);
    await serveUntilEnd(house, port, (address) => {
      lock?.update({ address });
      say(`Ready: ${address}${isAuthoring ? "/en/author" : ""}  (Ctrl-C stops it)`);
      exitCode = 0;
    });
  };

  const working = work();
  try {
    await Promise.race([working, interruption]);
  } catch (error) {
    if (error instanceof Stopped) say("Stopping");
    else exitCode = report(error);
  }
  await programs.stop();
  // What was under way sees its program end. It may still have started the database in its last moment.
  await working.catch(() => {});
  for (const stop of undo.reverse()) await stop();
  lock?.release();
  process.exit(exitCode);
}

/**
 * Settings can also stand in a file beside package.json. The environment wins.
 *
 * @param {string} root
 */
function loadEnvironmentFiles(root) {
  for (const name of [".env.local", ".env"]) {
    if (existsSync(join(root, name))) process.loadEnvFile(join(root, name));
  }
}

/** Ctrl-C reaches this process twice, from the terminal and passed on by npm. A later one is a person in a hurry. */
const sameSignalMs = 1000;

/**
 * Rejects with Stopped at the first signal; another one ends this process at once. When npm itself is killed it cannot
 * pass anything on, so its absence counts as a signal.
 *
 * @returns {Promise<never>}
 */
function catchSignals() {
  return new Promise((_, reject) => {
    /** @type {number | undefined} */
    let askedAt;
    const stop = () => {
      if (askedAt !== undefined && Date.now() - askedAt > sameSignalMs) process.exit(130);
      askedAt ??= Date.now();
      reject(new Stopped());
    };
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      reject(new Stopped());
    }, 500);
    watch.unref();
  });
}

/**
 * @param {unknown} error
 * @returns {number} exit code
 */
function report(error) {
  if (error instanceof CommandFailed) {
    const lines = error.output.trim().split("\n").slice(-lastWords);
    console.error([...lines, error.message].join("\n").trim());
  } else if (error instanceof PlainError) {
    console.error(error.message);
  } else {
    console.error("Could not start:", error);
  }
  return 1;
}
