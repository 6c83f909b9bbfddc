import { explore } from "@/lib/simulator/explore/explore";
import { firstLife } from "@/lib/simulator/testing/executors";
import type { HistoryEntry, PendingRequest } from "@/lib/simulator/process/history";
import { simulationOf, type Subject } from "./subjects";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? NaN;
}

export interface Proved {
  schedules: string;
  states: number;
  handlerRuns: number;
  verdict: string;
  /** Medians, in milliseconds: counts and counterexample alone, and with the crash map. */
  proof: number;
  withMap: number;
}

/** Proves a subject anew in each round. */
export async function prove(subject: Subject, rounds: number): Promise<Proved> {
  const proofs: number[] = [];
  const maps: number[] = [];
  let last = explore(await simulationOf(subject), { crashMap: false });
  for (let round = 0; round < rounds; round++) {
    for (const [times, crashMap] of [
      [proofs, false],
      [maps, true],
    ] as const) {
      const simulation = await simulationOf(subject);
      const start = performance.now();
      last = explore(simulation, { crashMap });
      times.push(performance.now() - start);
    }
  }
  const { schedules, states, handlerRuns, verdict } = last;
  return {
    schedules: schedules === null ? "∞" : String(schedules),
    states,
    handlerRuns,
    verdict: verdict ?? "",
    proof: median(proofs),
    withMap: median(maps),
  };
}

/** Milliseconds of one run of a handler from its start through a history, over the histories of one delivery. */
export async function handlerRun(subject: Subject, executor: "quickjs" | "native", runs: number): Promise<number> {
  const simulation = await simulationOf(subject, executor);
  const { program } = simulation.processes[0]?.tree ?? {};
  const [message] = simulation.scenario.messages;
  if (!program || !message) throw new Error("nothing to run");
  const history: HistoryEntry[] = [{ message }];
  const replies: HistoryEntry[][] = [history];
  for (let [request] = program.replay(firstLife, history).pending; request; [request] = pendingAfter()) {
    replies.push([...(replies.at(-1) ?? []), { reply: request.id, value: replyTo(request) }]);
  }
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    program.replay(firstLife, replies[run % replies.length] ?? []);
    times.push(performance.now() - start);
  }
  return median(times);

  function pendingAfter(): PendingRequest[] {
    return program?.replay(firstLife, replies.at(-1) ?? []).pending ?? [];
  }
}

function replyTo({ port }: PendingRequest) {
  return port === "db.query" ? { rows: [], rowCount: 0, command: "" } : { id: "1" };
}
