import type { PendingRequest, ReplyError } from "../process/history";
import type { Plain } from "../plain";
import type { Fact } from "./facts";
import type { Caller, Response } from "./part";

/**
 * A Redis-like key store. One command is one step, and nothing in between: Redis runs commands one after the other
 * (redis.io, transactions). No time passes in it: what a TTL ends, ends by a move of the run.
 */
export interface RedisProfile {
  /**
   * What may be evicted besides records whose TTL passes (redis.io, key eviction): nothing (`none`, noeviction), keys
   * with a TTL, locks in use among them (`volatile`), or every key (`any`, allkeys-*).
   */
  eviction: "none" | "volatile" | "any";
  /** Replication is asynchronous: a failover may lose the latest write that was acknowledged (redis.io, replication). */
  failover: "keeps" | "loses-write";
}

export interface RedisEntry {
  readonly value: string;
  readonly hasTtl: boolean;
  /**
   * A key that was written with NX and a TTL is a lock as long as its writer works: its life, or `dead` when it died
   * with the lock in its hands. Null for everything else, and once the handler of the writer has ended: a record.
   */
  readonly lockedBy: string | null;
}

export interface RedisState {
  readonly entries: Readonly<Record<string, RedisEntry>>;
  /** The latest write, and what stood there before: all that a failover can lose. Absent where none can. */
  readonly latest?: { readonly key: string; readonly before: RedisEntry | null };
}

export const emptyRedis: RedisState = { entries: {} };

const nobody = "dead";

export function isRedisCall({ port }: PendingRequest): boolean {
  return port.startsWith("redis.");
}

/** What the caller gets instead of an answer when the server is down: the fault `outage`. */
export const redisUnavailable: ReplyError = {
  name: "Error",
  message: "connect ECONNREFUSED",
  fields: { code: "ECONNREFUSED" },
};

export function answerRedis(
  state: RedisState,
  profile: RedisProfile,
  request: PendingRequest,
  caller: Caller,
): Response<RedisState> {
  const { args, port } = request;
  const key = String(args["key"]);
  const entry = entryOf(state, key);
  const answer = (value: Plain, fact: Fact, changed?: RedisEntry | null): Response<RedisState> => ({
    state: changed === undefined ? state : write(state, profile, key, changed),
    reply: { value },
    fact,
  });
  switch (port) {
    case "redis.get":
      return answer(entry?.value ?? null, { fact: "redis-read", key, value: entry?.value ?? null });
    case "redis.set": {
      const ifAbsent = args["ifAbsent"] === true;
      if (ifAbsent && entry) return answer(false, { fact: "redis-not-written", key });
      // Redis, SET: any previous time to live is discarded on a successful SET.
      const hasTtl = typeof args["ttlMs"] === "number";
      const value = String(args["value"]);
      const lockedBy = ifAbsent && hasTtl ? caller.life : null;
      return answer(true, { fact: "redis-written", key, value, hasTtl }, { value, hasTtl, lockedBy });
    }
    case "redis.del":
      // Redis, DEL: whoever wrote the key.
      return answer(entry !== null, { fact: "redis-deleted", key, deleted: entry !== null }, entry ? null : undefined);
    case "redis.delIfEquals": {
      const equal = entry?.value === String(args["value"]);
      return answer(equal, { fact: "redis-deleted", key, deleted: equal }, equal ? null : undefined);
    }
    case "redis.incr": {
      const next = Number(entry?.value ?? 0) + 1;
      if (!Number.isInteger(next)) {
        const message = "ERR value is not an integer or out of range";
        return { state, reply: { error: { name: "Error", message, fields: {} } }, fact: { fact: "redis-refused", key, message } };
      }
      // Redis, INCR: the time to live stays.
      const counted = { value: String(next), hasTtl: entry?.hasTtl ?? false, lockedBy: entry?.lockedBy ?? null };
      return answer(next, { fact: "redis-counted", key, value: next }, counted);
    }
    default:
      return answer(
        entry !== null,
        { fact: "redis-ttl-set", key, existed: entry !== null },
        entry ? { ...entry, hasTtl: true } : undefined,
      );
  }
}

function entryOf(state: RedisState, key: string): RedisEntry | null {
  return Object.hasOwn(state.entries, key) ? (state.entries[key] ?? null) : null;
}

function write(state: RedisState, { failover }: RedisProfile, key: string, entry: RedisEntry | null): RedisState {
  const entries = withEntry(state.entries, key, entry);
  return failover === "keeps" ? { entries } : { entries, latest: { key, before: entryOf(state, key) } };
}

function withEntry(entries: RedisState["entries"], key: string, entry: RedisEntry | null): RedisState["entries"] {
  const { [key]: _, ...others } = entries;
  return entry ? { ...others, [key]: entry } : others;
}

function keysWhere(state: RedisState, holds: (entry: RedisEntry) => boolean): string[] {
  return Object.entries(state.entries)
    .filter(([, entry]) => holds(entry))
    .map(([key]) => key)
    .sort();
}

/** Locks of the dead: their TTL ends by an event. */
export function abandonedLocks(state: RedisState): string[] {
  return keysWhere(state, ({ lockedBy }) => lockedBy === nobody);
}

/** Locks of those who go on: their TTL ends by the fault `leaseExpiry`. */
export function heldLocks(state: RedisState): string[] {
  return keysWhere(state, ({ lockedBy }) => lockedBy !== null && lockedBy !== nobody);
}

/** Keys that the fault `retention` can take: records whose TTL passes, and what the server may evict. */
export function forgettable(state: RedisState, { eviction }: RedisProfile): string[] {
  return keysWhere(
    state,
    ({ hasTtl, lockedBy }) => eviction === "any" || (hasTtl && (eviction === "volatile" || lockedBy === null)),
  );
}

/** A key is gone: its TTL has passed, or it was evicted. What is gone on the server is no write that a failover could lose. */
export function endKey({ entries, ...rest }: RedisState, key: string): RedisState {
  return { ...rest, entries: withEntry(entries, key, null) };
}

/** The key whose latest write a failover would lose; null for none. */
export function unreplicated({ latest }: RedisState): string | null {
  return latest?.key ?? null;
}

/** A replica that has not seen the latest write takes over. */
export function failOver(state: RedisState): RedisState {
  const { latest } = state;
  return latest ? { entries: withEntry(state.entries, latest.key, latest.before) } : state;
}

/** Locks of a life that has died stay until their TTL ends; those of one whose handler has ended are records from now on. */
export function lockerGone(state: RedisState, life: string, died: boolean): RedisState {
  const held = keysWhere(state, ({ lockedBy }) => lockedBy === life);
  if (held.length === 0 && state.latest?.before?.lockedBy !== life) return state;
  const leave = (entry: RedisEntry): RedisEntry =>
    entry.lockedBy === life ? { ...entry, lockedBy: died ? nobody : null } : entry;
  const entries = Object.fromEntries(Object.entries(state.entries).map(([key, entry]) => [key, leave(entry)]));
  const { latest } = state;
  return latest ? { entries, latest: { ...latest, before: latest.before && leave(latest.before) } } : { entries };
}
