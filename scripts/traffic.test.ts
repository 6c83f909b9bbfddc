import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { traffic } from "./support/traffic";

const temporary = mkdtempSync(join(tmpdir(), "traffic-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** A copy of the shipped scenario with a thousandth of its messages, and some texts replaced. */
function changed(name: string, changes: Record<string, [from: string, to: string][]> = {}): string {
  const folder = join(temporary, name);
  cpSync("content/scenarios/metric-spike", folder, { recursive: true });
  const all: typeof changes = { ...changes, "scenario.yaml": [["messages: 100000", "messages: 100"], ...(changes["scenario.yaml"] ?? [])] };
  for (const [file, replaced] of Object.entries(all)) {
    const before = readFileSync(join(folder, file), "utf8");
    writeFileSync(join(folder, file), replaced.reduce((text, [from, to]) => text.replace(from, to), before));
  }
  return join(folder, "scenario.yaml");
}

async function run(...args: string[]) {
  const printed: string[] = [];
  const { code, error } = await traffic(args, (line) => void printed.push(line));
  return { code, error, printed: printed.join("\n") };
}

describe("traffic", () => {
  it("prints the three rates, what stands behind them, and whether it is an emergency", async () => {
    const { code, printed } = await run(changed("whole"));
    expect(code).toBe(0);
    expect(printed).toMatch(/^cause: rebalance-burst, handler given, seed \d+\ndedup_check_hit_rate\n {2}before 14:02/);
    expect(printed).toMatch(/messages of the window: 100 distinct ids, 100 effects \(0\), 0 with more than one, 0 with none\nemergency: no/);
  });

  it("prints another cause as data", async () => {
    const { printed } = await run(changed("json"), "--cause", "dedup-off", "--json");
    expect(JSON.parse(printed)).toMatchObject({ cause: "dedup-off", handler: "tempting-no-check", before: { rate: null } });
  });

  const line = "    const records = await consumer.poll({ max: 500, autoCommit: false });";
  it.each([
    ["nothing asked for", [], /^Usage: npm run -s traffic/],
    ["an option that does not exist", ["metric-spike", "--speed", "2"], /'--speed'.*\nUsage:/s],
    ["a scenario without traffic", ["select-then-act"], /^select-then-act has no traffic: .* Ask for metric-spike, or write a plan/],
    ["an unknown cause", ["metric-spike", "--cause", "weather"], /^There is no cause weather\. There are rebalance-burst, .*, or all\.$/],
    ["a handler that throws", [changed("throws", { "handlers/given.ts": [[line, `${line}\n    throw new Error("boom");`]] })], /handlers\/given\.ts:6 boom$/],
    ["a handler that asks for another part", [changed("redis", { "handlers/given.ts": [["{ consumer,", "{ redis, consumer,"]] })], /given\.ts:3 not modelled in traffic: redis$/],
    ["a handler that is no TypeScript", [changed("syntax", { "handlers/given.ts": [[line, `${line}\n    const = 1;`]] })], /given\.ts:6/],
    ["too many messages", [changed("load", { "scenario.yaml": [["load: 2", "load: 1000000"]] })], /yaml:\d+:\d+ that makes more than 1000000 messages; fix: write a smaller number$/],
    ["a span of nothing", [changed("span", { "scenario.yaml": [["effect-ms: [10, 31]", "effect-ms: [31, 10]"]] })], /yaml:\d+:\d+ from 31 to 10 there is nothing; fix: write the smaller number first$/],
    ["more slow partitions than there are", [changed("slow", { "scenario.yaml": [["partitions: 3, factor", "partitions: 30, factor"]] })], /there are only 12 partitions/],
  ])("answers %s with a sentence and code 2", async (_, args, sentence) => {
    const { code, error, printed } = await run(...args);
    expect(error).toMatch(sentence);
    expect({ code, printed }).toEqual({ code: 2, printed: "" });
  });
});
