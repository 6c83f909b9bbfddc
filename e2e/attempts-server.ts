import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "@/scripts/support/ports.mjs";
import { waitUntil } from "@/scripts/support/processes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const next = fileURLToPath(new URL("../node_modules/next/dist/bin/next", import.meta.url));

/** The production server as a process of its own, to be killed and started again on the same port. */
export interface KillableServer {
  origin: string;
  /** Resolves when it answers, whether it reaches its database or not. */
  start(): Promise<void>;
  /** SIGKILL: no handler runs, nothing is flushed. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** @param databaseUrl becomes `DATABASE_URL` of the server */
export async function killableServer(databaseUrl: string): Promise<KillableServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const env = { ...process.env, DATABASE_URL: databaseUrl, NEXT_TELEMETRY_DISABLED: "1" };
    const started = spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", String(port)], {
      cwd: root,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    let errors = "";
    started.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const isReady = () => fetch(`${origin}/api/health`).then(() => true, () => false);
    const inTime = await waitUntil(async () => started.exitCode !== null || (await isReady()), 60_000);
    if (!inTime || started.exitCode !== null) throw new Error(`The server did not start. It says:\n${errors}`);
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  return { origin, start, kill };
}
