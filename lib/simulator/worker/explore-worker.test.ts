import { describe, expect, it } from "vitest";
import { parseSql, quickJsExecutor, readScenarioFolder } from "@/lib/content/engine";
import type { Progress } from "../explore/explore";
import { fullBudgets } from "../scenario/bounds";
import type { Bounds } from "../scenario/scenario";
import { explorerClient, type ExplorationAnswer, type ExplorerWorker } from "./explore-client";
import { type FromExplorer, isForExplorer, type ToExplorer } from "./explore-protocol";
import { serveExplorer } from "./explore-serve";
import type { EngineSetup } from "./protocol";

const { loaded, handlers } = readScenarioFolder("content/scenarios/select-then-act/scenario.yaml");
if ("problems" in loaded) throw new Error("the scenario has problems");
const { scenario } = loaded;

function setupOf(name: string, bounds: Partial<Bounds> = {}, source = handlers[name] ?? ""): EngineSetup {
  const faults = fullBudgets({ crash: 1 });
  return {
    scenario,
    bounds: { ...scenario.bounds, faults, ...bounds },
    handlers: { worker: { name, source, shipped: source === handlers[name] } },
  };
}

const explosive = setupOf("fixed", { processes: { worker: 4 }, faults: fullBudgets({ crash: 3, expiry: 3 }) });

/** A worker on this thread: messages cross as copies, one turn later, and none after it was ended. */
function localWorker(seen: { grammar: number }): ExplorerWorker {
  let alive = true;
  const worker: ExplorerWorker = {
    postMessage: () => undefined,
    terminate: () => (alive = false),
    onmessage: null,
    onerror: null,
  };
  const serve = serveExplorer({
    post: (message: FromExplorer) => setTimeout(() => alive && worker.onmessage?.({ data: structuredClone(message) })),
    loadExecutor: quickJsExecutor,
    loadSqlParser: async () => {
      seen.grammar++;
      return parseSql;
    },
    now: () => performance.now(),
    pause: () => new Promise((resolve) => void setTimeout(resolve)),
  });
  worker.postMessage = (message: ToExplorer) => void setTimeout(() => alive && serve(structuredClone(message)));
  return worker;
}

function client() {
  const seen = { grammar: 0, loading: [] as string[], started: 0 };
  const explorer = explorerClient(
    () => (seen.started++, localWorker(seen)),
    (what) => seen.loading.push(what),
  );
  return { explorer, seen };
}

function resultIn(answer: ExplorationAnswer) {
  if (answer.state !== "explored") throw new Error(`${answer.state}: ${JSON.stringify(answer)}`);
  return answer.result;
}

it("explores, and answers questions about what it has explored", async () => {
  const { explorer, seen } = client();
  const result = resultIn(await explorer.explore(setupOf("given")));
  expect(result).toMatchObject({ handler: "given", executor: "quickjs", proof: { complete: true } });
  expect(seen).toEqual({ grammar: 0, loading: ["engine"], started: 1 });
  const last = BigInt(result.schedules ?? "0");
  const answer = await explorer.schedule(last);
  if (answer.state !== "schedule" || !answer.choices) throw new Error(answer.state);
  expect(await explorer.ahead(answer.choices)).toMatchObject({ ahead: { number: String(last) } });
  expect(await explorer.schedule(last + 1n)).toEqual({ state: "schedule", choices: null });
  expect(await explorer.ahead(["A-m1", "A-select", "A-charge", "A-crash"])).toMatchObject({
    state: "ahead",
    ahead: { number: null, endings: { calmest: { verdict: "double" } }, pointOfNoReturn: { inevitable: 4 } },
  });
});

it("computes in advance what the handle of the crash can show", async () => {
  const { explorer } = client();
  resultIn(await explorer.explore(setupOf("given")));
  const answer = await explorer.crashScale();
  if (answer.state !== "crash-scale") throw new Error(answer.state);
  expect(answer.scale?.points.map(({ violates }) => violates)).toEqual(["none", "none", "all", "none", "none"]);
  expect(answer.scale?.points[2]?.worst).toMatchObject({ verdict: "double", frames: { ended: true } });
});

it("opens cells of the map and draws schedules", async () => {
  const { explorer } = client();
  const explored = await explorer.explore(setupOf("given"));
  if (explored.state !== "explored") throw new Error(explored.state);
  const total = BigInt(explored.result.schedules ?? "0");
  const counts = (explored.map ?? []).flatMap(({ outcomes }) => outcomes.map(({ schedules }) => BigInt(schedules ?? "0")));
  expect(counts.reduce((sum, count) => sum + count, 0n)).toBe(total);
  const cell = { gap: { role: "worker", after: ["select", "charge"] }, class: "charge", verdict: "double" } as const;
  expect(await explorer.simplestIn(cell)).toMatchObject({ choices: expect.arrayContaining(["A-crash"]) as string[] });
  expect(await explorer.simplestIn({ ...cell, verdict: "ok" })).toEqual({ state: "schedule", choices: null });
  const drawn = await explorer.sample(20, 7);
  if (drawn.state !== "sample") throw new Error(drawn.state);
  const numbers = drawn.sample.map(({ number }) => BigInt(number));
  expect(new Set(numbers).size).toBe(20);
  expect(numbers.every((number, index) => number >= 1n && number <= total && number > (numbers[index - 1] ?? 0n))).toBe(true);
  expect(await explorer.sample(20, 7)).toEqual(drawn);
  const all = await explorer.sample(1000, 7);
  expect(all.state === "sample" && BigInt(all.sample.length)).toBe(total < 1000n ? total : 1000n);
});

