import { Cancellation } from "./cancellation";
import type { Clock } from "./environment";
import { IdempotencyRecordUnreadableError } from "./errors";
import type { CoordinatorEvent } from "./observer";
import type {
  CompleteRequest,
  OwnedReservation,
  RenewRequest,
  ReserveReply,
  ReserveRequest,
  Snapshot,
  Store,
  StoreCall,
  WaitRequest,
} from "./store";

export interface StoreCallsOptions {
  store: Store;
  clock: Clock;
  timeoutMs: number;
  /** Undefined when nobody observes. */
  emit: ((event: CoordinatorEvent) => void) | undefined;
}

/** Who is calling, for events. */
interface Caller {
  operation: string;
}

/**
 * The store as the coordinator sees it: no call takes longer than its timeout, each is measured, and a reply that is
 * none is an error rather than a decision. Errors of the store come through as they are.
 */
export class StoreCalls {
  constructor(private readonly options: StoreCallsOptions) {}

  reserve(caller: Caller, request: ReserveRequest): Promise<ReserveReply> {
    const { id } = request;
    const check = (reply: ReserveReply) => checkReserveReply(id, reply);
    return this.#call(caller, "reserve", id, () => this.options.store.reserve(request), check);
  }

  complete(caller: Caller, request: CompleteRequest): Promise<"completed" | "lost"> {
    const check = (reply: "completed" | "lost") => checkAnswer("complete", reply, "completed");
    return this.#call(caller, "complete", request.id, () => this.options.store.complete(request), check);
  }

  renew(caller: Caller, request: RenewRequest, timeoutMs: number): Promise<"renewed" | "lost"> {
    const limit = Math.min(timeoutMs, this.options.timeoutMs);
    const check = (reply: "renewed" | "lost") => checkAnswer("renew", reply, "renewed");
    return this.#call(caller, "renew", request.id, () => this.options.store.renew(request), check, limit);
  }

  release(caller: Caller, reservation: OwnedReservation): Promise<"released" | "lost"> {
    const check = (reply: "released" | "lost") => checkAnswer("release", reply, "released");
    return this.#call(caller, "release", reservation.id, () => this.options.store.release(reservation), check);
  }

  read(caller: Caller, id: string): Promise<Snapshot | null> {
    return this.#call(caller, "read", id, () => this.options.store.read(id), asItIs);
  }

  waitForChange(caller: Caller, id: string, request: WaitRequest): Promise<"changed" | "timeout"> {
    const limit = request.timeoutMs + this.options.timeoutMs;
    return this.#call(caller, "waitForChange", id, () => this.options.store.waitForChange(id, request), asItIs, limit);
  }

  #call<R>(
    caller: Caller,
    call: StoreCall,
    id: string,
    run: () => Promise<R>,
    check: (reply: R) => R,
    limitMs = this.options.timeoutMs,
  ): Promise<R> {
    const { clock, emit } = this.options;
    const reply = within(clock, limitMs, run, check);
    if (emit === undefined) return reply;
    const startedAt = clock.now();
    const report = (error: unknown) =>
      emit({ type: "store-call", operation: caller.operation, id, call, milliseconds: clock.now() - startedAt, error });
    reply.then(() => report(null), report);
    return reply;
  }
}

function asItIs<R>(reply: R): R {
  return reply;
}

/** One promise for limit and check: each one more costs as much as sending a command. */
function within<R>(clock: Clock, limitMs: number, run: () => Promise<R>, check: (reply: R) => R): Promise<R> {
  const timer = new Cancellation();
  return new Promise((resolve, reject) => {
    run().then(
      (reply) => {
        timer.cancel();
        try {
          resolve(check(reply));
        } catch (error) {
          reject(error);
        }
      },
      (error: unknown) => {
        timer.cancel();
        reject(error);
      },
    );
    void clock.sleep(limitMs, timer).then(() => {
      if (!timer.cancelled) reject(new Error(`no answer within ${limitMs} ms`));
    });
  });
}

function checkReserveReply(id: string, reply: ReserveReply): ReserveReply {
  switch (reply?.kind) {
    case "reserved":
    case "in-flight":
    case "completed":
      if (Number.isSafeInteger(reply.fence) && reply.fence > 0) return reply;
      break;
    case "fingerprint-mismatch":
      return reply;
  }
  throw new IdempotencyRecordUnreadableError(id, `the store answered reserve with ${JSON.stringify(reply)}`);
}

function checkAnswer<Done extends string>(call: StoreCall, reply: Done | "lost", done: Done): Done | "lost" {
  if (reply === done || reply === "lost") return reply;
  throw new TypeError(`the store answered ${call} with ${JSON.stringify(reply)}`);
}
