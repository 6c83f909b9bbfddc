import { performance } from "node:perf_hooks";
import { createClient } from "redis";
import type { Receipt, Subject } from "./subjects";

export interface Figures {
  firstP50: number;
  replayP50: number;
  firstPerSecond: number;
  replayPerSecond: number;
  /** All callers on one key. */
  hotReplayPerSecond: number;
}

export interface RoundSize {
  /** Runs one after the other, for latency. */
  sequential: number;
  /** So many in a row before it is the next subject's turn: what disturbs the machine disturbs all alike. */
  turn: number;
  /** Runs of which `width` are under way at a time, for throughput. */
  parallel: number;
  width: number;
}

const action = async (): Promise<Receipt> => ({ receipt: "em_1" });
/** Replays go round among so many keys, so that no subject answers several callers with one look. */
const replayKeys = 200;

/** One round of all subjects, in turns. `round` makes its keys new. */
export async function measureRound(subjects: Subject[], round: string, size: RoundSize): Promise<Figures[]> {
  const runs = subjects.map((subject, index) => {
    const name = `${round}-${index}`;
    const replayKey = (run: number) => `replay-${name}-${run % replayKeys}`;
    return {
      prepare: async () => {
        for (let key = 0; key < replayKeys; key++) await subject.run(replayKey(key), action);
      },
      first: (run: number) => subject.run(`first-${name}-${run}`, action),
      replay: (run: number) => subject.replay?.(replayKey(run)) ?? subject.run(replayKey(run), action),
    };
  });
  for (const { prepare } of runs) await prepare();
  const firstMicros = runs.map((): number[] => []);
  const replayMicros = runs.map((): number[] => []);
  for (let done = 0; done < size.sequential; done += size.turn) {
    for (const [index, { first, replay }] of runs.entries()) {
      firstMicros[index]?.push(...(await latencies(done, size.turn, first)));
      replayMicros[index]?.push(...(await latencies(done, size.turn, replay)));
    }
  }
  const figures: Figures[] = [];
  for (const [index, { first, replay }] of runs.entries()) {
    figures.push({
      firstP50: median(firstMicros[index] ?? []),
      replayP50: median(replayMicros[index] ?? []),
      firstPerSecond: await throughput(size, (run) => first(size.sequential + run)),
      replayPerSecond: await throughput(size, replay),
      hotReplayPerSecond: await throughput(size, () => replay(0)),
    });
  }
  return figures;
}

/** In microseconds, each. */
async function latencies(from: number, count: number, run: (index: number) => Promise<unknown>): Promise<number[]> {
  const micros: number[] = [];
  for (let index = from; index < from + count; index++) {
    const startedAt = performance.now();
    await run(index);
    micros.push((performance.now() - startedAt) * 1000);
  }
  return micros;
}

export async function throughput({ parallel, width }: RoundSize, run: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < parallel; index = next++) await run(index);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: width }, worker));
  return (parallel / (performance.now() - startedAt)) * 1000;
}

export interface Traffic {
  /** Commands that clients sent: one round trip each, since every subject waits for each answer. */
  roundTrips: number;
  /** All commands that the server executed, by name, those inside scripts included. */
  commands: Record<string, number>;
}

/** Exactly what the server saw while `work` ran. Nothing else may use this server meanwhile. */
export async function countTraffic(url: string, work: () => Promise<unknown>): Promise<Traffic> {
  const observer = createClient({ url });
  await observer.connect();
  const lines: string[] = [];
  await observer.monitor((line) => void lines.push(String(line)));
  await work();
  const end = `end-of-work-${performance.now()}`;
  const marker = createClient({ url });
  await marker.connect();
  await marker.get(end);
  while (!lines.some((line) => line.includes(end))) await new Promise((resolve) => setTimeout(resolve, 5));
  marker.destroy();
  observer.destroy();
  const commands: Record<string, number> = {};
  let roundTrips = 0;
  for (const line of lines) {
    const [, source = "", name = ""] = /^\S+ \[\d+ (\S+)\] "([^"]+)"/.exec(line) ?? [];
    const command = name.toLowerCase();
    if (line.includes(end) || connecting.has(command)) continue;
    commands[command] = (commands[command] ?? 0) + 1;
    if (source !== "lua") roundTrips++;
  }
  return { roundTrips, commands };
}

/** What clients send when they connect. */
const connecting = new Set(["hello", "client", "monitor", "info", "select"]);

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const low = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0;
  return (low + (sorted[middle] ?? 0)) / 2;
}
