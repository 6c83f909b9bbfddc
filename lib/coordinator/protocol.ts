import { IdempotencyRecordUnreadableError, IdempotencyStoreUnavailableError } from "./errors";
import { Execution, type ExecutionEnvironment, type ResolvedCall, type Settled } from "./execution";
import type { InFlightMode } from "./policies";
import type { ReserveReply } from "./store";
import { decodeResult } from "./stored-result";
import { SingleFlight, suggestRetryMs } from "./waiting";

export interface ProtocolCall<T> extends ResolvedCall<T> {
  inFlight: InFlightMode;
  waitTimeoutMs: number;
  startedAt: number;
}

/** A repeated `reserve` of the same owner is no conflict, so one retry heals a lost reply. More is the caller's back-off. */
const reserveAttempts = 2;
/** Before asking again when a wait ended although nothing has changed: a store that is wrong must not be hammered. */
const pauseMs = 25;

interface Answer {
  reply: ReserveReply;
  /** By this process's clock. */
  sentAt: number;
}

type InFlight = Extract<ReserveReply, { kind: "in-flight" }>;

/**
 * The way of one call from its first question to its outcome: reserve, then run, replay, refuse or wait and ask again.
 * Without faults a first run costs two store calls, a replay one, and a waiter three.
 */
export class Protocol {
  readonly #flights: SingleFlight;

  constructor(private readonly environment: ExecutionEnvironment) {
    this.#flights = new SingleFlight(environment.clock);
  }

  /**
   * @throws {IdempotencyStoreUnavailableError} before the action ran
   * @throws {IdempotencyRecordUnreadableError} before the action ran
   * @throws {ActionFailure} with the action's own error
   */
  async settle<T>(call: ProtocolCall<T>): Promise<Settled<T>> {
    // An id holds no line break, so this tells all pairs apart.
    const name = call.fingerprint === null ? call.id : `${call.id}\n${call.fingerprint}`;
    for (;;) {
      const flight = call.inFlight === "wait" ? this.#flights.find(name) : undefined;
      if (flight === undefined) {
        return this.#flights.lead(
          name,
          () => this.#contend(call),
          ({ text }) => (text === null ? { kind: "open" } : { kind: "stored", text }),
        );
      }
      const end = await this.#flights.join(flight, this.#patience(call));
      if (end === "timeout") return this.#inProgress(call, this.#elapsed(call), call.leaseMs);
      if (end.kind === "stored") return this.#waited(call, end.text);
      if (end.kind === "store-unavailable") throw end.error;
    }
  }

  async #contend<T>(call: ProtocolCall<T>): Promise<Settled<T>> {
    let seen: InFlight | null = null;
    for (;;) {
      const { reply, sentAt }: Answer = await this.#reserve(call, seen !== null);
      switch (reply.kind) {
        case "reserved": {
          const waitedMs = seen === null ? 0 : this.#elapsed(call);
          const { outcome, text } = await new Execution(this.environment, call, reply, sentAt).run();
          return { outcome, text, waitedMs };
        }
        case "completed":
          return seen === null ? this.#replayed(call, reply.result, reply.ageMs) : this.#waited(call, reply.result);
        case "fingerprint-mismatch":
          return { outcome: { kind: "key-reuse", pending: reply.pending }, text: null, waitedMs: 0 };
        case "in-flight":
          if (call.inFlight === "raise") return this.#inProgress(call, reply.sinceMs, reply.leaseRemainingMs);
          if (seen?.fence === reply.fence) await this.environment.clock.sleep(pauseMs);
          seen = reply;
          if ((await this.#wait(call, reply)) === "timeout") {
            return this.#inProgress(call, reply.sinceMs + this.#elapsed(call), reply.leaseRemainingMs);
          }
      }
    }
  }

  /** A reservation whose answer came after its own lease is worth nothing: the lease may be somebody else's by now. */
  async #reserve<T>(call: ProtocolCall<T>, afterWait: boolean): Promise<Answer> {
    const { calls, clock } = this.environment;
    let cause: unknown;
    for (let attempt = 0; attempt < reserveAttempts; attempt++) {
      const sentAt = clock.now();
      try {
        const { id, owner, fingerprint, leaseMs, graceMs } = call;
        const reply = await calls.reserve(call, { id, owner, fingerprint, leaseMs, graceMs });
        if (reply.kind !== "reserved" || clock.now() - sentAt < reply.leaseRemainingMs) return { reply, sentAt };
        cause = new Error(`the reservation took longer than its lease of ${leaseMs} ms`);
      } catch (error) {
        if (error instanceof IdempotencyRecordUnreadableError) throw error;
        cause = error;
      }
    }
    throw new IdempotencyStoreUnavailableError("reserve", { cause, afterWait });
  }

  async #wait<T>(call: ProtocolCall<T>, inFlight: InFlight): Promise<"changed" | "timeout"> {
    const timeoutMs = this.#patience(call);
    if (timeoutMs <= 0) return "timeout";
    try {
      return await this.environment.calls.waitForChange(call, call.id, { seenFence: inFlight.fence, timeoutMs });
    } catch (cause) {
      throw new IdempotencyStoreUnavailableError("waitForChange", { cause, afterWait: true });
    }
  }

  #elapsed<T>(call: ProtocolCall<T>): number {
    return this.environment.clock.now() - call.startedAt;
  }

  #patience<T>(call: ProtocolCall<T>): number {
    return Math.ceil(call.waitTimeoutMs - this.#elapsed(call));
  }

  #replayed<T>(call: ProtocolCall<T>, text: string, ageMs: number): Settled<T> {
    return { outcome: { kind: "replayed", value: decodeResult(call.id, text, call.codec), ageMs }, text, waitedMs: 0 };
  }

  #waited<T>(call: ProtocolCall<T>, text: string): Settled<T> {
    const waitedMs = this.#elapsed(call);
    return { outcome: { kind: "waited", value: decodeResult(call.id, text, call.codec), waitedMs }, text, waitedMs };
  }

  #inProgress<T>(call: ProtocolCall<T>, sinceMs: number, leaseRemainingMs: number): Settled<T> {
    const waitedMs = call.inFlight === "wait" ? this.#elapsed(call) : 0;
    const retryAfterMs = suggestRetryMs(sinceMs, leaseRemainingMs);
    return { outcome: { kind: "in-progress", retryAfterMs }, text: null, waitedMs };
  }
}
