import { useEffect, useMemo, useRef, useState } from "react";
import { startWorker } from "@/components/simulator/start-worker";
import type { AskedCell } from "@/lib/simulator/explore/cell-graph";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Progress, Stopped } from "@/lib/simulator/explore/explore";
import type { ExplorationResult, ScheduleMap } from "@/lib/simulator/explore/result";
import type { Frames } from "@/lib/simulator/run/frame";
import { worldsOfProof, type ProofWorld } from "@/lib/simulator/scenario/worlds";
import { engineClient } from "@/lib/simulator/worker/client";
import { explorerClient, type ExplorerClient, type NoAnswer } from "@/lib/simulator/worker/explore-client";
import type { PlacedRefusal, SampledEnding } from "@/lib/simulator/worker/explore-protocol";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

export type Search =
  | { state: "none" }
  | { state: "waiting" }
  | { state: "running"; progress: Progress | null }
  | FinishedSearch
  | { state: "refused"; refusal: PlacedRefusal }
  | { state: "failed" };

export interface FinishedSearch {
  state: "done";
  result: ExplorationResult;
  map: ScheduleMap | null;
  /** Null for a proof. */
  stopped: Stopped | null;
  /** The run to what cannot run here, or else the simplest violation. */
  counterexample: Frames | null;
  /** After so many choices of that run no continuation is ok any more; null where one is, or where it is not known. */
  pointOfNoReturn: number | null;
  refusal: PlacedRefusal | null;
  crashes: CrashScale | null;
  /** What it is about. */
  world: ProofWorld;
}

/** A handler and everything that its runs need. */
export interface Task {
  handler: string;
  setup: EngineSetup;
}

/** A whole schedule as a run. */
export interface OpenedSchedule {
  frames: Frames;
  /** Its number as decimal digits; null where schedules have none. */
  number: string | null;
  /** After so many choices no continuation is ok any more; null where one is. */
  pointOfNoReturn: number | null;
}

export interface Exploration {
  /** By name of the handler; absent before it was searched. */
  searches: Readonly<Record<string, Search>>;
  /** Searches the handlers one after the other. What is known of others stays. */
  start: (tasks: readonly Task[]) => void;
  /** Ends the search: it is answered with what was seen so far. Handlers that wait are not searched. */
  stop: () => void;
  /** Forgets what was found: the bounds have changed. */
  clear: () => void;
  /** The simplest schedule of a cell; null when it cannot be shown. */
  openCell: (task: Task, cell: AskedCell) => Promise<OpenedSchedule | null>;
  /** The schedule with a number; null when there is none. */
  openNumber: (task: Task, number: bigint) => Promise<OpenedSchedule | null>;
  /** After how many of these choices no continuation is ok any more; null where one is, and where it is not known. */
  pointOfNoReturn: (task: Task, choices: readonly string[]) => Promise<number | null>;
  /** Some schedules, drawn with equal chances. */
  draw: (task: Task, count: number, seed: number) => Promise<readonly SampledEnding[] | null>;
}

