import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { waitUntil } from "@/scripts/support/processes.mjs";

/** What the test command prints to a reader, and how it ends. */
async function runCase(name: string, { whileRunning }: { whileRunning?: (run: ChildProcess) => void } = {}) {
  const script = join(import.meta.dirname, "testing", "small-checks.mjs");
  const run = spawn(process.execPath, [script, name], {
    env: { ...process.env, DATABASE_URL: "postgresql://a@127.0.0.1:1/never", NODE_ENV: "production" },
  });
  let [lines, errors] = ["", ""];
  run.stdout.on("data", (chunk) => (lines += chunk));
  run.stderr.on("data", (chunk) => (errors += chunk));
  const ended = new Promise<number | null>((resolve) => run.once("close", resolve));
  if (whileRunning) {
    await waitUntil(() => lines.includes("Slow …"), 20_000);
    whileRunning(run);
  }
  const code = await ended;
  return { code, errors, lines, lastLine: lines.trim().split("\n").at(-1) };
}

describe("npm test", { timeout: 60_000 }, () => {
  it("adds up what the runners counted and one for every other check", async () => {
    const { lines, lastLine, code } = await runCase("good");
    expect(lastLine).toBe("41 passed, 0 failed");
    expect(code).toBe(0);
    expect(lines).toContain("2 are for npm run test:long");
  });

  it("goes on after a failed check, prints what it said, and fails", async () => {
    const { lastLine, code, errors, lines } = await runCase("bad");
    expect(lastLine).toBe("2 passed, 1 failed");
    expect(code).toBe(1);
    expect(errors).toContain("line 7 is wrong");
    expect(lines).toContain("Last: 1 passed");
  });

  it("stops after a failure that makes the rest impossible", async () => {
    const { lastLine, code, lines } = await runCase("required-bad");
    expect(lastLine).toBe("0 passed, 1 failed");
    expect(code).toBe(1);
    expect(lines).not.toContain("Last");
  });

  it("takes a runner without a report for failed", async () => {
    expect(await runCase("no-report")).toMatchObject({ lastLine: "0 passed, 1 failed", code: 1 });
  });

  it.each(["crash", "crash-outside"])("ends with its closing line when it breaks itself: %s", async (name) => {
    const { lastLine, code, errors } = await runCase(name);
    expect(lastLine).toBe("0 passed, 1 failed");
    expect(code).toBe(1);
    expect(errors).toContain("a defect of ours");
  });

  it("ends with its closing line at Ctrl-C", async () => {
    const { lastLine, code, lines } = await runCase("slow", { whileRunning: (run) => run.kill("SIGINT") });
    expect(lastLine).toBe("1 passed, 1 failed");
    expect(code).toBe(1);
    expect(lines.match(/\d+ passed, \d+ failed/g)).toHaveLength(1);
  });

  it("shows its checks neither DATABASE_URL nor NODE_ENV, and asks for full counts when it runs long", async () => {
    expect(await runCase("environment")).toMatchObject({ lastLine: "1 passed, 0 failed", code: 0 });
  });
});
