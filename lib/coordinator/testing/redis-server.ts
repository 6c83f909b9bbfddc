import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RedisServer {
  port: number;
  url: string;
  pid: number;
  /** Ends the process at once, as a power cut would, and starts it again on the same port and folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const install = "apt-get install -y --no-install-recommends redis-server";

/**
 * A redis-server of its own, on a free port of the loopback interface, without persistence unless asked for.
 * @throws {Error} with the command to install it when there is none
 */
export async function startRedis({ persistent = false, args = [] as string[] } = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "coordinator-redis-"));
  const port = await freePort();
  const saving = persistent ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder, ...saving, ...args];
  let server = await launch(options);
  const abandon = () => void server.kill("SIGKILL");
  process.once("exit", abandon);
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid ?? 0;
    },
    async restart() {
      await end("SIGKILL");
      server = await launch(options);
    },
    async stop() {
      process.off("exit", abandon);
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(options: string[]): Promise<ChildProcess> {
  const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "ENOENT" ? new Error(`redis-server is not installed. Install it: ${install}`) : error);
    });
    server.on("exit", (code) => reject(new Error(`redis-server ended with ${code} before it was ready:\n${output}`)));
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready to accept connections")) resolve();
    });
  });
  server.removeAllListeners("exit");
  server.stdout?.resume();
  server.stderr?.resume();
  return server;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  await once(probe, "close");
  return port;
}
