import { createServer } from "node:http";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { freePort } from "@/scripts/support/ports.mjs";
import { isAlive, waitUntil } from "@/scripts/support/processes.mjs";
import { SmallProject } from "./testing/small-start";

let project: SmallProject;
/** For the tests in which the embedded server plays no part: it takes a while to make one. */
let database: TestDatabase;
let server: { env: { DATABASE_URL: string } };

beforeAll(async () => {
  database = await createTestDatabase();
  server = { env: { DATABASE_URL: database.url } };
});

afterAll(() => database.drop());

beforeEach(() => {
  project = new SmallProject();
});

afterEach(() => project.remove());

/** Whether everything that the starts have run is gone, the database server included. */
async function nothingRuns(): Promise<boolean> {
  const pids = project.ran().map(({ pid }) => pid);
  return waitUntil(() => pids.every((pid) => !isAlive(pid)) && project.postgres() === null, 10_000);
}

const allSteps = ["install", "generate", "compile-content", "build", "serve"];

describe("npm start", { timeout: 120_000 }, () => {
  it("installs, starts a database, builds, serves, and ends all of it at Ctrl-C", async () => {
    const start = await project.start();
    await start.ready();
    expect(await start.visits()).toBeGreaterThan(0);
    expect(project.names()).toEqual(allSteps);
    expect(isAlive(project.postgres()!)).toBe(true);

    start.process.kill("SIGINT");
    expect(await start.end()).toBe(0);
    expect(await nothingRuns()).toBe(true);
    expect(existsSync(join(project.folder, ".data", "start.lock"))).toBe(false);
  });

  it("neither installs nor builds when nothing has changed, and keeps the data", async () => {
    const first = await project.start();
    await first.ready();
    const before = await first.visits();
    first.process.kill("SIGTERM");
    expect(await first.end()).toBe(0);

    project.forgetRuns();
    const second = await project.start();
    await second.ready();
    expect(project.names()).toEqual(["serve"]);
    expect(await second.visits()).toBeGreaterThan(before);
  });

  it.runIf(process.env.TEST_LONG)("builds again after a change of the code, installs again after a change of the lock file", async () => {
    const first = await project.start(server);
    await first.ready();
    first.process.kill("SIGTERM");
    await first.end();

    project.forgetRuns();
    project.write("page.tsx", "export const changed = true;");
    const second = await project.start(server);
    await second.ready();
    expect(project.names()).toEqual(allSteps.slice(1));
    second.process.kill("SIGTERM");
    await second.end();

    project.forgetRuns();
    project.write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/next": { version: "1.0.1" } } }));
    const third = await project.start(server);
    await third.ready();
    expect(project.names()).toEqual(allSteps);
  });

  it("recovers after everything was killed with SIGKILL, and keeps the data", async () => {
    const first = await project.start();
    await first.ready();
    const before = await first.visits();
    first.process.kill("SIGKILL");
    for (const pid of [project.ran().at(-1)!.pid, project.postgres()!]) process.kill(pid, "SIGKILL");
    await first.end();

    const second = await project.start({ env: { PORT: first.port } });
    await second.ready();
    expect(await second.visits()).toBeGreaterThan(before);
  });

  it.runIf(process.env.TEST_LONG)("takes the database over and ends the old web server when only the start was killed", async () => {
    const first = await project.start();
    await first.ready();
    const [oldServer, oldPostgres] = [project.ran().at(-1)!.pid, project.postgres()!];
    first.process.kill("SIGKILL");
    await first.end();
    expect([isAlive(oldServer), isAlive(oldPostgres)]).toEqual([true, true]);

    const second = await project.start({ env: { PORT: first.port } });
    await second.ready();
    expect(second.output).toContain("taken over");
    expect(isAlive(oldServer)).toBe(false);
    expect(project.postgres()).toBe(oldPostgres);
    second.process.kill("SIGINT");
    expect(await second.end()).toBe(0);
    expect(await nothingRuns()).toBe(true);
  });

  it.runIf(process.env.TEST_LONG)("starts the database again when it is killed, and the app goes on", async () => {
    const start = await project.start();
    await start.ready();
    const before = await start.visits();
    process.kill(project.postgres()!, "SIGKILL");
    await start.prints("Starting it again");
    expect(await waitUntil(async () => (await start.visits().catch(() => 0)) > before, 30_000, 200)).toBe(true);
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(0);
    expect(await nothingRuns()).toBe(true);
  });

  it.runIf(process.env.TEST_LONG)("tidies up also when the terminal and npm both pass Ctrl-C on", async () => {
    const start = await project.start();
    await start.ready();
    start.process.kill("SIGINT");
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(0);
    expect(await nothingRuns()).toBe(true);
  });

  it("ends at Ctrl-C while it installs, with everything that npm has started", async () => {
    const start = await project.start({ slow: ["install"] });
    await waitUntil(() => project.names().includes("install-helper"), 20_000);
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(130);
    expect(await nothingRuns()).toBe(true);
  });

  it.runIf(process.env.TEST_LONG)("ends at Ctrl-C while it builds, and builds anew at the next start", async () => {
    const start = await project.start({ ...server, slow: ["build"] });
    await waitUntil(() => project.names().includes("build-helper"), 60_000);
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(130);
    expect(await nothingRuns()).toBe(true);

    const next = await project.start(server);
    await next.ready();
    expect(project.names().filter((name) => name === "build")).toHaveLength(2);
  });

  it.runIf(process.env.TEST_LONG)("compiles the content again when it changes, in development", async () => {
    const start = await project.start({ ...server, mode: "development" });
    await start.ready();
    expect(project.names()).toEqual(["install", "generate", "compile-content", "serve"]);
    project.write(join("content", "lesson.mdx"), "new");
    expect(await waitUntil(() => project.names().at(-1) === "compile-content", 10_000)).toBe(true);
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(0);
    expect(await nothingRuns()).toBe(true);
  });

  it("says which port is taken and how to choose another one", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const { port } = other.address() as AddressInfo;
    const start = await project.start({ env: { PORT: String(port) } });
    expect(await start.end()).toBe(1);
    expect(start.output).toContain(`Port ${port} is taken`);
    expect(start.output).toContain("PORT=");
    expect(project.names()).toEqual([]);
    other.close();
  });

  it.runIf(process.env.TEST_LONG)("says that it already runs when started a second time in the same folder", async () => {
    const first = await project.start(server);
    await first.ready();
    const second = await project.start(server);
    expect(await second.end()).toBe(1);
    expect(second.output).toContain(`already runs at http://localhost:${first.port}`);
    expect(await first.visits()).toBeGreaterThan(0);
  });

  it("uses the server of DATABASE_URL and starts none", async () => {
    const start = await project.start(server);
    await start.ready();
    expect(await start.visits()).toBeGreaterThan(0);
    expect(existsSync(join(project.folder, ".data", "postgres"))).toBe(false);
    expect(start.output).not.toContain(new URL(database.url).password);
    start.process.kill("SIGINT");
    expect(await start.end()).toBe(0);
  });

  it("says what is wrong with DATABASE_URL, without the password", async () => {
    const port = await freePort();
    const start = await project.start({ env: { DATABASE_URL: `postgresql://me:secret@127.0.0.1:${port}/course` } });
    expect(await start.end()).toBe(1);
    expect(start.output).toContain(`nothing listens at me@127.0.0.1:${port}/course`);
    expect(start.output).not.toContain("secret");
    expect(project.names()).toEqual(["install"]);
  });

  it("prints what a failed build said, ends the database, and builds again next time", async () => {
    project.write("build.fails", "page.tsx:1 is broken");
    const start = await project.start();
    expect(await start.end()).toBe(1);
    expect(start.output).toContain("page.tsx:1 is broken");
    expect(await nothingRuns()).toBe(true);
  });

  it.runIf(process.env.TEST_LONG)("tries npm install when npm ci does not accept the lock file", async () => {
    project.write("install.fails", "Missing from lock file");
    const start = await project.start(server);
    await start.ready();
    expect(project.names().slice(0, 2)).toEqual(["install", "install-tolerantly"]);
  });

  it("says that the packages cannot be installed when both ways fail", async () => {
    project.write("install.fails", "no network");
    project.write("install-tolerantly.fails", "no network");
    const start = await project.start();
    expect(await start.end()).toBe(1);
    expect(start.output).toContain("no network");
    expect(start.output).toContain("could not be installed");
  });
});
