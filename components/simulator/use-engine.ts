import { useEffect, useMemo, useRef, useState } from "react";
import { startWorker } from "@/components/simulator/start-worker";
import { engineClient, type EngineAnswer, type EngineClient } from "@/lib/simulator/worker/client";
import type { Words } from "@/lib/simulator/plain";
import type { EngineSetup, RunView } from "@/lib/simulator/worker/protocol";

/** The engine as a component sees it. */
export interface EngineState {
  /** The run that the reader makes; null until the engine has opened one, and after it was closed. */
  view: RunView | null;
  status: "off" | "ready" | "busy" | "loading-engine" | "loading-grammar" | "cancelled" | "failed" | "refused";
  /** Why the handler cannot run here, when it was refused. */
  refusal: Words | null;
}

const off: EngineState = { view: null, status: "off", refusal: null };

export interface Engine {
  engine: EngineState;
  /** Loads the engine if need be, and opens a run at these choices. */
  open: (choices: readonly string[]) => void;
  step: (choice: string) => void;
  back: () => void;
  reset: () => void;
  /** Ends loading or computing at once. */
  cancel: () => void;
  close: () => void;
}

/** The engine in its Web Worker, loaded at the first `open` and ended with the component. */
export function useEngine(setup: EngineSetup): Engine {
  const [engine, setEngine] = useState(off);
  const client = useRef<EngineClient | null>(null);

  useEffect(() => () => client.current?.cancel(), []);

  const actions = useMemo(() => {
    const receive = (answer: EngineAnswer) => {
      if (answer.state === "run") setEngine({ view: answer.view, status: "ready", refusal: null });
      else setEngine({ view: null, status: answer.state, refusal: answer.state === "refused" ? answer.words : null });
    };
    const ask = (question: (client: EngineClient) => Promise<EngineAnswer>) => {
      client.current ??= engineClient(startWorker, (what) =>
        setEngine((before) => ({ ...before, status: `loading-${what}` })),
      );
      setEngine((before) => ({ ...before, status: "busy", refusal: null }));
      void question(client.current).then(receive);
    };
    return {
      open: (choices: readonly string[]) => ask((to) => to.open(setup, choices)),
      step: (choice: string) => ask((to) => to.step(choice)),
      back: () => ask((to) => to.back()),
      reset: () => ask((to) => to.reset()),
      cancel: () => client.current?.cancel(),
      close: () => setEngine(off),
    };
  }, [setup]);
  return { engine, ...actions };
}
