import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface WorkerOptions {
  kind: "redis" | "postgres";
  url: string;
  /** What it returns from the action. */
  name: string;
  key: string;
  leaseMs: number;
  actionMs: number;
}

export type WorkerLine =
  | { event: "effect"; takeover: boolean; fencingToken: number; downstreamKey: string }
  | { event: "outcome"; outcome: { kind: string; value?: string } };

export interface WorkerProgram {
  start(options: WorkerOptions): WorkerProcess;
  /** Ends all workers and removes the program. */
  remove(): Promise<void>;
}

/**
 * Bundles `testing/worker.ts` once, so that a worker starts as fast as Node does. The bundle lies below node_modules,
 * where it finds its packages.
 */
export async function buildWorker(): Promise<WorkerProgram> {
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/", import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "coordinator-worker-"));
  const outfile = join(folder, "worker.mjs");
  const entryPoints = [fileURLToPath(new URL("./worker.ts", import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
  const workers: WorkerProcess[] = [];
  return {
    start(options) {
      const worker = new WorkerProcess(outfile, options);
      workers.push(worker);
      return worker;
    },
    async remove() {
      await Promise.all(workers.map((worker) => worker.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One worker as a child process. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #lines: WorkerLine[] = [];
  readonly #listeners = new Set<() => void>();
  #errors = "";

  constructor(script: string, options: WorkerOptions) {
    this.#child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#child.on("exit", () => this.#tell());
    if (this.#child.stdout === null) throw new Error("the worker has no output");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.#lines.push(JSON.parse(line) as WorkerLine);
      this.#tell();
    });
  }

  /** Its first line of this kind. @throws {Error} when it ends without one */
  async line<Event extends WorkerLine["event"]>(event: Event): Promise<Extract<WorkerLine, { event: Event }>> {
    for (;;) {
      const found = this.#lines.find((line): line is Extract<WorkerLine, { event: Event }> => line.event === event);
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`the worker ended without saying "${event}":\n${this.#errors}`);
      }
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  get effects(): number {
    return this.#lines.filter(({ event }) => event === "effect").length;
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill(signal);
    await exited;
  }

  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  resume(): void {
    this.#child.kill("SIGCONT");
  }

  #tell(): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}
