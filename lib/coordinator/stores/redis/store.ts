import { Cancellation } from "../../cancellation";
import type { Clock, Random } from "../../environment";
import { IdempotencyRecordUnreadableError, messageOf } from "../../errors";
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
import type { RedisConnection } from "./client";
import { decodeReserveReply, decodeSnapshot, encodeFingerprint } from "./layout";
import { completeScript, readScript, releaseScript, renewScript, reserveScript, watchScript, type Script } from "./scripts";

export interface RedisStoreOptions {
  connection: RedisConnection;
  /** Put before each id. `idempotency:` when left out. */
  keyPrefix?: string;
  /** For pauses between polls. The system's when left out. */
  clock?: Clock;
  random?: Random;
}

/**
 * How often a waiter looks when nobody can tell it, and how often it makes sure when somebody should. Doubled from the
 * first to the longest pause.
 */
const polling = { first: 25, longest: 400 };
const makingSure = { first: 200, longest: 1000 };
/** Shorter and longer by up to a quarter, so that waiters do not ask in step. */
const jitter = 0.5;

/**
 * Records in Redis 6 or later: one key per id, each call one script, time by the server. A failover to a replica that
 * lags behind can lose a reservation or a result; see the README.
 */
export class RedisStore implements Store {
  readonly capabilities: StoreCapabilities;
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ connection, keyPrefix = "idempotency:", clock = systemClock, random = systemRandom }: RedisStoreOptions) {
    const push = connection.notifications !== null;
    this.capabilities = { clock: "store", push, transactional: false, durable: true };
    this.#connection = connection;
    this.#keyPrefix = keyPrefix;
    this.#clock = clock;
    this.#random = random;
  }

  async reserve({ id, owner, fingerprint, leaseMs, graceMs }: ReserveRequest): Promise<ReserveReply> {
    const args = [owner, encodeFingerprint(fingerprint), String(leaseMs), String(graceMs), String(leaseMs + graceMs)];
    return decodeReserveReply(id, await this.#run(reserveScript, id, args));
  }

  async complete({ id, owner, fence, result, retentionMs }: CompleteRequest): Promise<"completed" | "lost"> {
    const args = [owner, String(fence), String(retentionMs), result, this.#key(id)];
    return (await this.#isDone(completeScript, id, args)) ? "completed" : "lost";
  }

  async renew({ id, owner, fence, leaseMs }: RenewRequest): Promise<"renewed" | "lost"> {
    return (await this.#isDone(renewScript, id, [owner, String(fence), String(leaseMs)])) ? "renewed" : "lost";
  }

  async release({ id, owner, fence }: OwnedReservation): Promise<"released" | "lost"> {
    return (await this.#isDone(releaseScript, id, [owner, String(fence), this.#key(id)])) ? "released" : "lost";
  }

  async read(id: string): Promise<Snapshot | null> {
    return decodeSnapshot(id, await this.#run(readScript, id, []));
  }

  /**
   * Subscribes before it looks, and asks to be told with the look: a change in between rings the bell or is seen. The
   * bell names the fence whose reservation has ended. Looks again from time to time all the same.
   */
  async waitForChange(id: string, { seenFence, timeoutMs }: WaitRequest): Promise<"changed" | "timeout"> {
    const deadline = this.#clock.now() + timeoutMs;
    const fence = String(seenFence);
    const bell = new Cancellation();
    const ring = (ended: string) => {
      if (ended === fence) bell.cancel();
    };
    const subscription = await this.#connection.notifications?.listen(this.#key(id), ring);
    const { first, longest } = subscription?.active ? makingSure : polling;
    try {
      for (let pause = first; ; pause = Math.min(pause * 2, longest)) {
        const leaseMs = Number(await this.#run(watchScript, id, [fence]));
        if (leaseMs <= 0 || bell.cancelled) return "changed";
        const patience = deadline - this.#clock.now();
        if (patience <= 0) return "timeout";
        const jittered = pause * (1 - jitter / 2 + jitter * this.#random.fraction());
        await this.#clock.sleep(Math.min(jittered, leaseMs, patience), bell);
        if (bell.cancelled) return "changed";
      }
    } finally {
      await subscription?.stop();
    }
  }

  /**
   * What could make this server forget records before their time, in sentences for a log. Empty when nothing was found,
   * or when the server does not say.
   */
  async warnings(): Promise<string[]> {
    try {
      const policy = /^maxmemory_policy:(\S+)/m.exec(await this.#connection.info("memory"))?.[1] ?? "noeviction";
      if (policy === "noeviction") return [];
      return [
        `Redis may evict idempotency records under its maxmemory-policy "${policy}", and an evicted record lets its ` +
          "effect happen again. Use a server or a database with maxmemory-policy noeviction.",
      ];
    } catch (error) {
      return [`Redis did not say whether it may evict records (${messageOf(error)}). Make sure of noeviction.`];
    }
  }

  /** Closes the connection for subscriptions. The client that was passed in stays open. */
  async close(): Promise<void> {
    await this.#connection.notifications?.close();
  }

  async #isDone(script: Script, id: string, args: string[]): Promise<boolean> {
    const reply = await this.#run(script, id, args);
    if (reply === "d") return true;
    if (reply === "l") return false;
    throw new IdempotencyRecordUnreadableError(id, `it is not of this version's layout (${String(reply)})`);
  }

  async #run(script: Script, id: string, args: string[]): Promise<unknown> {
    try {
      return await this.#connection.evalsha(script.sha1, this.#key(id), args);
    } catch (error) {
      if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
      return this.#connection.eval(script.source, this.#key(id), args);
    }
  }

  #key(id: string): string {
    return this.#keyPrefix + id;
  }
}

export interface OpenRedisStoreOptions extends RedisStoreOptions {
  /** Called once for each warning. To the console when left out. */
  onWarning?: (sentence: string) => void;
}

/** The store, after a look at whether the server is fit to keep it. */
export async function openRedisStore({ onWarning = console.warn, ...options }: OpenRedisStoreOptions): Promise<RedisStore> {
  const store = new RedisStore(options);
  for (const sentence of await store.warnings()) onWarning(sentence);
  return store;
}
