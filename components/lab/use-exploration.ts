import { useEffect, useMemo, useRef, useState } from "react";
import { startWorker } from "@/components/simulator/start-worker";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Progress, Stopped } from "@/lib/simulator/explore/explore";
import type { ExplorationResult } from "@/lib/simulator/explore/result";
import type { Words } from "@/lib/simulator/plain";
import type { Frames } from "@/lib/simulator/run/frame";
import { engineClient } from "@/lib/simulator/worker/client";
import { explorerClient, type ExplorerClient } from "@/lib/simulator/worker/explore-client";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

export type Search =
  | { state: "none" }
  | { state: "running"; progress: Progress | null }
  | { state: "done"; result: ExplorationResult; stopped: Stopped | null; counterexample: Frames | null; crashes: CrashScale | null }
  | { state: "refused"; words: Words }
  | { state: "failed" };

export interface Exploration {
  search: Search;
  start: (setup: EngineSetup) => void;
  /** Ends the search: it is answered with what was seen so far. */
  stop: () => void;
  /** Forgets what was found: the bounds have changed. */
  clear: () => void;
}

/** The search through all schedules in a worker of its own, and the simplest counterexample as a run. */
export function useExploration(): Exploration {
  const [search, setSearch] = useState<Search>({ state: "none" });
  const client = useRef<ExplorerClient | null>(null);
  /** Only the latest search may speak. */
  const latest = useRef(0);

  useEffect(() => () => client.current?.end(), []);

  const actions = useMemo(() => {
    const run = async (setup: EngineSetup, number: number) => {
      const tell = (search: Search) => latest.current === number && setSearch(search);
      client.current ??= explorerClient(startWorker, () => undefined);
      const answer = await client.current.explore(setup, { onProgress: (progress) => tell({ state: "running", progress }) });
      if (answer.state === "refused") tell({ state: "refused", words: answer.words });
      else if (answer.state === "failed") tell({ state: "failed" });
      else if (answer.state === "explored") {
        const { result, stopped } = answer;
        const choices = result.counterexample?.map(({ step }) => step) ?? null;
        const moved = stopped === null ? await client.current.crashScale() : null;
        const crashes = moved?.state === "crash-scale" ? moved.scale : null;
        tell({ state: "done", result, stopped, counterexample: choices && (await framesOf(setup, choices)), crashes });
      }
    };
    return {
      start: (setup: EngineSetup) => {
        latest.current++;
        setSearch({ state: "running", progress: null });
        void run(setup, latest.current);
      },
      stop: () => client.current?.stop(),
      clear: () => {
        latest.current++;
        client.current?.end();
        client.current = null;
        setSearch({ state: "none" });
      },
    };
  }, []);
  return { search, ...actions };
}

/** Executes choices and gives the run; null where it cannot be shown. */
async function framesOf(setup: EngineSetup, choices: readonly string[]): Promise<Frames | null> {
  const engine = engineClient(startWorker, () => undefined);
  const answer = await engine.open(setup, choices);
  engine.cancel();
  return answer.state === "run" ? answer.view.frames : null;
}
