import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { waitUntil } from "@/scripts/support/processes.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const next = fileURLToPath(new URL("../../node_modules/next/dist/bin/next", import.meta.url));

/** The production server as a process of its own. */
export interface AppServer {
  origin: string;
  /** Ends it at once; resolves when the process is gone. No handler of it runs. */
  stop(): Promise<void>;
}

/**
 * Starts the built app (`NEXT_DIST_DIR`, or `.next`). Resolves when it answers, whether it reaches its database or not.
 *
 * @param options databaseUrl: becomes `DATABASE_URL` of the server
 * @throws what the server printed when it did not come up within a minute
 */
export async function startApp({ databaseUrl, port }: { databaseUrl: string; port: number }): Promise<AppServer> {
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", String(port)], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  const answers = () => fetch(`${origin}/api/health`).then(() => true, () => false);
  const isUp = await waitUntil(async () => child.exitCode !== null || (await answers()), 60_000);
  if (!isUp || child.exitCode !== null) {
    await stop();
    throw new Error(`The server did not start. It says:\n${errors}`);
  }
  return { origin, stop };
}
