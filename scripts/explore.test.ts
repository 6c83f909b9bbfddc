import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { explore } from "./support/explore";

const root = fileURLToPath(new URL("..", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "explore-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function run(script: string, args: string[], folder = root) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/tsx/dist/cli.mjs"), "--conditions=react-server", join(root, "scripts", script), ...args],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
    },
  );
  return { status, stdout, stderr };
}

const doubled = "A-m1.A-select.A-charge.A-crash.m1-lease.B-m1.B-select.B-charge.B-insert.B-ack";

describe("explore", () => {
  it("prints a schedule as a table with a sentence per step", () => {
    const { status, stdout } = run("explore.ts", ["select-then-act", "--choices", doubled, "--lang", "ru"]);
    expect(status).toBe(0);
    expect(stdout).toContain("8                                        charge :13                      ch_2");
    expect(stdout).toContain("8. B списывает 42,00 EUR: Stripe проводит платёж (ch_2, без ключа).");
    expect(stdout).toContain("charges: order-9 2 · messages: m1 acked · verdict: double");
  });

  it("prints it as JSON, the same from both executors", async () => {
    const results = await Promise.all(
      ["quickjs", "native"].map((executor) =>
        explore(["select-then-act", "--choices", doubled, "--executor", executor, "--json"]),
      ),
    );
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    const [first, second] = results.map(({ output }) => JSON.parse(output) as { verdict: string; choices: string[] });
    expect(first).toMatchObject({ scenario: "select-then-act", verdict: "double", choices: doubled.split(".") });
    expect(second).toEqual(first);
  });

  it("runs a handler file in place of the shipped one", async () => {
    const file = join(temporary, "handler.ts");
    writeFileSync(
      file,
      readFileSync(join(root, "content/scenarios/select-then-act/handlers/given.ts"), "utf8").replace(
        'currency: "eur",\n  }',
        'currency: "eur",\n  }, { idempotencyKey: msg.id }',
      ),
    );
    expect(await explore(["select-then-act", "--handler-file", file, "--choices", doubled])).toMatchObject({
      code: 0,
      error: "",
      output: expect.stringContaining("verdict: ok") as string,
    });
  });

  it.each([
    [
      "a schedule that is not possible",
      ["select-then-act", "--choices", "A-m1.A-ack"],
      /^“A-ack” is not possible here\. Possible: A-select, A-crash, m1-expiry\.$/,
    ],
    [
      "a scenario that does not exist",
      ["no-such"],
      /^There is no scenario file content\/scenarios\/no-such\/scenario\.yaml\. Give the slug/,
    ],
    [
      "a handler that does not exist",
      ["select-then-act", "--handler", "best"],
      /^There is no handler best for the role worker\. It has given, tempting-unique/,
    ],
    ["an unknown option", ["select-then-act", "--fast", "1"], /^There is no option --fast\. Usage:/],
    [
      "a bound that is no number",
      ["select-then-act", "--crash", "many"],
      /^--crash takes a whole number from 0 to 5, not "many"\.$/,
    ],
    ["a fault to come", ["select-then-act", "--rebalance", "1"], /^The fault rebalance is not modelled yet\.$/],
    [
      "an unknown profile",
      ["select-then-act", "--profile", "speed=high"],
      /^--profile takes name=value; the names are stale-ack/,
    ],
    ["no scenario at all", [], /^Usage: npm run -s explore/],
  ])("answers %s with a sentence and code 2", async (_, args, sentence) => {
    const { code, error } = await explore(args);
    expect(error).toMatch(sentence);
    expect(code).toBe(2);
  });

  it("answers a handler that is no TypeScript with its place, as exit code 2", () => {
    const file = join(temporary, "broken.ts");
    writeFileSync(file, "export default async function handle() {\n  const = 1;\n}\n");
    const { status, stderr } = run("explore.ts", ["select-then-act", "--handler-file", file]);
    expect(stderr.trim()).toBe("Line 2, column 9: this is not valid TypeScript: Unexpected token.");
    expect(status).toBe(2);
  });
});

describe("content:new", () => {
  const folder = join(temporary, "project");
  mkdirSync(join(folder, "content/scenarios"), { recursive: true });
  const create = (...args: string[]) => run("content-new.ts", args, folder);

  it("scaffolds a scenario that runs", async () => {
    expect(create("scenario", "my-case")).toMatchObject({ status: 0, stderr: "" });
    const printed = await explore([
      join(folder, "content/scenarios/my-case/scenario.yaml"),
      "--choices",
      "A-m1.A-mail.A-crash.m1-lease.A-m1.A-mail.A-ack",
    ]);
    expect(printed).toMatchObject({ code: 0, error: "" });
    expect(printed.output).toContain("mails: order-9 2 · messages: m1 acked · verdict: double");
  });

  it.each([
    ["an existing scenario", ["scenario", "my-case"], /exists already/],
    ["a name that is no slug", ["scenario", "My Case"], /is no slug/],
  ])("leaves everything alone for %s", (_, args, sentence) => {
    const { status, stderr } = create(...args);
    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
  });
});
