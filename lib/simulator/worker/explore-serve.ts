import { crashScaleOf } from "../explore/crash-scale";
import { exploreInTurns, type Exploration } from "../explore/explore";
import { resultOf, scheduleMapIn } from "../explore/result";
import { sampleSchedules } from "../explore/sample";
import type { Executor } from "../process/executor";
import type { Refusal } from "../process/history";
import { framesOf, play } from "../run/run";
import { createSimulation, HandlerRefused, type Simulation } from "../run/simulation";
import { describeRefusal } from "../words/say";
import { SqlRefused, type SqlParser } from "../world/database/parse-tree";
import { type Ahead, type FromExplorer, type PlacedRefusal, readExplorerRequest, type ToExplorer } from "./explore-protocol";
import type { EngineSetup } from "./protocol";

/** The host of the exploration: a Web Worker in a page, anything else in a test. */
export interface ExplorerHost {
  post: (message: FromExplorer) => void;
  loadExecutor: () => Promise<Executor>;
  /** Called only for SQL that was not read in advance: PostgreSQL's grammar is large. */
  loadSqlParser: () => Promise<SqlParser>;
  /** Milliseconds from any start. */
  now: () => number;
  /** Lets messages in that have arrived meanwhile. */
  pause: () => Promise<void>;
}

type Explore = ToExplorer & { ask: "explore" };

/** Milliseconds between two messages of progress: often enough to be seen moving. */
const progressMs = 50;

/**
 * Serves one page: explores one setup at a time and keeps the latest exploration for questions about it. Returns the
 * function to call with each message. Unlike a run, an exploration can be asked to end: it listens between its turns.
 */
export function serveExplorer(host: ExplorerHost): (data: unknown) => void {
  let executor: Promise<Executor> | null = null;
  let parser: SqlParser | null = null;
  let latest: Exploration | null = null;
  let running = { aborted: false };
  let queue = Promise.resolve();

  async function loadedExecutor(): Promise<Executor> {
    if (!executor) host.post({ tell: "loading", what: "engine" });
    executor ??= host.loadExecutor();
    return executor;
  }

  async function explore({ id, setup, limits }: Explore, signal: { aborted: boolean }): Promise<FromExplorer> {
    const loaded = await loadedExecutor();
    let shown = host.now();
    latest = await exploreInTurns(createSimulation({ ...setup, executor: loaded, parseSql: parser }), {
      limits,
      signal,
      now: host.now,
      pause: async () => {
        if (host.now() - shown < progressMs) return;
        shown = host.now();
        await host.pause();
      },
      onProgress: (progress) => {
        if (host.now() - shown >= progressMs) host.post({ tell: "progress", id, progress });
      },
    });
    const { simulation, counterexample, refusal, stopped } = latest;
    const way = refusal?.choices ?? counterexample;
    return {
      tell: "explored",
      id,
      result: resultOf(latest, loaded.name),
      map: scheduleMapIn(latest),
      stopped,
      run: way ? framesOf(play(simulation, way)) : null,
      refusal: refusal && placed(refusal.refusal, roleOf(simulation, refusal.refusal.process), setup),
    };
  }

  function aheadOf(choices: readonly string[]): Ahead {
    if (!latest) throw new Error("nothing was explored");
    const number = latest.numbering.numberOf(choices);
    return {
      number: number === null ? null : String(number),
      endings: latest.continuations.after(choices),
      pointOfNoReturn: latest.continuations.pointOfNoReturn(choices),
    };
  }

  async function apply(request: Exclude<ToExplorer, { ask: "end-exploration" }>, signal: { aborted: boolean }): Promise<FromExplorer> {
    const { id } = request;
    if (request.ask === "explore") {
      return explore(request, signal).catch(async (error: unknown) => {
        if (!(error instanceof SqlRefused) || error.reason !== "no-parser") throw error;
        host.post({ tell: "loading", what: "grammar" });
        parser = await host.loadSqlParser();
        return explore(request, signal);
      });
    }
    if (request.ask === "ahead") return { tell: "ahead", id, ahead: aheadOf(request.choices) };
    if (!latest) throw new Error("nothing was explored");
    if (request.ask === "cell") return { tell: "schedule", id, choices: latest.simplest.inCell(request.cell) };
    if (request.ask === "sample") {
      const drawn = sampleSchedules(latest.numbering, request.count, request.seed);
      const sample = drawn.map(({ number, outcome: { verdict, effects } }) => ({ number: String(number), verdict, effects }));
      return { tell: "sample", id, sample };
    }
    if (request.ask === "crash-scale") return { tell: "crash-scale", id, scale: crashScaleOf(latest) };
    return { tell: "schedule", id, choices: latest.numbering.scheduleAt(BigInt(request.number)) };
  }

  return (data) => {
    const request = readExplorerRequest(data);
    if (!request) {
      host.post({ tell: "failed", id: -1, message: "not a request to the explorer" });
      return;
    }
    if (request.ask === "end-exploration") {
      running.aborted = true;
      return;
    }
    const signal = { aborted: false };
    if (request.ask === "explore") running = signal;
    queue = queue.then(async () => {
      host.post(await apply(request, signal).catch((error: unknown) => failure(request, error)));
    });
  };
}

function failure(request: Exclude<ToExplorer, { ask: "end-exploration" }>, error: unknown): FromExplorer {
  const { id } = request;
  if (error instanceof HandlerRefused && request.ask === "explore")
    return { tell: "refused", id, refusal: placed(error.refusal, error.role, request.setup) };
  return { tell: "failed", id, message: error instanceof Error ? error.message : String(error) };
}

function placed(refusal: Refusal, role: string | null, { handlers }: EngineSetup): PlacedRefusal {
  const place = { words: describeRefusal(refusal), line: refusal.line, column: refusal.column };
  if (role === null) return { ...place, handler: null };
  const { name = "", shipped = false } = handlers[role] ?? {};
  return { ...place, handler: { role, name, shipped } };
}

function roleOf({ processes }: Simulation, process: string): string {
  return processes.find(({ name }) => name === process)?.role ?? "";
}
