import type pg from "pg";
import type Stripe from "stripe";
import type { OwnedReservation, CompleteRequest, RenewRequest, ReserveRequest } from "@/lib/coordinator/store";
import type { PendingRequest } from "@/lib/simulator/process/history";
import type { Start } from "../protocol";
import { connectPostgres, connectRedis, connectStore, connectStripe, type OpenStore, type RedisClient } from "./clients";

/** How a call reaches its real system. */
export interface Way {
  /** Milliseconds until the client gives up. */
  timeoutMs: number;
  outage: boolean;
}

/** A port of the loopback interface that nobody listens on (RFC 863, discard, is long gone). */
const nobodyListens = "redis://127.0.0.1:9";

/** Longer than anything that a call waits for in a schedule. */
const waitTimeoutMs = 60_000;

/** Compare-and-delete has no command of its own in Redis: the script of its documentation of SET. */
const deleteIfEquals = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

/** Carries the calls of one process out, by the clients that a production handler would use. */
export class RealPorts {
  #session: pg.Client | null = null;
  #stripe: Stripe | null = null;
  #redis: RedisClient | null = null;
  #store: OpenStore | null = null;

  constructor(
    private readonly start: Start,
    private readonly onSession: (pid: number) => void,
  ) {}

  /** Opens connections in advance, so that no step has to wait for one. */
  async open(): Promise<void> {
    const { redis, store } = this.start.addresses;
    if (redis !== null) this.#redis = await connectRedis(redis);
    if (store !== null) this.#store = await connectStore(store);
  }

  async close(): Promise<void> {
    await this.#session?.end().catch(() => undefined);
    this.#redis?.destroy();
    await this.#store?.close().catch(() => undefined);
  }

  /** What the real client resolves with. @throws what it throws */
  async carryOut(request: PendingRequest, way: Way): Promise<unknown> {
    const { port, args } = request;
    if (port.startsWith("redis.")) return this.#redisCall(request, way);
    if (port.startsWith("coordinator.")) return this.#storeCall(request);
    switch (port) {
      case "db.query":
        return this.#query(String(args["sql"]), args["params"] as unknown[]);
      case "stripe.charges.create":
        return this.#charge(request, way);
      case "mailer.send":
        return this.#send("mailer", { kind: "mailer.mails", params: args["mail"], key: args["key"] }, way);
      case "alert":
        return this.#send("alert", { kind: "alerts", params: { text: args["text"] } }, way);
      case "receiver.call": {
        const name = String(args["receiver"]);
        const kind = `${name}.${String(args["effect"])}`;
        return this.#send(name, { kind, params: args["params"], key: args["key"] }, way);
      }
      default:
        throw new Error(`${port} has no real counterpart`);
    }
  }

  async #query(sql: string, params: unknown[]): Promise<unknown> {
    if (!this.#session) {
      const { client, pid } = await connectPostgres(this.start.addresses.database ?? "");
      this.onSession(pid);
      // A session that breaks is not used again: the next query opens another one, as a pool does.
      client.on("end", () => (this.#session = null));
      this.#session = client;
    }
    const { rows, rowCount, command } = await this.#session.query(sql, params);
    return { rows, rowCount, command };
  }

  async #charge({ args }: PendingRequest, { timeoutMs }: Way): Promise<unknown> {
    this.#stripe ??= connectStripe(this.start.addresses.stripe ?? "");
    const params = args["params"] as unknown as Stripe.ChargeCreateParams;
    const { idempotencyKey, stripeAccount } = args as { idempotencyKey?: string; stripeAccount?: string };
    const { id, amount, currency, status, metadata } = await this.#stripe.charges.create(params, {
      timeout: timeoutMs,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(stripeAccount === undefined ? {} : { stripeAccount }),
    });
    return { id, amount, currency, status, metadata };
  }

  async #send(receiver: string, call: { kind: string; params: unknown; key?: unknown }, way: Way): Promise<unknown> {
    const given = typeof call.key === "string" ? call.key : null;
    const key = given !== null && this.start.dropsColonKeys && given.includes(":") ? null : given;
    const response = await fetch(`${this.start.addresses.receivers ?? ""}/${receiver}`, {
      method: "POST",
      body: JSON.stringify({ kind: call.kind, params: call.params ?? null }),
      headers: { "content-type": "application/json", ...(key === null ? {} : { "idempotency-key": key }) },
      signal: AbortSignal.timeout(way.timeoutMs),
    }).catch((error: Error) => {
      throw error.name === "TimeoutError" ? named("TimeoutError", "Request timed out", {}) : error;
    });
    const body = (await response.json()) as { error?: { name: string; message: string }; value?: unknown };
    if (response.status === 500) throw named("ServerError", "Internal server error", { statusCode: 500 });
    if (body.error) throw named(body.error.name, body.error.message, {});
    return body.value;
  }

  async #redisCall({ port, args }: PendingRequest, { outage }: Way): Promise<unknown> {
    if (outage) await connectRedis(nobodyListens);
    const redis = this.#redis;
    if (!redis) throw new Error("there is no Redis");
    const key = String(args["key"]);
    switch (port) {
      case "redis.set": {
        const ttlMs = args["ttlMs"] as number | undefined;
        const reply = await redis.set(key, String(args["value"]), {
          ...(args["ifAbsent"] === true ? { condition: "NX" as const } : {}),
          ...(ttlMs === undefined ? {} : { expiration: { type: "PX" as const, value: ttlMs } }),
        });
        return reply === "OK";
      }
      case "redis.get":
        return redis.get(key);
      case "redis.del":
        return (await redis.del(key)) === 1;
      case "redis.delIfEquals":
        return (await redis.eval(deleteIfEquals, { keys: [key], arguments: [String(args["value"])] })) === 1;
      case "redis.incr":
        return redis.incr(key);
      default:
        return (await redis.pExpire(key, Number(args["ttlMs"]))) === 1;
    }
  }

  /** Owners are numbered inside a process; beyond it they have to be unlike those of any other. */
  #storeCall({ port, args }: PendingRequest): Promise<unknown> {
    const store = this.#store?.store;
    if (!store) throw new Error("there is no store");
    const owner = ownerToken(process.pid, Number(args["owner"]));
    const owned = <Request extends OwnedReservation>() => ({ ...args, owner }) as unknown as Request;
    switch (port) {
      case "coordinator.reserve":
        return store.reserve({ ...args, owner } as unknown as ReserveRequest);
      case "coordinator.complete":
        return store.complete(owned<CompleteRequest>());
      case "coordinator.renew":
        return store.renew(owned<RenewRequest>());
      case "coordinator.release":
        return store.release(owned());
      case "coordinator.read":
        return store.read(String(args["id"]));
      default:
        return store.waitForChange(String(args["id"]), { seenFence: Number(args["seenFence"]), timeoutMs: waitTimeoutMs });
    }
  }
}

/** 32 hexadecimal digits, as the coordinator's own tokens are. */
function ownerToken(process: number, call: number): string {
  return `${process.toString(16).padStart(16, "0")}${call.toString(16).padStart(16, "0")}`;
}

function named(name: string, message: string, fields: object): Error {
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, fields);
}
