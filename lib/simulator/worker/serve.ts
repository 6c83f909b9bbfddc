import type { Executor } from "../process/executor";
import { back, framesOf, offersOf, play, startRun, step, type Run } from "../run/run";
import { createSimulation, HandlerRefused } from "../run/simulation";
import { SqlRefused, type SqlParser } from "../world/database/parse-tree";
import { describeRefusal } from "../words/say";
import { readRequest, type EngineSetup, type FromEngine, type RunView, type ToEngine } from "./protocol";

/** The host of the engine: a Web Worker in a page, anything else in a test. */
export interface EngineHost {
  post: (message: FromEngine) => void;
  loadExecutor: () => Promise<Executor>;
  /** Called only for SQL that was not read in advance: PostgreSQL's grammar is large. */
  loadSqlParser: () => Promise<SqlParser>;
}

/**
 * Serves one page: keeps one run and answers requests in their order. Returns the function to call with each message.
 * Cancelling is not a request: a worker that computes does not listen. Whoever wants to cancel ends the worker.
 */
export function serveEngine(host: EngineHost): (data: unknown) => void {
  let executor: Promise<Executor> | null = null;
  let parser: SqlParser | null = null;
  let setup: EngineSetup | null = null;
  let run: Run | null = null;
  let queue = Promise.resolve();

  async function start(asked: EngineSetup, choices: readonly string[]): Promise<Run> {
    if (!executor) host.post({ tell: "loading", what: "engine" });
    executor ??= host.loadExecutor();
    return play(createSimulation({ ...asked, executor: await executor, parseSql: parser }), choices);
  }

  async function apply(request: ToEngine): Promise<Run> {
    if (request.ask === "open") {
      setup = request.setup;
      return start(request.setup, request.choices);
    }
    if (!run) throw new Error("no run is open");
    if (request.ask === "back") return back(run);
    return request.ask === "reset" ? startRun(run.simulation) : step(run, request.choice);
  }

  async function view(request: ToEngine): Promise<RunView> {
    run = await apply(request);
    return { frames: framesOf(run), offers: offersOf(run) };
  }

  /** Loads the grammar, sets the same world up with it, and answers again from the choices made so far. */
  async function withGrammar(request: ToEngine): Promise<RunView> {
    host.post({ tell: "loading", what: "grammar" });
    parser = await host.loadSqlParser();
    if (request.ask === "open") return view(request);
    const choices = run?.frames.map(({ choice }) => choice) ?? [];
    if (setup) run = await start(setup, choices);
    return view(request);
  }

  async function answer(request: ToEngine): Promise<FromEngine> {
    const { id } = request;
    const before = run;
    try {
      return {
        tell: "run",
        id,
        view: await view(request).catch((error: unknown) => {
          if (!(error instanceof SqlRefused) || error.reason !== "no-parser") throw error;
          run = before;
          return withGrammar(request);
        }),
      };
    } catch (error) {
      if (error instanceof HandlerRefused) return { tell: "refused", id, words: describeRefusal(error.refusal) };
      return { tell: "failed", id, message: error instanceof Error ? error.message : String(error) };
    }
  }

  return (data) => {
    const request = readRequest(data);
    if (!request) {
      host.post({ tell: "failed", id: -1, message: "not a request to the engine" });
      return;
    }
    queue = queue.then(async () => host.post(await answer(request)));
  };
}