/** The search through all schedules in a worker of its own, and questions about what it has found. */
export function useExploration(): Exploration {
  const [searches, setSearches] = useState<Readonly<Record<string, Search>>>({});
  const explorer = useRef<{ client: ExplorerClient; latest: string | null } | null>(null);
  /** Only the latest round may speak. */
  const round = useRef(0);

  useEffect(() => () => explorer.current?.client.end(), []);

  const actions = useMemo(() => {
    const tell = (number: number, handler: string, search: Search) => {
      if (round.current === number) setSearches((before) => ({ ...before, [handler]: search }));
    };
    const started = () => (explorer.current ??= { client: explorerClient(startWorker, () => undefined), latest: null });

    /** A learner's handler has to hold in all circumstances: the first in which it does not is shown. */
    async function search({ handler, setup }: Task, number: number): Promise<void> {
      const worlds = isShipped(setup) ? [{ title: null, setup }] : worldsOfProof(setup);
      for (const world of worlds) {
        const answer = await searchIn(world, handler, number, world === worlds.at(-1));
        if (answer !== "holds" || round.current !== number) return;
      }
    }

    /** Searches one of the circumstances, and tells what was found unless it holds there and others are to come. */
    async function searchIn(world: ProofWorld, handler: string, number: number, isLast: boolean): Promise<"holds" | "told"> {
      const { setup } = world;
      const { client } = started();
      tell(number, handler, { state: "running", progress: null });
      const answer = await client.explore(setup, { onProgress: (progress) => tell(number, handler, { state: "running", progress }) });
      if (explorer.current?.client === client) explorer.current.latest = handler;
      if (answer.state === "refused") tell(number, handler, { state: "refused", refusal: answer.refusal });
      else if (answer.state === "failed") tell(number, handler, { state: "failed" });
      else if (answer.state === "explored") {
        const { result, map, stopped, run, refusal } = answer;
        const holds = stopped === null && result.outcomes.every(({ verdict }) => verdict === "ok");
        if (holds && !isLast) return "holds";
        const done: FinishedSearch = { state: "done", result, map, stopped, counterexample: run, pointOfNoReturn: null, refusal, crashes: null, world };
        // Who has written the handler waits for its counterexample, and is not asked to guess the window first.
        if (!isShipped(setup)) tell(number, handler, done);
        const moved = stopped === null ? await client.crashScale() : null;
        const ahead = run && stopped === null ? await client.ahead(run.frames.map(({ choice }) => choice)) : null;
        const pointOfNoReturn = ahead?.state === "ahead" ? (ahead.ahead.pointOfNoReturn?.inevitable ?? null) : null;
        tell(number, handler, { ...done, pointOfNoReturn, crashes: moved?.state === "crash-scale" ? moved.scale : null });
      }
      return "told";
    }

    /** The worker remembers one exploration: another handler is explored again before it is asked about. */
    async function about({ handler, setup }: Task): Promise<ExplorerClient | null> {
      const current = started();
      if (current.latest === handler) return current.client;
      const answer = await current.client.explore(setup);
      if (answer.state !== "explored") return null;
      current.latest = handler;
      return current.client;
    }

    async function opened(task: Task, ask: (client: ExplorerClient) => Promise<{ state: "schedule"; choices: readonly string[] | null } | NoAnswer>): Promise<OpenedSchedule | null> {
      const client = await about(task);
      const answer = client && (await ask(client));
      if (!client || answer?.state !== "schedule" || !answer.choices) return null;
      return scheduleOf(client, task.setup, answer.choices);
    }

    return {
      start: (tasks: readonly Task[]) => {
        const number = ++round.current;
        setSearches((before) => ({ ...before, ...Object.fromEntries(tasks.map(({ handler }) => [handler, { state: "waiting" } as const])) }));
        void (async () => {
          for (const task of tasks) if (round.current === number) await search(task, number);
        })();
      },
      stop: () => {
        explorer.current?.client.stop();
        setSearches((before) => Object.fromEntries(Object.entries(before).filter(([, { state }]) => state !== "waiting")));
      },
      clear: () => {
        round.current++;
        explorer.current?.client.end();
        explorer.current = null;
        setSearches({});
      },
      openCell: (task: Task, cell: AskedCell) => opened(task, (client) => client.simplestIn(cell)),
      openNumber: (task: Task, number: bigint) => opened(task, (client) => client.schedule(number)),
      pointOfNoReturn: async (task: Task, choices: readonly string[]) => {
        const answer = await (await about(task))?.ahead(choices);
        return answer?.state === "ahead" ? (answer.ahead.pointOfNoReturn?.inevitable ?? null) : null;
      },
      draw: async (task: Task, count: number, seed: number) => {
        const answer = await (await about(task))?.sample(count, seed);
        return answer?.state === "sample" ? answer.sample : null;
      },
    };
  }, []);
  return { searches, ...actions };
}

function isShipped({ handlers }: EngineSetup): boolean {
  return Object.values(handlers).every(({ shipped }) => shipped);
}

/** The schedule of these choices as a run, and what the exploration says about it; null where it cannot be shown. */
async function scheduleOf(client: ExplorerClient, setup: EngineSetup, choices: readonly string[]): Promise<OpenedSchedule | null> {
  const [answer, frames] = await Promise.all([client.ahead(choices), framesOf(setup, choices)]);
  const ahead = answer.state === "ahead" ? answer.ahead : null;
  return frames && { frames, number: ahead?.number ?? null, pointOfNoReturn: ahead?.pointOfNoReturn?.inevitable ?? null };
}

/** Executes choices and gives the run; null where it cannot be shown. */
async function framesOf(setup: EngineSetup, choices: readonly string[]): Promise<Frames | null> {
  const engine = engineClient(startWorker, () => undefined);
  const answer = await engine.open(setup, choices);
  engine.cancel();
  return answer.state === "run" ? answer.view.frames : null;
}
