import { useEffect, useState } from "react";
import { startWorker } from "@/components/simulator/start-worker";
import { linkIn } from "@/components/simulator/run-fragment";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Frames } from "@/lib/simulator/run/frame";
import { engineClient } from "@/lib/simulator/worker/client";
import { explorerClient, type ExplorerClient } from "@/lib/simulator/worker/explore-client";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

export type Presented =
  | { state: "loading" }
  | { state: "failed" }
  /** `at`: how much of the run is shown at first. */
  | { state: "ready"; frames: Frames; at: number; pointOfNoReturn: number | null; scale: CrashScale | null };

/**
 * What there is to present of a handler: the run of the address as far as it goes and then at its worst, else the
 * simplest counterexample, else the calmest run; and the crash in every gap, computed in advance.
 */
export function usePresentedRun(setup: EngineSetup): Presented {
  const [found, setFound] = useState<{ setup: EngineSetup; presented: Presented } | null>(null);
  useEffect(() => {
    const client = explorerClient(startWorker, () => undefined);
    let current = true;
    void load(client, setup).then((presented) => {
      client.end();
      if (current) setFound({ setup, presented });
    });
    return () => {
      current = false;
      client.end();
    };
  }, [setup]);
  return found?.setup === setup ? found.presented : { state: "loading" };
}

async function load(client: ExplorerClient, setup: EngineSetup): Promise<Presented> {
  const explored = await client.explore(setup);
  if (explored.state !== "explored") return { state: "failed" };
  const linked = linkIn(window.location.hash, "run")?.choices ?? [];
  const ahead = await client.ahead(linked);
  const endings = ahead.state === "ahead" ? ahead.ahead.endings : null;
  const counterexample = explored.result.counterexample?.map(({ step }) => step);
  const whole =
    linked.length > 0 && endings ? [...linked, ...endings.worst.choices] : (counterexample ?? endings?.calmest.choices ?? linked);
  const moved = explored.stopped === null ? await client.crashScale() : null;
  const engine = engineClient(startWorker, () => undefined);
  const run = await engine.open(setup, whole);
  engine.cancel();
  if (run.state !== "run") return { state: "failed" };
  const { frames } = run.view;
  const decided = await client.ahead(whole);
  const at = linked.length > 0 ? Math.min(linked.length, frames.frames.length) : frames.frames.length;
  const pointOfNoReturn = decided.state === "ahead" ? (decided.ahead.pointOfNoReturn?.inevitable ?? null) : null;
  return { state: "ready", frames, at, pointOfNoReturn, scale: moved?.state === "crash-scale" ? moved.scale : null };
}
