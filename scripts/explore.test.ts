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

  it("explores all schedules and says what it has proved", () => {
    const { status, stdout } = run("explore.ts", ["select-then-act", "--crash", "1", "--trace"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^In all [\d,]+ schedules \(2 workers, at most 1 crash, 1 expiry\): double [\d,]+, ok [\d,]+\. Further bounds: no other faults, /);
    expect(stdout).toMatch(/^double +[\d,]+ +charges: order-9 3 +m1 acked +recorded 2$/m);
    expect(stdout).toContain("simplest counterexample, double: A-m1.A-select.A-charge.A-crash.m1-lease.A-m1.A-select.A-charge\n");
    expect(stdout).toContain("8. A₂ charges 42.00 EUR: Stripe takes the money (ch_2, no key).");
    expect(stdout).toContain("8                    charge :13                               ch_2");
  });

  it("prints what it has found as JSON, in a form that does not change", async () => {
    const { code, output } = await explore(["select-then-act", "--handler", "fixed", "--crash", "1", "--expiry", "0", "--json"]);
    expect(code).toBe(0);
    const result = JSON.parse(output) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual(
      "scenario scenarioVersion engineVersion handler executor bounds profiles proof schedules states handlerRuns milliseconds outcomes crashMap counterexample".split(
        " ",
      ),
    );
    expect(result).toMatchObject({
      scenario: "select-then-act",
      handler: "fixed",
      executor: "quickjs",
      bounds: { processes: { worker: 2 }, faults: { crash: 1, expiry: 0 }, maxReceive: 10 },
      profiles: { requeue: "delayed", "stale-ack": "ignore" },
      proof: { complete: true },
      outcomes: [
        {
          effects: { charges: { "order-9": 1 } },
          messages: { m1: "acked" },
          observed: { recorded: "1" },
          verdict: "ok",
          schedules: result["schedules"],
        },
      ],
      counterexample: null,
    });
    expect(result["crashMap"]).toContainEqual({
      process: "A",
      incarnation: 1,
      gap: { after: [] },
      class: "start",
      outcomes: [{ effects: { charges: { "order-9": 1 } }, verdict: "ok", schedules: "2" }],
    });
  });

  it("finds a schedule by its number", async () => {
    const bounds = ["select-then-act", "--crash", "1", "--expiry", "0"];
    const { output } = await explore([...bounds, "--schedule", "5", "--json"]);
    const { choices, ended } = JSON.parse(output) as { choices: string[]; ended: boolean };
    expect(ended).toBe(true);
    expect(await explore([...bounds, "--choices", choices.join("."), "--json"])).toMatchObject({ code: 0, output });
  });

  it("says where a handler did something that cannot run here", async () => {
    const file = join(temporary, "refused.ts");
    writeFileSync(file, "export default async function handle(msg, { ack }) {\n  await ack();\n  Date.now();\n}\n");
    expect(await explore(["select-then-act", "--handler-file", file])).toMatchObject({
      code: 2,
      error: "the handler file (worker): Line 3: Date does not exist here. Use clock.now(). (A-m1.A-ack)",
      output: expect.stringContaining("not a proof") as string,
    });
  });

  it("gives what it has seen when it is cancelled, and calls it no proof", async () => {
    const cancelled = AbortSignal.abort();
    expect(await explore(["select-then-act"], { signal: cancelled })).toMatchObject({
      code: 3,
      output: expect.stringMatching(/^No violation in the 1 state seen \(.+\); not a proof: the exploration was cancelled\./) as string,
    });
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
    ["an unknown option", ["select-then-act", "--fast", "1"], /^There is no option --fast\. npm run -s explore without/],
    ["an option without its value", ["select-then-act", "--crash", "--json"], /^--crash is no option, or needs a value\./],
    ["an unknown option alone", ["select-then-act", "--fast"], /^--fast is no option, or needs a value\./],
    ["a role that does not exist", ["select-then-act", "--processes", "relay=2"], /^There is no role relay\. The scenario has worker\.$/],
    ["two schedules", ["select-then-act", "--schedule", "1", "--choices", "A-m1"], /^Give --choices or --schedule, not both/],
    ["a schedule number that is none", ["select-then-act", "--schedule", "0"], /^--schedule takes the number of a schedule, from 1, not "0"\.$/],
    [
      "a schedule number that is too large",
      ["select-then-act", "--schedule", "9999", "--crash", "0", "--expiry", "0"],
      /^There are \d+ schedules within these bounds, and none has the number 9999\.$/,
    ],
    ["a handler file that does not exist", ["select-then-act", "--handler-file", "no.ts"], /^There is no handler file no\.ts\.$/],
    ["a limit of receives that is no number", ["select-then-act", "--max-receive", "few"], /^--max-receive takes a whole number/],
    ["an executor that does not exist", ["select-then-act", "--executor", "v8"], /^--executor takes quickjs or native, not "v8"\.$/],
    [
      "a bound that is no number",
      ["select-then-act", "--crash", "many"],
      /^--crash takes a whole number from 0 to 5, not "many"\.$/,
    ],
    [
      "an unknown profile",
      ["select-then-act", "--profile", "speed=high"],
      /^--profile takes name=value; the names are [a-z-]+, /,
    ],
    ["a role that nobody has", ["select-then-act", "--handler", "nobody=fixed"], /^There is no role nobody\. The scenario has worker\.$/],
    ["a handler file that is a folder", ["select-then-act", "--handler-file", "content"], /^There is no handler file content\.$/],
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
    expect(stderr.trim()).toBe(`${file} (worker): Line 2, column 9: this is not valid TypeScript: Unexpected token.`);
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
