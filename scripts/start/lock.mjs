import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainError } from "../support/plain-error.mjs";
import { isGroupAlive, processStamp, sendSignal, waitUntil } from "../support/processes.mjs";

/**
 * One start per folder. The lock says who holds it and which processes they have started, so that after a SIGKILL the
 * next start can end what was left running.
 *
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string | null} stamp tells the process from a later one with the same id
 * @property {string | null} address where the app answers, once it does
 * @property {{ pid: number, stamp: string | null }[]} children leaders of process groups
 *
 * @typedef {object} Lock
 * @property {(change: Partial<Pick<Holder, "address" | "children">>) => void} update
 * @property {() => void} release
 */

/** Another start holds the folder. */
export class AlreadyRunning extends PlainError {
  /** @param {Holder} holder */
  constructor({ pid, address }) {
    const where = address === null ? "is being started" : `already runs at ${address}`;
    super(`Crash Window ${where} from this folder, by process ${pid}. Use that one, or stop it first: kill ${pid}`);
  }
}

/** A holder that has just been told to stop needs this long to notice and finish. */
const patienceMs = 4000;

/**
 * @param {string} file
 * @returns {Promise<Lock>}
 * @throws {AlreadyRunning} when a living process holds it
 */
export async function acquireLock(file) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new PlainError(`Cannot write in ${dirname(file)}. Start as the owner of the project folder.`, { cause: error });
  }
  const deadline = Date.now() + patienceMs;
  /** @type {Holder} */
  const holder = { pid: process.pid, stamp: processStamp(process.pid), address: null, children: [] };
  while (!create(file, holder)) {
    const text = read(file);
    const other = parse(text);
    if (other !== null && processStamp(other.pid) === other.stamp) {
      if (Date.now() > deadline) throw new AlreadyRunning(other);
    } else if (text !== null && (other !== null || Date.now() > deadline)) {
      // Dead, or killed in the middle of writing its first line.
      if (takeAway(file, text) && other !== null) await endLeftovers(other);
      continue;
    }
    await sleep(100);
  }
  return {
    update(change) {
      Object.assign(holder, change);
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(holder));
      renameSync(`${file}.${process.pid}`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/**
 * @param {string} file
 * @param {Holder} holder
 * @returns {boolean} false when the file exists
 */
function create(file, holder) {
  try {
    const descriptor = openSync(file, "wx");
    writeSync(descriptor, JSON.stringify(holder));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {string | null} null when there is none
 */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * @param {string | null} text
 * @returns {Holder | null}
 */
function parse(text) {
  try {
    const value = JSON.parse(text ?? "");
    return typeof value?.pid === "number" && Array.isArray(value.children) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Removes the lock of a dead process, but not one that somebody has made in its place meanwhile: only one of several
 * starts gets to rename the file, and it looks at what it has got.
 *
 * @param {string} file
 * @param {string} text what the lock said
 */
function takeAway(file, text) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return false;
  }
  const mine = read(aside) === text;
  if (mine) rmSync(aside);
  else renameSync(aside, file);
  return mine;
}

/** @param {Holder} holder */
async function endLeftovers({ children }) {
  for (const { pid, stamp } of children) {
    if (stamp === null || processStamp(pid) !== stamp) continue;
    sendSignal(-pid, "SIGKILL");
    await waitUntil(() => !isGroupAlive(pid), patienceMs);
  }
}
