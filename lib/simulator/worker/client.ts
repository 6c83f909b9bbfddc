import type { Words } from "../plain";
import { readReply, type EngineSetup, type FromEngine, type RunView, type ToEngine } from "./protocol";

/** The part of a Web Worker that the client uses. */
export interface WorkerLike {
  postMessage: (message: ToEngine) => void;
  terminate: () => void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** The engine as a page sees it. */
export interface EngineClient {
  /** Opens a run and makes the choices; loads the engine first, which may take a second. */
  open: (setup: EngineSetup, choices: readonly string[]) => Promise<EngineAnswer>;
  step: (choice: string) => Promise<EngineAnswer>;
  back: () => Promise<EngineAnswer>;
  reset: () => Promise<EngineAnswer>;
  /** Ends whatever the engine does, at once. Answers that are awaited become `cancelled`; the next `open` loads anew. */
  cancel: () => void;
}

export type EngineAnswer =
  | { state: "run"; view: RunView }
  | { state: "refused"; words: Words }
  | { state: "failed"; message: string }
  | { state: "cancelled" };

type Ask = ToEngine extends infer Request ? (Request extends { id: number } ? Omit<Request, "id"> : never) : never;

/** `start` makes the worker; it is called on the first `open`, and again after a cancellation or a failure. */
export function engineClient(start: () => WorkerLike, onLoading: (what: "engine" | "grammar") => void): EngineClient {
  let worker: WorkerLike | null = null;
  let next = 0;
  const waiting = new Map<number, (answer: EngineAnswer) => void>();

  function settleAll(answer: EngineAnswer): void {
    for (const settle of waiting.values()) settle(answer);
    waiting.clear();
  }

  function end(answer: EngineAnswer): void {
    worker?.terminate();
    worker = null;
    settleAll(answer);
  }

  function receive(reply: FromEngine): void {
    if (reply.tell === "loading") {
      onLoading(reply.what);
      return;
    }
    const settle = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.tell === "run") settle?.({ state: "run", view: reply.view });
    else if (reply.tell === "refused") settle?.({ state: "refused", words: reply.words });
    else settle?.({ state: "failed", message: reply.message });
  }

  function running(): WorkerLike {
    if (worker) return worker;
    const started = start();
    started.onmessage = ({ data }) => {
      const reply = readReply(data);
      if (reply && worker === started) receive(reply);
    };
    started.onerror = ({ message = "the engine could not be loaded" }) => {
      if (worker === started) end({ state: "failed", message });
    };
    worker = started;
    return started;
  }

  function ask(request: Ask): Promise<EngineAnswer> {
    const id = next++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      running().postMessage({ ...request, id } as ToEngine);
    });
  }

  return {
    open: (setup, choices) => ask({ ask: "open", setup, choices }),
    step: (choice) => ask({ ask: "step", choice }),
    back: () => ask({ ask: "back" }),
    reset: () => ask({ ask: "reset" }),
    cancel: () => end({ state: "cancelled" }),
  };
}
