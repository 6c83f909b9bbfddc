import { readFile } from "node:fs/promises";
import { Cancellation } from "../../cancellation";
import type { Clock, Random } from "../../environment";
import { systemClock, systemRandom } from "../../platform/system";
import type {
  CompleteRequest,
  OwnedReservation,
  RenewRequest,
  ReserveReply,
  ReserveRequest,
  Snapshot,
  Store,
  StoreCapabilities,
  WaitRequest,
} from "../../store";
import { Listener, type ListeningClient } from "./listen";
import { checkLayout, replyOf, snapshotOf, type Queryable, type RecordRow, type ReservedRow } from "./rows";
import {
  announceStatement,
  completeStatement,
  readStatement,
  releaseStatement,
  renewStatement,
  reserveStatement,
  sweepStatement,
} from "./statements";

export interface PostgresStoreOptions {
  /** A pool, or a client outside of any transaction. */
  database: Queryable;
  /**
   * Makes a client of its own for LISTEN, not yet connected. Left out, waiters poll: right behind a pooler that hands
   * connections out per transaction.
   */
  listen?: () => ListeningClient;
  /** For pauses between polls. The system's when left out. */
  clock?: Clock;
  random?: Random;
}

/** How often a waiter looks when nobody can tell it, and how often it makes sure when somebody should. */
const polling = { first: 25, longest: 400 };
const makingSure = { first: 200, longest: 1000 };
const jitter = 0.5;

/** Each retry means that a rival was faster. Fifty rivals in a row on one key, within milliseconds, are a fault. */
const reserveAttempts = 50;
/** Serialisation failure and deadlock: the statement did nothing and may be repeated. */
const retryable = new Set(["40001", "40P01"]);

/** Records in Postgres 12 or later, in the schema `idempotency`. */
export class PostgresStore implements Store {
  readonly capabilities: StoreCapabilities;
  readonly #database: Queryable;
  readonly #listener: Listener | null;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ database, listen, clock = systemClock, random = systemRandom }: PostgresStoreOptions) {
    this.capabilities = { clock: "store", push: listen !== undefined, transactional: true, durable: true };
    this.#database = database;
    this.#listener = listen ? new Listener(listen) : null;
    this.#clock = clock;
    this.#random = random;
  }

  async reserve({ id, owner, fingerprint, leaseMs, graceMs }: ReserveRequest): Promise<ReserveReply> {
    for (let attempt = 0; attempt < reserveAttempts; attempt++) {
      const [row] = await this.#query<ReservedRow>(reserveStatement, [id, owner, fingerprint, leaseMs, graceMs]);
      if (row !== undefined) return replyOf(id, row, owner, fingerprint);
    }
    throw new Error(`"${id}" changed ${reserveAttempts} times while it was being reserved`);
  }

  async complete({ id, owner, fence, result, retentionMs }: CompleteRequest): Promise<"completed" | "lost"> {
    const changed = await this.#query(completeStatement, [id, owner, fence, result, retentionMs]);
    if (changed.length > 0) return "completed";
    const row = await this.#row(id);
    return row?.status === "completed" && row.owner === owner && Number(row.fence) === fence ? "completed" : "lost";
  }

  async renew({ id, owner, fence, leaseMs }: RenewRequest): Promise<"renewed" | "lost"> {
    return (await this.#isChanged(id, renewStatement, [id, owner, fence, leaseMs])) ? "renewed" : "lost";
  }

  async release({ id, owner, fence }: OwnedReservation): Promise<"released" | "lost"> {
    return (await this.#isChanged(id, releaseStatement, [id, owner, fence])) ? "released" : "lost";
  }

  async read(id: string): Promise<Snapshot | null> {
    const row = await this.#row(id);
    return row && snapshotOf(id, row);
  }

  /** Listens before it asks to be told, asks before it looks: a change in between is seen by the look. */
  async waitForChange(id: string, { seenFence, timeoutMs }: WaitRequest): Promise<"changed" | "timeout"> {
    const deadline = this.#clock.now() + timeoutMs;
    let bell = new Cancellation();
    const subscription = await this.#listener?.listen(id, () => bell.cancel());
    const { first, longest } = subscription?.active ? makingSure : polling;
    try {
      if (subscription?.active) await this.#query(announceStatement, [id, seenFence]);
      for (let pause = first; ; pause = Math.min(pause * 2, longest)) {
        bell = new Cancellation();
        const row = await this.#row(id);
        const leaseMs = row?.status === "pending" && Number(row.fence) === seenFence ? row.leaseMs : 0;
        if (leaseMs <= 0) return "changed";
        const patience = deadline - this.#clock.now();
        if (patience <= 0) return "timeout";
        const jittered = pause * (1 - jitter / 2 + jitter * this.#random.fraction());
        await this.#clock.sleep(Math.min(jittered, leaseMs, patience), bell);
      }
    } finally {
      subscription?.stop();
    }
  }

  async sweep(limit: number): Promise<number> {
    const { rowCount } = await this.#database.query(sweepStatement, [limit]);
    return rowCount ?? 0;
  }

  /** Closes the connection that listens. The database that was passed in stays open. */
  async close(): Promise<void> {
    await this.#listener?.close();
  }

  async #isChanged(id: string, statement: string, values: unknown[]): Promise<boolean> {
    const changed = await this.#query(statement, values);
    if (changed.length === 0) await this.read(id);
    return changed.length > 0;
  }

  async #row(id: string): Promise<RecordRow | null> {
    const [row] = await this.#query<RecordRow>(readStatement, [id]);
    if (row === undefined) return null;
    checkLayout(id, row);
    return row;
  }

  async #query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await this.#database.query(text, values);
        return rows as Row[];
      } catch (error) {
        if (!retryable.has((error as { code?: string }).code ?? "") || attempt === reserveAttempts) throw error;
      }
    }
  }
}

/** Creates schema, sequence and table where they are missing. Run it at deployment; see `schema.sql`. */
export async function createPostgresSchema(database: { query(text: string): Promise<unknown> }): Promise<void> {
  await database.query(await readFile(new URL("./schema.sql", import.meta.url), "utf8"));
}
