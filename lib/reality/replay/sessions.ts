import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** A server that takes longer than this to notice that a client is gone is worth a look. */
const patienceMs = 10_000;

/**
 * Waits until a session is gone, and with it its transaction and its locks.
 * @returns milliseconds, as measured from here
 * @throws Error when it is still there after ten seconds
 */
export async function untilSessionIsGone(observer: pg.Client, pid: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { rowCount } = await observer.query("SELECT FROM pg_stat_activity WHERE pid = $1", [pid]);
    const milliseconds = performance.now() - start;
    if (rowCount === 0) return milliseconds;
    if (milliseconds > patienceMs) throw new Error(`the session ${pid} has not ended after ${patienceMs} ms`);
    await pause(1);
  }
}

/** True while a session waits for a lock that another one holds. */
export async function waitsForALock(observer: pg.Client, pid: number): Promise<boolean> {
  const { rows } = await observer.query<{ waits: boolean }>("SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits", [pid]);
  return rows[0]?.waits === true;
}
