import type { AskedCell } from "../explore/cell-graph";
import type { CrashScale } from "../explore/crash-scale";
import type { Limits, Progress, Stopped } from "../explore/explore";
import type { ExplorationResult, ScheduleMap } from "../explore/result";
import type { Frames } from "../run/frame";
import { type Ahead, type FromExplorer, type PlacedRefusal, readExplorerReply, type SampledEnding, type ToExplorer } from "./explore-protocol";
import type { EngineSetup } from "./protocol";

/** The part of a Web Worker that the client uses. */
export interface ExplorerWorker {
  postMessage: (message: ToExplorer) => void;
  terminate: () => void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** What is no answer to the question. */
export type NoAnswer =
  | { state: "refused"; refusal: PlacedRefusal }
  | { state: "failed"; message: string }
  /** The worker was ended. */
  | { state: "ended" };

export type ExplorationAnswer =
  | { state: "explored"; result: ExplorationResult; map: ScheduleMap | null; stopped: Stopped | null; run: Frames | null; refusal: PlacedRefusal | null }
  | NoAnswer;

/** The exploration as a page sees it: in a worker of its own, so that a run goes on while it computes. */
export interface ExplorerClient {
  explore: (
    setup: EngineSetup,
    options?: { limits?: Partial<Limits>; onProgress?: (progress: Progress) => void },
  ) => Promise<ExplorationAnswer>;
  /** Asks the exploration to end: it is answered with what was seen so far. */
  stop: () => void;
  /** The choices of a schedule of the latest exploration by its number, from 1; null when there is none. */
  schedule: (number: bigint) => Promise<{ state: "schedule"; choices: readonly string[] | null } | NoAnswer>;
  /** The choices of the simplest schedule in a cell of the latest exploration's map; null when it has none. */
  simplestIn: (cell: AskedCell) => Promise<{ state: "schedule"; choices: readonly string[] | null } | NoAnswer>;
  /** Some schedules of the latest exploration, drawn with equal chances; the same seed gives the same ones. */
  sample: (count: number, seed: number) => Promise<{ state: "sample"; sample: SampledEnding[] } | NoAnswer>;
  /** What becomes of a run in the latest exploration. */
  ahead: (choices: readonly string[]) => Promise<{ state: "ahead"; ahead: Ahead } | NoAnswer>;
  /** All that a handle on the crash of the first delivery can show, from the latest exploration; null when nothing. */
  crashScale: () => Promise<{ state: "crash-scale"; scale: CrashScale | null } | NoAnswer>;
  /** Ends the worker, whatever it does. The next `explore` starts another. */
  end: () => void;
}

type Answer = FromExplorer extends infer Reply
  ? Reply extends { tell: infer Tell; id: number }
    ? Tell extends "progress"
      ? never
      : Omit<Reply, "tell" | "id"> & { state: Tell }
    : never
  : never;

type Ask = ToExplorer extends infer Request ? (Request extends { id: number } ? Omit<Request, "id"> : never) : never;

/** `start` makes the worker; it is called with the first question, and again after an end or a failure. */
export function explorerClient(start: () => ExplorerWorker, onLoading: (what: "engine" | "grammar") => void): ExplorerClient {
  let worker: ExplorerWorker | null = null;
  let next = 0;
  const waiting = new Map<number, { settle: (answer: Answer | NoAnswer) => void; onProgress?: (progress: Progress) => void }>();

  function endWith(answer: NoAnswer): void {
    worker?.terminate();
    worker = null;
    for (const { settle } of waiting.values()) settle(answer);
    waiting.clear();
  }

  function receive(reply: FromExplorer): void {
    if (reply.tell === "loading") {
      onLoading(reply.what);
      return;
    }
    const { id, tell, ...rest } = reply;
    const waiter = waiting.get(id);
    if (reply.tell === "progress") {
      waiter?.onProgress?.(reply.progress);
      return;
    }
    waiting.delete(id);
    waiter?.settle({ state: tell, ...rest } as Answer);
  }

  function running(): ExplorerWorker {
    if (worker) return worker;
    const started = start();
    started.onmessage = ({ data }) => {
      const reply = readExplorerReply(data);
      if (reply && worker === started) receive(reply);
    };
    started.onerror = ({ message = "the engine could not be loaded" }) => {
      if (worker === started) endWith({ state: "failed", message });
    };
    worker = started;
    return started;
  }

  function ask<Told extends Answer["state"]>(
    request: Ask,
    onProgress?: (progress: Progress) => void,
  ): Promise<Extract<Answer, { state: Told }> | NoAnswer> {
    const id = next++;
    return new Promise((resolve) => {
      const settle = (answer: Answer | NoAnswer) => resolve(answer as Extract<Answer, { state: Told }> | NoAnswer);
      waiting.set(id, { settle, ...(onProgress && { onProgress }) });
      running().postMessage({ ...request, id } as ToExplorer);
    });
  }

  return {
    explore: (setup, { limits = {}, onProgress } = {}) => ask<"explored">({ ask: "explore", setup, limits }, onProgress),
    stop: () => worker?.postMessage({ ask: "end-exploration", id: next++ }),
    schedule: (number) => ask<"schedule">({ ask: "schedule", number: String(number) }),
    simplestIn: (cell) => ask<"schedule">({ ask: "cell", cell }),
    sample: (count, seed) => ask<"sample">({ ask: "sample", count, seed }),
    ahead: (choices) => ask<"ahead">({ ask: "ahead", choices }),
    crashScale: () => ask<"crash-scale">({ ask: "crash-scale" }),
    end: () => endWith({ state: "ended" }),
  };
}
