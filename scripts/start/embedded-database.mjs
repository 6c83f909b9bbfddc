import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../postgres.mjs";
import { isAlive } from "../support/processes.mjs";

/** How soon a server that was killed is noticed. */
const lookEveryMs = 1000;

/**
 * Starts the embedded PostgreSQL, and starts it again when somebody kills it. The app reconnects by itself: port and
 * password stay.
 *
 * @param {{ dataDir: string, say: (line: string) => void, atEnd: (stop: () => Promise<void>) => void }} options
 * @returns {Promise<import("../postgres.mjs").PostgresServer>}
 */
export async function keepPostgres({ dataDir, say, atEnd }) {
  const first = await startPostgres({ dataDir, say });
  let current = first;
  const ending = new AbortController();
  const keeping = keep().catch((error) => {
    if (!ending.signal.aborted) say(`The database has ended and cannot be started again: ${error.message}`);
  });
  atEnd(async () => {
    ending.abort();
    await keeping;
    await current.stop();
  });
  return first;

  async function keep() {
    for (;;) {
      await sleep(lookEveryMs, undefined, { signal: ending.signal });
      if (isAlive(current.pid)) continue;
      say("The database has ended by itself. Starting it again");
      current = await startPostgres({ dataDir, say });
      if (current.url !== first.url) say("Its old port is taken: stop the app and start it again.");
    }
  }
}
