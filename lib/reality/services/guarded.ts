import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program that cannot outlive this one, with a temporary folder that goes with it. */
export interface Guarded {
  folder: string;
  /** Everything that it has said so far. */
  output: () => string;
  /** Resolves once its output holds this text. @throws Error with the output when it ends before, or takes too long */
  says: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * The shell waits for the end of its input, which comes when this process is gone, a kill -9 included. Then it ends its
 * whole process group, in which the program and all its children are, and removes the folder.
 */
const script = `
  folder=$1; shift
  "$@" &
  read -r _
  trap '' TERM
  kill -TERM 0
  wait
  rm -rf "$folder"
  kill -KILL 0`;

const patienceMs = 60_000;

export function temporaryFolder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `crash-window-${name}-`)));
}

/** @param command the program and its arguments; `folder` is removed at the end */
export function startGuarded(folder: string, command: readonly string[], env: Record<string, string> = {}): Guarded {
  const shell = spawn("/bin/sh", ["-c", script, "sh", folder, ...command], {
    cwd: folder,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      tell();
    });
  }
  let ended = false;
  shell.on("exit", () => {
    ended = true;
    tell();
  });
  return {
    folder,
    output: () => output,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) finish(resolve);
          else if (ended) finish(() => reject(new Error(`${command[0]} ended before it was ready:\n${output.slice(-2000)}`)));
        };
        const late = () => finish(() => reject(new Error(`${command[0]} was not ready after ${patienceMs} ms:\n${output.slice(-2000)}`)));
        const timer = setTimeout(late, patienceMs);
        const finish = (then: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          then();
        };
        listeners.add(look);
        look();
      }),
    async stop() {
      if (ended) return;
      const exited = once(shell, "exit");
      shell.stdin.end();
      await exited;
    },
  };
}

/** A port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
