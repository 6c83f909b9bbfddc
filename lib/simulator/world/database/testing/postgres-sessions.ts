import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { failureReply, type ClientReply, type History, type HistoryStep, type Observation } from "./history";

interface Session {
  client: pg.Client;
  pid: number;
  /** The statement under way; null when the session is idle. */
  pending: Promise<void> | null;
  reply: ClientReply | null;
}

/** Longer than any statement of a history takes. */
const patience = 10_000;

/** Three sessions of a real server, and one that looks on. Each lane has a schema of its own. */
export class PostgresSessions {
  private sessions: Session[] = [];
  private created: string | null = null;

  private constructor(
    private readonly url: string,
    private readonly schema: string,
    private readonly observer: pg.Client,
  ) {}

  static async connect(url: string, schema: string): Promise<PostgresSessions> {
    const observer = new pg.Client({ connectionString: url });
    await observer.connect();
    await observer.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}; SET client_min_messages = error`);
    const lane = new PostgresSessions(url, schema, observer);
    for (let count = 0; count < 3; count++) lane.sessions.push(await lane.open());
    return lane;
  }

  private async open(): Promise<Session> {
    const client = new pg.Client({ connectionString: this.url });
    // A session that is killed says so here, too.
    client.on("error", () => undefined);
    await client.connect();
    // Rows in the order of the heap, whatever plan seems cheapest; deadlocks found at once.
    await client.query(
      `SET search_path TO ${this.schema}; SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off; SET deadlock_timeout = '5ms'`,
    );
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return { client, pid: Number(rows[0]?.pid), pending: null, reply: null };
  }

  /** Sets up the table of a history. One that is there already is emptied, which is quicker. */
  async begin({ create, rows }: History): Promise<void> {
    const tables = [...create.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = ""]) => name);
    if (this.created === create) await this.observer.query(`TRUNCATE ${tables.join(", ")} RESTART IDENTITY; ${rows}`);
    else {
      const still = tables.map((name) => `ALTER TABLE ${name} SET (autovacuum_enabled = off)`).join("; ");
      await this.observer.query(`DROP TABLE IF EXISTS ${tables.join(", ")}; ${create}; ${still}; ${rows}`);
    }
    this.created = create;
  }

  isWaiting(session: number): boolean {
    return this.sessions[session]?.pending !== null;
  }

  /** Makes a step, and looks until every statement has ended or waits for a session that does nothing by itself. */
  async observe(step: HistoryStep): Promise<Observation> {
    const session = this.sessions[step.session] as Session;
    const replies: Record<string, ClientReply> = {};
    if ("killed" in step) {
      await this.observer.query("SELECT pg_terminate_backend($1, 5000)", [session.pid]);
      await session.client.end().catch(() => undefined);
      this.sessions[step.session] = await this.open();
    } else {
      session.pending = send(session, step);
      await Promise.race([session.pending, pause(2)]);
    }
    const until = Date.now() + patience;
    for (;;) {
      const blockers = await this.blockers();
      for (const [index, one] of this.sessions.entries()) {
        if (one.reply) replies[index] = one.reply;
        one.reply = null;
      }
      const busy = this.sessions.filter(({ pending }) => pending !== null);
      if (busy.every((one) => waitsForIdle(one, busy, blockers))) return { replies, waiting: this.named(busy, blockers) };
      if (Date.now() > until) throw new Error(`PostgreSQL has not come to rest ${patience} ms after the step`);
      await pause(1);
    }
  }

  /** By process id: those whose locks each waiting session wants. */
  private async blockers(): Promise<Map<number, number[]>> {
    const busy = this.sessions.filter(({ pending }) => pending !== null).map(({ pid }) => pid);
    if (busy.length === 0) return new Map();
    const { rows } = await this.observer.query<{ pid: number; blockers: number[] }>(
      "SELECT pid, pg_blocking_pids(pid) AS blockers FROM unnest($1::int[]) AS pid",
      [busy],
    );
    return new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
  }

  private named(busy: readonly Session[], blockers: Map<number, number[]>): Record<string, string[]> {
    const nameOf = (pid: number) => String(this.sessions.findIndex((session) => session.pid === pid));
    return Object.fromEntries(
      busy.map(({ pid }) => [nameOf(pid), reached(pid, blockers).map(nameOf)]),
    );
  }

  async contents(tables: readonly string[]): Promise<Record<string, Record<string, unknown>[]>> {
    const contents: Record<string, Record<string, unknown>[]> = {};
    for (const table of tables) contents[table] = (await this.observer.query(`SELECT * FROM ${table}`)).rows;
    return contents;
  }

  /** Ends what is under way, so that the next history finds idle sessions. */
  async reset(): Promise<void> {
    for (const [index, session] of this.sessions.entries()) {
      if (session.pending === null)
        await session.client.query("ROLLBACK; SELECT pg_advisory_unlock_all(); DISCARD SEQUENCES");
      else await this.observe({ session: index as 0, killed: true });
      session.reply = null;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.observer, ...this.sessions.map(({ client }) => client)].map((client) => client.end()));
  }
}

async function send(session: Session, step: Extract<HistoryStep, { sql: string }>): Promise<void> {
  try {
    const { rows, rowCount, command } = await session.client.query<Record<string, never>>(step.sql, [...step.params]);
    session.reply = { rows, rowCount, command };
  } catch (error) {
    const { code, message, ...fields } = error as pg.DatabaseError;
    // The server reports an error before it lets the locks go; it answers the next query, an empty one, after that.
    await session.client.query("").catch(() => undefined);
    session.reply = failureReply(String(code), message, fields);
  }
  session.pending = null;
}

/** All that a session waits for, directly and through others. */
function reached(pid: number, blockers: Map<number, number[]>): number[] {
  const found = new Set<number>();
  const queue = [pid];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const blocker of blockers.get(at) ?? []) {
      if (!found.has(blocker)) queue.push(blocker);
      found.add(blocker);
    }
  }
  return [...found];
}

/** True when nothing but a step of an idle session can let it go on. A circle is no rest: one in it will be given up. */
function waitsForIdle(session: Session, busy: readonly Session[], blockers: Map<number, number[]>): boolean {
  const all = reached(session.pid, blockers);
  if (all.length === 0 || all.includes(session.pid)) return false;
  return all.every((pid) => {
    const blocker = busy.find((other) => other.pid === pid);
    return !blocker || ((blockers.get(pid) ?? []).length > 0 && !reached(pid, blockers).includes(pid));
  });
}
