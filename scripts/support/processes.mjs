import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A string that stays the same for as long as the process lives and differs from that of any later process with the
 * same id. Null when no such process runs. Process ids are reused (in containers almost at once), so an id alone proves
 * nothing.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function processStamp(pid) {
  try {
    if (process.platform === "linux") {
      // The name of the command (field 2) may hold spaces and brackets: count from the last bracket. Field 22 is the
      // start time in clock ticks since boot, field 3 the state; a zombie (Z) has ended already.
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
      return fields[0] === "Z" ? null : `${boot}/${pid}/${fields[19]}`;
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
    return `${pid}/${started.toString().trim()}`;
  } catch {
    return null;
  }
}

/**
 * Whether a process with this id runs, whoever owns it.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  if (process.platform === "linux") return processStamp(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Whether any process of the group is left; a zombie counts until its parent has noticed.
 *
 * @param {number} leader
 */
export function isGroupAlive(leader) {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Waits until the condition holds. Returns false when it still does not after the time has passed.
 *
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} timeoutMs
 * @param {number} [everyMs]
 */
export async function waitUntil(condition, timeoutMs, everyMs = 25) {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}

/**
 * Sends a signal; a process that has ended already is no error.
 *
 * @param {number} pid negative for a whole process group
 * @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
