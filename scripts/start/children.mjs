import { spawn } from "node:child_process";
import { isGroupAlive, processStamp, sendSignal, waitUntil } from "../support/processes.mjs";
import { CommandFailed, Stopped } from "./errors.mjs";

/** Next finishes requests in flight and npm tidies up; after this time they are killed. */
const graceMs = 8000;

/**
 * Environment variables of a program. Unlike `NodeJS.ProcessEnv`, which Next declares to have a NODE_ENV always.
 *
 * @typedef {Record<string, string | undefined>} Environment
 */

/**
 * The programs that one start runs. Each leads a process group of its own: Ctrl-C in a terminal reaches only the start
 * itself, which then ends everything in order.
 *
 * @param {{
 *   cwd: string,
 *   onChange: (running: { pid: number, stamp: string | null }[]) => void,
 * }} options onChange: told at once whenever a program starts or ends
 */
export function childPrograms({ cwd, onChange }) {
  /** @type {Map<number, { pid: number, stamp: string | null }>} */
  const running = new Map();
  let stopping = false;

  /**
   * @param {string[]} command program and arguments
   * @param {Environment} env
   */
  function launch([program, ...words], env) {
    if (stopping) throw new Stopped();
    const child = spawn(program ?? "", words, {
      cwd,
      env: /** @type {NodeJS.ProcessEnv} */ (env),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = child;
    if (pid !== undefined) {
      running.set(pid, { pid, stamp: processStamp(pid) });
      onChange([...running.values()]);
      child.once("exit", () => {
        running.delete(pid);
        onChange([...running.values()]);
      });
    }
    return child;
  }

  return {
    /**
     * Runs a program to its end.
     *
     * @param {string} failure the sentence for the case that it fails
     * @param {string[]} command
     * @param {Environment} env
     * @returns {Promise<string>} what it printed
     * @throws {CommandFailed | Stopped}
     */
    run(failure, command, env) {
      const child = launch(command, env);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      return new Promise((resolve, reject) => {
        child.once("error", (error) => reject(new CommandFailed(failure, error.message)));
        child.once("close", (code) => {
          if (stopping) reject(new Stopped());
          else if (code === 0) resolve(output);
          else reject(new CommandFailed(failure, output));
        });
      });
    },

    /**
     * Starts a program that stays.
     *
     * @param {string[]} command
     * @param {Environment} env
     */
    serve: (command, env) => launch(command, env),

    /** Ends all of them and waits until they are gone, helpers of theirs included. No program starts after this. */
    async stop() {
      stopping = true;
      await Promise.all([...running.keys()].map(endGroup));
    },
  };
}

/** @param {number} leader */
async function endGroup(leader) {
  sendSignal(-leader, "SIGTERM");
  if (await waitUntil(() => !isGroupAlive(leader), graceMs)) return;
  sendSignal(-leader, "SIGKILL");
  await waitUntil(() => !isGroupAlive(leader), graceMs);
}
