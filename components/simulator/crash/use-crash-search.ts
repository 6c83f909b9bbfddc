import { useEffect, useMemo, useRef, useState } from "react";
import { startWorker } from "@/components/simulator/start-worker";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import { explorerClient, type ExplorerClient } from "@/lib/simulator/worker/explore-client";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/** A search that a reader waits for; where it does not suffice, the lab has a search that can be stopped. */
const limits = { states: 150_000, milliseconds: 12_000 };

export interface CrashSearch {
  state: "off" | "searching" | "done" | "nothing";
  scale: CrashScale | null;
  start: () => void;
}

/** All that the handle can show, searched for in a worker of its own when the reader asks for it. */
export function useCrashSearch(setup: EngineSetup): CrashSearch {
  const [found, setFound] = useState<Omit<CrashSearch, "start">>({ state: "off", scale: null });
  const client = useRef<ExplorerClient | null>(null);
  useEffect(() => () => client.current?.end(), []);

  const start = useMemo(() => {
    const search = async () => {
      client.current ??= explorerClient(startWorker, () => undefined);
      const explored = await client.current.explore(setup, { limits });
      const answer = explored.state === "explored" && explored.stopped === null ? await client.current.crashScale() : explored;
      if (answer.state === "ended") return;
      // Everything was computed in advance: the worker and its memory are needed no longer.
      client.current.end();
      client.current = null;
      const scale = answer.state === "crash-scale" ? answer.scale : null;
      setFound({ state: scale ? "done" : "nothing", scale });
    };
    return () => {
      setFound({ state: "searching", scale: null });
      void search();
    };
  }, [setup]);
  return { ...found, start };
}
