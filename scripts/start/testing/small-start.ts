import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@/scripts/support/ports.mjs";
import { isAlive, waitUntil } from "@/scripts/support/processes.mjs";

const script = fileURLToPath(new URL("./small-house.mjs", import.meta.url));

export interface StartOptions {
  env?: Record<string, string>;
  mode?: "production" | "development";
  slow?: string[];
}

/** A project folder without an app, with mode 0700 like many home folders. */
export class SmallProject {
  readonly folder = mkdtempSync(join(tmpdir(), "small-house-"));
  readonly starts: SmallStart[] = [];

  constructor() {
    writeFileSync(join(this.folder, "package.json"), "{}");
    this.write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/next": { version: "1.0.0" } } }));
    mkdirSync(join(this.folder, "prisma", "migrations"), { recursive: true });
    mkdirSync(join(this.folder, "content"));
    this.write("page.tsx", "export {};");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Names and process ids of the programs that ran, in order. */
  ran(): { name: string; pid: number }[] {
    const file = join(this.folder, ".ran.log");
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return lines.map((line) => ({ name: line.split(" ")[0]!, pid: Number(line.split(" ")[1]) }));
  }

  names(): string[] {
    return this.ran().map(({ name }) => name);
  }

  forgetRuns(): void {
    rmSync(join(this.folder, ".ran.log"), { force: true });
  }

  /** Process id of the embedded server, null when none has been started. */
  postgres(): number | null {
    const file = join(this.folder, ".data", "postgres", "postmaster.pid");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
  }

  /** @param options env: for the start; mode: what is started; slow: programs that never end */
  async start({ env = {}, mode = "production", slow = [] }: StartOptions = {}): Promise<SmallStart> {
    const port = env.PORT ?? String(await freePort());
    const start = new SmallStart(this.folder, { ...env, PORT: port }, [mode, ...slow]);
    this.starts.push(start);
    return start;
  }

  async remove(): Promise<void> {
    for (const start of this.starts) start.process.kill("SIGKILL");
    for (const { pid } of this.ran()) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    const postgres = this.postgres();
    if (postgres !== null && isAlive(postgres)) {
      process.kill(postgres, "SIGQUIT");
      await waitUntil(() => !isAlive(postgres), 10_000);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One run of the start script as a process of its own. */
export class SmallStart {
  readonly process: ChildProcess;
  readonly port: string;
  output = "";
  private code: number | null | undefined;

  constructor(folder: string, env: Record<string, string>, words: string[]) {
    this.port = env.PORT ?? "";
    const { DATABASE_URL: _, ...inherited } = process.env;
    this.process = spawn(process.execPath, [script, folder, ...words], { cwd: folder, env: { ...inherited, ...env } });
    this.process.stdout?.on("data", (chunk) => (this.output += chunk));
    this.process.stderr?.on("data", (chunk) => (this.output += chunk));
    this.process.once("close", (code) => (this.code = code));
  }

  /** @throws with everything printed when the text does not come */
  async prints(text: string): Promise<void> {
    const found = await waitUntil(() => this.output.includes(text) || this.code !== undefined, 60_000);
    if (!found || !this.output.includes(text)) throw new Error(`"${text}" was not printed, but:\n${this.output}`);
  }

  ready(): Promise<void> {
    return this.prints(`Ready: http://localhost:${this.port}`);
  }

  /** How many requests the small app has seen, this one included. */
  async visits(): Promise<number> {
    return Number(await (await fetch(`http://127.0.0.1:${this.port}`)).text());
  }

  /** The exit code; null after a signal that cannot be handled. */
  async end(): Promise<number | null> {
    if (!(await waitUntil(() => this.code !== undefined, 60_000))) throw new Error(`Still runs:\n${this.output}`);
    return this.code ?? null;
  }
}
