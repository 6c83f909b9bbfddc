import { describe, expect, it } from "vitest";
import { parseSql, quickJsExecutor, readScenarioFolder } from "@/lib/content/engine";
import { engineClient, type EngineAnswer, type WorkerLike } from "./client";
import type { EngineSetup, FromEngine, ToEngine } from "./protocol";
import { serveEngine } from "./serve";

const { loaded, handlers } = readScenarioFolder("content/scenarios/select-then-act/scenario.yaml");
if ("problems" in loaded) throw new Error("the scenario has problems");
const { scenario } = loaded;

function setupOf(source: string): EngineSetup {
  return {
    scenario,
    bounds: scenario.bounds,
    handlers: { worker: { name: "given", source, shipped: source === handlers["given"] } },
  };
}

/** A worker on this thread: messages cross as copies, one turn later, and none after it was ended. */
function localWorker(seen: { grammar: number }): WorkerLike {
  let alive = true;
  const worker: WorkerLike = {
    postMessage: () => undefined,
    terminate: () => (alive = false),
    onmessage: null,
    onerror: null,
  };
  const serve = serveEngine({
    post: (message: FromEngine) => setTimeout(() => alive && worker.onmessage?.({ data: structuredClone(message) })),
    loadExecutor: quickJsExecutor,
    loadSqlParser: async () => {
      seen.grammar++;
      return parseSql;
    },
  });
  worker.postMessage = (message: ToEngine) => void setTimeout(() => alive && serve(structuredClone(message)));
  return worker;
}

function client() {
  const seen = { grammar: 0, loading: [] as string[], started: 0 };
  const engine = engineClient(
    () => (seen.started++, localWorker(seen)),
    (what) => seen.loading.push(what),
  );
  return { engine, seen };
}

function runIn(answer: EngineAnswer) {
  if (answer.state !== "run") throw new Error(`${answer.state}: ${JSON.stringify(answer)}`);
  return answer.view;
}

const given = setupOf(handlers["given"] ?? "");

it("opens a run at given choices, steps, goes back and resets", async () => {
  const { engine, seen } = client();
  const opened = runIn(await engine.open(given, ["A-m1", "A-select"]));
  expect(opened.frames.frames.map(({ choice }) => choice)).toEqual(["A-m1", "A-select"]);
  expect(runIn(await engine.step("A-charge")).frames.outcome.effects).toEqual({ charges: { "order-9": 1 } });
  expect(runIn(await engine.back()).offers.enabled.map(({ name }) => name)).toContain("A-charge");
  expect(runIn(await engine.reset()).frames.frames).toEqual([]);
  expect(runIn(await engine.step("A-charge")).frames.stopped?.choice).toBe("A-charge");
  expect(seen).toEqual({ grammar: 0, loading: ["engine"], started: 1 });
});

it("answers in the order of asking", async () => {
  const { engine } = client();
  const answers = await Promise.all([
    engine.open(given, []),
    engine.step("A-m1"),
    engine.step("A-select"),
    engine.back(),
  ]);
  expect(answers.map((answer) => runIn(answer).frames.frames.length)).toEqual([0, 1, 2, 1]);
});

it("loads PostgreSQL's grammar only for SQL that was not read in advance, and goes on from there", async () => {
  const { engine, seen } = client();
  const other = setupOf((handlers["given"] ?? "").replace("SELECT 1 FROM processed", "SELECT msg_id FROM processed"));
  expect(runIn(await engine.open(other, [])).frames.frames).toEqual([]);
  expect(seen.grammar).toBe(0);
  expect(runIn(await engine.step("A-m1")).frames.frames).toHaveLength(1);
  expect(runIn(await engine.step("A-select")).frames.frames).toHaveLength(2);
  expect(seen).toMatchObject({ grammar: 1, loading: ["engine", "grammar"] });
});

describe("what cannot be done comes back as an answer", () => {
  it("a handler that is no TypeScript", async () => {
    const { engine } = client();
    expect(await engine.open(setupOf("export default async function handle( {"), [])).toMatchObject({
      state: "refused",
      words: { en: expect.stringMatching(/^Line 1, column \d+: this is not valid TypeScript/) as string },
    });
    expect(runIn(await engine.open(given, [])).frames.refusal).toBeNull();
  });

  it("a handler that cannot run here", async () => {
    const { engine } = client();
    const view = runIn(await engine.open(setupOf("export default async () => {\n  await fetch('/');\n};"), ["A-m1"]));
    expect(view.offers).toMatchObject({
      enabled: [],
      refusal: { en: "Line 2: fetch does not exist here. Call a receiver through its port, such as stripe or mailer." },
    });
  });

  it("a step before anything was opened", async () => {
    const { engine } = client();
    expect(await engine.step("A-m1")).toEqual({ state: "failed", message: "no run is open" });
  });

  it.each([
    [null],
    ["open"],
    [{ ask: "open", id: 1 }],
    [{ ask: "step", id: 1, choice: 5 }],
    [{ ask: "eval", id: 1, code: "1" }],
    [{ ask: "back" }],
    [
      {
        ask: "open",
        id: 1,
        setup: { ...given, handlers: { worker: { name: "x", shipped: true, source: "x".repeat(60_000) } } },
        choices: [],
      },
    ],
  ])("a message that is none: %#", async (data) => {
    const said: FromEngine[] = [];
    serveEngine({
      post: (message) => said.push(message),
      loadExecutor: quickJsExecutor,
      loadSqlParser: async () => parseSql,
    })(data);
    await Promise.resolve();
    expect(said).toEqual([{ tell: "failed", id: -1, message: "not a request to the engine" }]);
  });
});

it("is cancelled at once, and loads anew when it is asked again", async () => {
  const { engine, seen } = client();
  const open = engine.open(given, []);
  engine.cancel();
  expect(await open).toEqual({ state: "cancelled" });
  expect(runIn(await engine.open(given, [])).frames.frames).toEqual([]);
  expect(seen.started).toBe(2);
});

it("tells when the worker itself fails", async () => {
  const broken: WorkerLike = {
    postMessage: () => setTimeout(() => broken.onerror?.({ message: "blocked by policy" })),
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
  };
  expect(
    await engineClient(
      () => broken,
      () => undefined,
    ).open(given, []),
  ).toEqual({ state: "failed", message: "blocked by policy" });
});
