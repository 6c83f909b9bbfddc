import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { execute } from "@/lib/testing/execute";
import { startPostgres, startThrowAwayPostgres } from "./postgres.mjs";
import { isAlive, waitUntil } from "./support/processes.mjs";

type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

let folder: string;
let dataDir: string;
const servers: PostgresServer[] = [];
const programs: ChildProcess[] = [];

beforeEach(() => {
  // Mode 0700: what the user that the server runs as cannot walk through.
  folder = mkdtempSync(join(tmpdir(), "postgres-test-"));
  dataDir = join(folder, "project", ".data", "postgres");
});

afterEach(async () => {
  for (const program of programs.splice(0)) program.kill("SIGKILL");
  for (const server of servers.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(directory = dataDir): Promise<PostgresServer> {
  // What is written need not outlive the machine, and waiting for the disk takes most of the time.
  const server = await startPostgres({ dataDir: directory, settings: { fsync: "off" } });
  servers.push(server);
  return server;
}

/** The launcher as a process of its own, to be killed. */
async function startInAnotherProcess(): Promise<{ launcher: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL("./postgres.mjs", import.meta.url));
  const launcher = spawn(process.execPath, [script, dataDir]);
  programs.push(launcher);
  let output = "";
  launcher.stdout.on("data", (chunk) => (output += chunk));
  expect(await waitUntil(() => output.includes("\n"), 60_000)).toBe(true);
  return { launcher, url: output.trim() };
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill("SIGKILL");
  await waitUntil(() => !isAlive(process.pid!), 5000);
}

const createNote = "CREATE TABLE note AS SELECT 'kept'::text AS text";
const readNote = "SELECT text FROM note";

describe("the embedded PostgreSQL", { timeout: 120_000 }, () => {
  it("works in a folder that others cannot enter, asks for its password, and stops without a trace", async () => {
    const server = await start();
    expect(await execute(server.url, "SELECT upper('дом') AS word")).toEqual([{ word: "ДОМ" }]);
    expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${dataDir}.port`, "utf8").trim()).toBe(String(server.port));

    const stranger = new URL(server.url);
    stranger.password = "guessed";
    await expect(execute(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed");
    expect(await execute(server.url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);

    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  });

  it("takes over the server of a launcher that was killed", async () => {
    const { launcher, url } = await startInAnotherProcess();
    await execute(url, createNote);
    await kill(launcher);

    const server = await start();
    expect(server.reused).toBe(true);
    expect(server.url).toBe(url);
    expect(await execute(server.url, readNote)).toEqual([{ text: "kept" }]);
  });

  it.runIf(process.env.TEST_LONG)("recovers when launcher and server were killed, on the same port", async () => {
    const { launcher, url } = await startInAnotherProcess();
    await execute(url, createNote);
    await kill(launcher);
    process.kill(Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");

    const server = await start();
    expect(server.reused).toBe(false);
    expect(server.url).toBe(url);
    expect(await execute(server.url, readNote)).toEqual([{ text: "kept" }]);
  });

  it.runIf(process.env.TEST_LONG)("is not misled by another program that has the process id of a server that is gone", async () => {
    const first = await start();
    await first.stop();
    writeFileSync(join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n0\n${first.port}\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    expect(second.reused).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });

  it.runIf(process.env.TEST_LONG)("does not take the server of a copied folder for its own", async () => {
    const original = await start();
    await execute(original.url, createNote);
    const copy = join(folder, "copy", "postgres");
    mkdirSync(join(folder, "copy"));
    for (const suffix of ["", ".password", ".port"]) cpSync(dataDir + suffix, copy + suffix, { recursive: true });
    chmodSync(copy, 0o700);

    const second = await start(copy);
    expect(second.reused).toBe(false);
    expect(second.port).not.toBe(original.port);
    await execute(second.url, "UPDATE note SET text = 'changed'");
    expect(await execute(original.url, readNote)).toEqual([{ text: "kept" }]);
  });

  it.runIf(process.env.TEST_LONG)("makes the database anew when making it was interrupted", async () => {
    mkdirSync(`${dataDir}.new`, { recursive: true });
    writeFileSync(join(`${dataDir}.new`, "PG_VERSION"), "17\n");
    const server = await start();
    expect(await execute(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("says what to do when the password is gone", async () => {
    await (await start()).stop();
    rmSync(`${dataDir}.password`);
    await expect(startPostgres({ dataDir })).rejects.toThrow("Cannot read the password");
  });

  it.runIf(process.env.TEST_LONG)("leaves nothing behind when it was started to be thrown away", async () => {
    const server = await startThrowAwayPostgres();
    const [row] = await execute(server.url, "SHOW fsync");
    expect(row).toEqual({ fsync: "off" });
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    expect(existsSync(server.folder)).toBe(false);
  });

  it("ends with the process that threw it away, a kill -9 included", async () => {
    const script = fileURLToPath(new URL("./postgres.mjs", import.meta.url));
    const run = spawn(process.execPath, [script], { env: { ...process.env, TMPDIR: folder } });
    programs.push(run);
    let output = "";
    run.stdout.on("data", (chunk) => (output += chunk));
    await waitUntil(() => output.includes("\n"), 60_000);
    const url = output.trim();
    expect(await execute(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(readdirSync(folder)).toHaveLength(1);

    await kill(run);
    expect(await waitUntil(() => readdirSync(folder).length === 0, 20_000)).toBe(true);
    await expect(execute(url, "SELECT 1")).rejects.toThrow();
  });
});
