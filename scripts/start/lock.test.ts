import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAlive, processStamp, waitUntil } from "@/scripts/support/processes.mjs";
import { acquireLock, AlreadyRunning } from "./lock.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "start.lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that has ended, so its id and its stamp belong to nobody. */
async function deadProcess(): Promise<{ pid: number; stamp: string }> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const dead = { pid: child.pid!, stamp: processStamp(child.pid!)! };
  child.kill("SIGKILL");
  await waitUntil(() => !isAlive(dead.pid), 5000);
  return dead;
}

it("is free again after its release", async () => {
  const lock = await acquireLock(file);
  lock.release();
  (await acquireLock(file)).release();
  expect(existsSync(file)).toBe(false);
});

it("is refused while its holder lives, naming the address and the process", async () => {
  const lock = await acquireLock(file);
  lock.update({ address: "http://localhost:3000" });
  const second = acquireLock(file);
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow(new RegExp(`http://localhost:3000.*kill ${process.pid}`));
  lock.release();
});

it("is waited for while its holder is about to let go", async () => {
  const lock = await acquireLock(file);
  setTimeout(lock.release, 300);
  (await acquireLock(file)).release();
});

it("passes on from a dead holder, whose programs are ended", async () => {
  const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  const children = [{ pid: left.pid!, stamp: processStamp(left.pid!) }];
  writeFileSync(file, JSON.stringify({ ...(await deadProcess()), address: null, children }));
  (await acquireLock(file)).release();
  expect(await waitUntil(() => !isAlive(left.pid!), 5000)).toBe(true);
});

it("does not end a stranger that has got the number of such a program", async () => {
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  const children = [{ pid: stranger.pid!, stamp: "of another process" }];
  writeFileSync(file, JSON.stringify({ ...(await deadProcess()), address: null, children }));
  (await acquireLock(file)).release();
  expect(isAlive(stranger.pid!)).toBe(true);
  stranger.kill("SIGKILL");
});

it.each(process.env.TEST_LONG ? ["", '{"pid":1}'] : ['{"pid":1}'])("survives a holder that was killed while it wrote: %j", async (text) => {
  writeFileSync(file, text);
  (await acquireLock(file)).release();
});

it("goes to exactly one of several starts that find a dead holder", { timeout: 60_000 }, async () => {
  const log = join(folder, "winners");
  writeFileSync(file, JSON.stringify({ ...(await deadProcess()), address: null, children: [] }));
  writeFileSync(log, "");
  const code = `
    import { appendFileSync } from "node:fs";
    import { acquireLock } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "lock.mjs")).href)};
    await acquireLock(${JSON.stringify(file)}).then(
      () => { appendFileSync(${JSON.stringify(log)}, "won\\n"); setInterval(() => {}, 1000); },
      () => appendFileSync(${JSON.stringify(log)}, "lost\\n"),
    );`;
  const starts = Array.from({ length: 6 }, () => spawn(process.execPath, ["--input-type=module", "-e", code]));
  const lines = () => readFileSync(log, "utf8").trim().split("\n");
  expect(await waitUntil(() => lines().length === starts.length, 40_000, 100)).toBe(true);
  for (const start of starts) start.kill("SIGKILL");
  expect(lines().filter((line) => line === "won")).toHaveLength(1);
});