it("tells how far it is, and stops when it is asked to, with what it has seen", async () => {
  const { explorer } = client();
  const seen: Progress[] = [];
  const answer = await explorer.explore(explosive, {
    onProgress: (progress) => {
      seen.push(progress);
      explorer.stop();
    },
  });
  expect(answer).toMatchObject({ state: "explored", stopped: "cancelled", result: { schedules: null } });
  expect(resultIn(answer).proof.en).toContain("not a proof: the exploration was cancelled");
  expect(seen[0]?.states).toBeGreaterThan(0);
  expect(resultIn(await explorer.explore(setupOf("fixed"))).proof.complete).toBe(true);
});

it("keeps the limits that the page gives it", async () => {
  const { explorer } = client();
  expect(await explorer.explore(explosive, { limits: { states: 300 } })).toMatchObject({ stopped: "states" });
});

it("is ended at once, and starts anew when it is asked again", async () => {
  const { explorer, seen } = client();
  const answer = explorer.explore(explosive);
  explorer.end();
  expect(await answer).toEqual({ state: "ended" });
  expect(resultIn(await explorer.explore(setupOf("fixed"))).proof.complete).toBe(true);
  expect(seen.started).toBe(2);
});

it("loads PostgreSQL's grammar only for SQL that was not read in advance", async () => {
  const { explorer, seen } = client();
  const other = (handlers["given"] ?? "").replace("SELECT 1 FROM processed", "SELECT msg_id FROM processed");
  const result = resultIn(await explorer.explore(setupOf("given", {}, other)));
  expect(result.proof.complete).toBe(true);
  expect(seen).toMatchObject({ grammar: 1, loading: ["engine", "grammar"] });
});

describe("what cannot be done comes back as an answer", () => {
  it("a handler that is no TypeScript", async () => {
    const { explorer } = client();
    expect(await explorer.explore(setupOf("given", {}, "export default async function handle( {"))).toMatchObject({
      state: "refused",
      refusal: { line: 1, handler: { role: "worker", name: "given" }, words: { en: expect.stringMatching(/^Line 1, column \d+: this is not valid TypeScript/) as string } },
    });
  });

  it("a handler that cannot run here", async () => {
    const { explorer } = client();
    const answer = await explorer.explore(setupOf("given", {}, "export default async () => {\n  await fetch('/');\n};"));
    expect(answer).toMatchObject({ state: "explored", stopped: "refused", refusal: { line: 2, handler: { role: "worker", name: "given" } } });
    expect(resultIn(answer).proof.en).toContain("not a proof: line 2: fetch does not exist here.");
  });

  it("a question before anything was explored", async () => {
    const { explorer } = client();
    expect(await explorer.crashScale()).toEqual({ state: "failed", message: "nothing was explored" });
    expect(await explorer.ahead([])).toEqual({ state: "failed", message: "nothing was explored" });
  });

  it.each([
    [null],
    [{ ask: "explore", id: 1 }],
    [{ ask: "explore", id: 1, setup: setupOf("given"), limits: { states: "many" } }],
    [{ ask: "schedule", id: 1, number: "1e9" }],
    [{ ask: "ahead", id: 1, choices: [5] }],
    [{ ask: "cell", id: 1, cell: { gap: null, class: "none", verdict: "fine" } }],
    [{ ask: "sample", id: 1, count: 100_000, seed: 1 }],
    [{ ask: "open", id: 1 }],
  ])("a message that is none: %#", async (data) => {
    const said: FromExplorer[] = [];
    serveExplorer({
      post: (message) => said.push(message),
      loadExecutor: quickJsExecutor,
      loadSqlParser: async () => parseSql,
      now: () => 0,
      pause: async () => undefined,
    })(data);
    expect(said).toEqual([{ tell: "failed", id: -1, message: "not a request to the explorer" }]);
  });
});

it("is told apart from a run by what is asked", () => {
  const asked = ["explore", "end-exploration", "schedule", "cell", "sample", "ahead", "crash-scale", "open", "step", "back", "reset"];
  expect(asked.filter((ask) => isForExplorer({ ask, id: 1 }))).toEqual(asked.slice(0, 7));
});
