import { setTimeout as pause } from "node:timers/promises";
import { Child } from "./children";
import type { Lane } from "./lane";
import { untilSessionIsGone } from "./replay/sessions";

/** Milliseconds from a SIGKILL to the end of the transaction that its process had open, over some kills. */
export interface RollbackTimes {
  kills: number;
  medianMs: number;
  longestMs: number;
}

const holder = `export default async (_, { db }) => {
  await db.query("BEGIN");
  await db.query("INSERT INTO held (id) VALUES (1)");
  await db.query("SELECT 1");
}`;

/** Steps of the handler above that are let go: BEGIN and the INSERT. */
const steps = 2;

/**
 * Kills processes with an open transaction that are connected to the server itself, with no door between, and measures
 * when the server has rolled back. Nothing in the check assumes a time; this says what it was.
 */
export async function measureRollbacks(lane: Lane, program: string, kills: number): Promise<RollbackTimes> {
  await lane.prepare("CREATE TABLE held (id int PRIMARY KEY)");
  const times: number[] = [];
  for (let count = 0; count < kills; count++) {
    const child = await Child.spawn(program, lane.servers.postgres.port);
    try {
      await child.start({
        order: "start",
        source: holder,
        starts: "message",
        identity: { ordinal: 0, incarnation: 1, readsBefore: 0 },
        coordinator: null,
        addresses: { database: lane.databaseUrl, stripe: null, receivers: null, redis: null, store: null },
        dropsColonKeys: false,
      });
      let { pending } = await child.deliver({ id: "m1" });
      for (let step = 0; step < steps; step++) {
        const call = pending[0]?.id ?? -1;
        child.letGo({ call, timeoutMs: null });
        const answered = await child.answered(call, patienceMs);
        if (!answered) throw new Error("the holder of a transaction got no answer");
        pending = answered.standing.pending;
      }
      const session = child.session ?? 0;
      const at = performance.now();
      await child.kill();
      await untilSessionIsGone(lane.database, session);
      times.push(performance.now() - at);
    } finally {
      await child.remove();
    }
    await pause(1);
  }
  return { kills, medianMs: median(times), longestMs: Math.max(...times) };
}

const patienceMs = 10_000;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
