import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/scripts/support/ports.mjs";
import { isAlive, waitUntil } from "@/scripts/support/processes.mjs";

const notInAClone = new Set(["node_modules", "generated", ".git", ".data", "test-results", "playwright-report"]);

/** `npm start` as a newcomer types it. */
class Start {
  output = "";
  readonly process: ChildProcess;
  private code: number | null | undefined;

  constructor(
    folder: string,
    readonly port: number,
  ) {
    const { DATABASE_URL: _, ...env } = process.env;
    // The worst NODE_ENV for installing: npm would leave out what the build needs.
    this.process = spawn("npm", ["start"], { cwd: folder, env: { ...env, NODE_ENV: "production", PORT: String(port) } });
    for (const stream of [this.process.stdout, this.process.stderr]) stream?.on("data", (chunk) => (this.output += chunk));
    this.process.once("close", (code) => (this.code = code));
  }

  async ready(): Promise<void> {
    await waitUntil(() => this.output.includes("Ready:") || this.code !== undefined, 600_000, 100);
    expect(this.output).toContain(`Ready: http://localhost:${this.port}`);
  }

  async stop(): Promise<void> {
    this.process.kill("SIGINT");
    expect(await waitUntil(() => this.code !== undefined, 60_000)).toBe(true);
  }
}

// Minutes of installing and building: for npm run test:long. The parts are tested in run.test.ts.
describe.runIf(process.env.TEST_LONG)("npm start in a clean clone that others cannot enter", { timeout: 900_000 }, () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "whole-start-"));
    const filter = (source: string) => !notInAClone.has(basename(source)) && !basename(source).startsWith(".next");
    cpSync(".", folder, { recursive: true, filter });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("serves the lesson, and the second start neither installs nor builds", async () => {
    const first = new Start(folder, await freePort());
    await first.ready();
    expect(first.output).toContain("Installing the packages");
    const page = await fetch(`http://127.0.0.1:${first.port}/ru/lessons/reading-code-and-logs`);
    expect(page.status).toBe(200);
    const health = await fetch(`http://127.0.0.1:${first.port}/api/health`);
    expect(await health.json()).toMatchObject({ status: "ok" });
    const postgres = Number(readFileSync(join(folder, ".data", "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    await first.stop();
    expect(isAlive(postgres)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${first.port}/`)).rejects.toThrow();

    const second = new Start(folder, await freePort());
    await second.ready();
    expect(second.output).not.toContain("Installing");
    expect(second.output).not.toContain("Building");
    await second.stop();
  });
});
