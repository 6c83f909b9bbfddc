import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { parseSql, quickJsExecutor } from "@/lib/content/engine";
import { labScenario } from "@/lib/content/load";
import { prove } from "@/lib/progress/proofs/prover";
import { setupOfProof } from "@/lib/progress/proofs/setup-of-proof";
import { explore } from "@/lib/simulator/explore/explore";
import { createSimulation } from "@/lib/simulator/run/simulation";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/** Nanoseconds, as the histogram of Node counts. */
const millisecond = 1e6;

function setupOf(source: string, { slug = "select-then-act", role = "worker", migration = "" } = {}): EngineSetup {
  const lab = labScenario(slug);
  const setup = lab && setupOfProof(lab, { handlers: { [role]: source }, migration, bounds: lab.scenario.bounds });
  if (!setup) throw new Error(`There is no compiled scenario ${slug}. Run: npm run content:compile`);
  return setup;
}

const handler = (body: string) => `export default async function handle(msg, { db, stripe, ack, log }) {\n${body}\n}\n`;
const shipped = (name: string) => readFileSync(`content/scenarios/select-then-act/handlers/${name}.ts`, "utf8");

describe("a proof in a process of its own", () => {
  test.each(process.env.TEST_LONG ? ["given", "tempting-insert-first", "fixed"] : ["given"])("finds what the engine finds in this one: %s", async (name) => {
    const setup = setupOf(shipped(name));
    const { verdict, schedules } = explore(createSimulation({ ...setup, executor: await quickJsExecutor(), parseSql }), { crashMap: false });
    expect(await prove(setup)).toMatchObject({ kind: "proved", verdict, schedules: String(schedules) });
  });

  test("reads SQL that no handler of the scenario has", async () => {
    const code = handler('await db.query("SELECT count(*) AS n FROM processed WHERE msg_id <> $1", [msg.id]);\n await ack();');
    expect(await prove(setupOf(code))).toMatchObject({ kind: "proved", verdict: "lost" });
  });

  test("says at which line a handler cannot run", async () => {
    expect(await prove(setupOf(handler("await ack(;")))).toMatchObject({
      kind: "refused",
      sentence: { en: expect.stringContaining("2") as string },
    });
  });
});

/** What somebody may send to stall the server, to read from it, or to be taken for right. */
const hostile: [what: string, source: string][] = [
  ["a loop before the handler exists", `for (;;) {}\n${handler("")}`],
  ["a bomb of memory", handler("const all = [];\n for (;;) all.push(new Array(100000).fill(msg.id));")],
  ["a regular expression that backtracks without end", handler('/^(a+)+$/.test("a".repeat(60) + "b");\n await ack();')],
  ["a table that grows for ever", handler('for (let n = 0; ; n++) await db.query("INSERT INTO processed (msg_id) VALUES ($1)", [msg.id + n]);')],
  ["a loop without end", handler("for (;;) {}")],
  ["a loop of promises", handler("const again = () => Promise.resolve().then(again);\n await again();")],
  ["a recursion without end", handler("const deeper = (n) => deeper(n + 1) + 1;\n deeper(0);")],
  ["a bomb of text", handler('let text = "x";\n for (;;) text += text;')],
  ["a flood of lines for the log", handler('for (;;) log("line");')],
  ["a flood of requests", handler('for (;;) stripe.charges.create({ amount: 1, order: msg.order });')],
  ["a source that is one deep nest", `${"(".repeat(20_000)}${")".repeat(20_000)}`],
];
/** Migrations of somebody who wants the effects to be there already, or the search never to end. */
const hostileMigrations: [what: string, migration: string][] = [
  ["of other tables under the same names", "DROP TABLE processed; CREATE TABLE processed (msg_id text)"],
  ["of rows", "INSERT INTO processed VALUES ('m1')"],
  ["that runs another language", "DO $$ BEGIN PERFORM pg_sleep(100); END $$"],
  ["that reads files", "COPY processed FROM '/etc/passwd'"],
  ["as deep as it can be", `ALTER TABLE processed ADD CHECK (${"NOT ".repeat(1200)}true)`],
  ["of a thousand brackets", `ALTER TABLE processed ADD CHECK (${"(".repeat(2400)}true${")".repeat(2400)})`],
  ["of a name that every object has", 'CREATE TABLE "__proto__" (msg_id text); INSERT INTO "__proto__" VALUES (1)'],
  ["of half a word", "ALTER TABLE processed ADD"],
];

/** Those that end in four different ways: the others meet the same limits. */
const different = 4;

describe("hostile code", () => {
  test.each(process.env.TEST_LONG ? hostile : hostile.slice(0, different))("%s ends with an answer that is no proof", async (_, source) => {
    const answer = await prove(setupOf(source), { milliseconds: process.env.TEST_LONG ? 20_000 : 6_000, megabytes: 256 });
    expect(["refused", "partial", "ended"]).toContain(answer.kind);
    expect(answer).not.toMatchObject({ why: "broken" });
  }, 60_000);

  test.each([
    ["the constructor of functions", 'globalThis.constructor.constructor("return process")().exit(0)'],
    ["a module of Node", 'await import("node:fs")'],
    ["the process", "process.exit(0)"],
    [
      "a count that is kept under another spelling of the handler's name",
      "h\\u0061ndle.n = (h\\u0061ndle.n ?? 0) + 1; if (h\\u0061ndle.n > 1) await stripe.charges.create({ amount: 1, currency: 'eur' }); await stripe.charges.create({ amount: msg.amount, currency: 'eur' }, { idempotencyKey: msg.id }); await ack()",
    ],
    ["a prototype that others share", "Object.prototype.verdict = 'ok'; Object.prototype.toJSON = () => ({ kind: 'proved' }); await ack()"],
  ])("%s gets nothing out of it", async (_, line) => {
    const answer = await prove(setupOf(handler(`${line};`)));
    expect(answer).not.toMatchObject({ kind: "proved", verdict: "ok" });
    expect(answer).not.toMatchObject({ kind: "ended" });
  }, 60_000);

  test.each(process.env.TEST_LONG ? hostileMigrations : hostileMigrations.slice(0, 1))("a migration %s makes no wrong handler right", async (_, migration) => {
    const answer = await prove(setupOf(shipped("given"), { migration }));
    expect(answer).not.toMatchObject({ kind: "proved", verdict: "ok" });
    expect(answer).not.toMatchObject({ kind: "ended" });
  }, 60_000);

  test("leaves this process its time: whoever asks meanwhile is answered", async () => {
    const lag = async (work: () => Promise<unknown>): Promise<number> => {
      const histogram = monitorEventLoopDelay({ resolution: 5 });
      histogram.enable();
      // It measures from one of its ticks to the next.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await work();
      histogram.disable();
      return histogram.max / millisecond;
    };
    const [, growing = ""] = hostile[3] ?? [];
    const executor = await quickJsExecutor();
    const here = await lag(async () => {
      explore(createSimulation({ ...setupOf(growing), executor, parseSql }), { limits: { milliseconds: 1500 }, now: () => performance.now() });
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const apart = await lag(() => prove(setupOf(growing), { milliseconds: 3000, megabytes: 256 }));
    console.log(`longest wait of the event loop: ${apart.toFixed(0)} ms with a process of its own, ${here.toFixed(0)} ms without`);
    expect(here).toBeGreaterThan(1000);
    expect(apart).toBeLessThan(500);
  }, 60_000);
});
