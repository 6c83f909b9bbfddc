import type * as Port from "../../ports";
import type { Identity } from "../history";
import type { Calls } from "./calls";
import type { CoordinatorPort } from "./coordinator";
import { handlerLine, type Refusals } from "./refusals";

/** 2027-01-15T08:00:00Z. Any fixed moment would do: values of the clock serve to tell reads apart. */
const epoch = 1_800_000_000_000;

/** A one-to-one mix of 32 bits (odd multiplier), so that distinct inputs stay distinct and look unlike each other. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ 0x5bd1e995, 0x9e3779b1);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x85ebca6b) >>> 0;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(8, "0").slice(-digits);
}

/** Values that depend only on the process, its incarnation and the number of reads; no two reads give the same one. */
export class Locals {
  reads: number;
  #owner: number;

  constructor(identity: Identity) {
    this.reads = identity.readsBefore;
    this.#owner = identity.ordinal * 1000 + identity.incarnation;
  }

  now(): number {
    this.reads += 1;
    return epoch + this.#owner * 1_000_000 + this.reads;
  }

  uuid(): string {
    this.reads += 1;
    const owner = mix(this.#owner);
    const read = mix(this.reads);
    return `${hex(owner, 8)}-${hex(mix(owner), 4)}-4${hex(mix(read), 3)}-9${hex(mix(owner ^ read), 3)}-${hex(owner, 4)}${hex(read, 8)}`;
  }
}

function database(calls: Calls, refusals: Refusals): Port.Database {
  const query = <Row>(sql: string, params: readonly Port.SqlValue[] = [], line?: number | null) => {
    if (typeof sql !== "string" || !Array.isArray(params)) refusals.refuse("bad-argument", "db.query");
    return calls.call<Port.QueryResult<Row>>("db.query", { sql, params }, line === undefined ? {} : { line });
  };
  const db: Port.Database = Object.freeze({
    query: <Row>(sql: string, params?: readonly Port.SqlValue[]) => query<Row>(sql, params),
    transaction: async <Result>(work: (tx: Port.Database) => Promise<Result>) => {
      // BEGIN, COMMIT and ROLLBACK have no line of their own: the call of `transaction` stands for them.
      const line = handlerLine(new Error().stack);
      await query("BEGIN", [], line);
      let result: Result;
      try {
        result = await work(db);
      } catch (error) {
        await query("ROLLBACK", [], line);
        throw error;
      }
      await query("COMMIT", [], line);
      return result;
    },
  });
  return db;
}

/**
 * The ports as the handler sees them: every call becomes data. `redis`, `consumer` and the like are here too; a call
 * that no part of the world can answer is refused by name.
 */
export function createPorts(
  calls: Calls,
  locals: Locals,
  refusals: Refusals,
  ended: { byHandler: boolean },
  coordinator: CoordinatorPort,
): Port.Ports {
  const end = <Reply>(port: "ack" | "nack", args: object) => {
    ended.byHandler = true;
    return calls.call<Reply>(port, args);
  };
  const ports: Port.Ports = {
    ack: () => end("ack", {}),
    nack: (options = {}) => end("nack", options),
    consumer: Object.freeze({
      poll: <Body extends object>(options: { max: number; autoCommit?: boolean }) => calls.call<Port.LogRecord<Body>[]>("consumer.poll", options),
      commit: (offset: number) => calls.call<void>("consumer.commit", { offset }),
    }),
    publish: (topic, message, options = {}) => calls.call("publish", { topic, message, ...options }),
    db: database(calls, refusals),
    stripe: Object.freeze({
      charges: Object.freeze({
        create: (params: Port.ChargeParams, options: { idempotencyKey?: string; stripeAccount?: string } = {}) =>
          calls.call<Port.Charge>("stripe.charges.create", { params, ...options }),
      }),
    }),
    mailer: Object.freeze({
      send: (mail: Port.Mail, options: { key?: string } = {}) =>
        calls.call<{ id: string }>("mailer.send", { mail, ...options }),
    }),
    receiver: (name) =>
      Object.freeze({
        call: (effect: string, options: { key?: string; params?: object } = {}) =>
          calls.call("receiver.call", { receiver: name, effect, ...options }),
      }),
    alert: (text) => calls.call("alert", { text }),
    redis: Object.freeze({
      set: (key: string, value: string, options: { ifAbsent?: boolean; ttlMs?: number } = {}) =>
        calls.call<boolean>("redis.set", { key, value, ...options }),
      get: (key: string) => calls.call<string | null>("redis.get", { key }),
      del: (key: string) => calls.call<boolean>("redis.del", { key }),
      delIfEquals: (key: string, value: string) => calls.call<boolean>("redis.delIfEquals", { key, value }),
      incr: (key: string) => calls.call<number>("redis.incr", { key }),
      expire: (key: string, ttlMs: number) => calls.call<boolean>("redis.expire", { key, ttlMs }),
    }),
    coordinator: coordinator.port,
    clock: Object.freeze({
      now: () => locals.now(),
      sleep: (ms: number) => calls.call<void>("clock.sleep", { ms }),
    }),
    random: Object.freeze({ uuid: () => locals.uuid() }),
    log: (...parts) => calls.writeLog(parts),
  };
  return new Proxy(Object.freeze(ports), {
    get(target, name) {
      if (Object.hasOwn(target, name)) return target[name as keyof Port.Ports];
      return refusals.refuse("unknown-port", String(name));
    },
  });
}
