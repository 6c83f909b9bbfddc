import { createCoordinator } from "../../../coordinator/coordinator";
import type { Clock } from "../../../coordinator/environment";
import * as errors from "../../../coordinator/errors";
import type { ReserveReply, Snapshot as RecordSnapshot, Store } from "../../../coordinator/store";
import type { Coordinator } from "../../../coordinator/types";
import type * as Port from "../../ports";
import type { CoordinatorRules, RequestPort } from "../history";
import type { Calls } from "./calls";
import { handlerLine } from "./refusals";

/**
 * No time passes inside a process: leases end and waits time out when the world says so, and renewals succeed without
 * a step. Pauses between two tries, the only sleeps that nothing can cancel, are over at once.
 */
const clock: Clock = {
  now: () => 0,
  sleep: (_, cancel) =>
    cancel ? new Promise((resolve) => void cancel.onCancel(() => resolve())) : Promise.resolve(),
};

/** Handlers can reach the classes of errors through what they catch, and must not leave state there. */
export function freezeErrors(): void {
  for (const kind of Object.values(errors)) {
    Object.freeze(kind);
    Object.freeze(kind.prototype);
  }
}

/**
 * The port `coordinator` of one process: the coordinator that runs in production, from the same source, over a store
 * whose calls are steps of the world.
 */
export class CoordinatorPort {
  readonly #coordinator: Coordinator;
  /** Calls so far; each has its number as its owner. The world tells equal numbers of two processes apart. */
  #owners = 0;
  readonly #open = new Set<string>();
  /** Line of the call that a request belongs to, by record: the stack no longer shows it once a promise has settled. */
  readonly #lines = new Map<string, number | null>();
  #line: number | null = null;

  constructor(
    private readonly calls: Calls,
    rules: CoordinatorRules | undefined,
  ) {
    this.#coordinator = createCoordinator({
      store: this.#store(),
      clock,
      random: { token: () => String(this.#owners++), fraction: () => 0.5 },
      ...(rules ? { policies: rules } : {}),
    });
  }

  /** Owners under which a call is under way. Whatever another owner has reserved, nobody renews any more. */
  get owners(): string[] {
    return [...this.#open];
  }

  readonly port: Port.Coordinator = Object.freeze({
    coordinate: async <Result>(
      request: Port.CoordinationRequest,
      action: (context: Port.CoordinationContext) => Promise<Result>,
    ) => {
      const owner = this.#owners;
      // Up to its first question to the store the coordinator runs inside this call.
      this.#line = handlerLine(new Error().stack);
      const result = this.#coordinator.coordinate<Result>(request, (context) => action(contextOf(context)));
      this.#line = null;
      if (this.#owners > owner) this.#open.add(String(owner));
      try {
        return await result;
      } finally {
        this.#open.delete(String(owner));
      }
    },
  });

  #store(): Store {
    const call = <Reply>(name: RequestPort, id: string, args: object) =>
      this.calls.call<Reply>(name, { id, ...args }, { line: this.#lines.get(id) ?? null });
    return {
      capabilities: { clock: "store", push: true, transactional: false, durable: true },
      reserve: (request) => {
        if (this.#line !== null) this.#lines.set(request.id, this.#line);
        return call<ReserveReply>("coordinator.reserve", request.id, request);
      },
      complete: (request) => call<"completed" | "lost">("coordinator.complete", request.id, request),
      renew: (request) => call<"renewed" | "lost">("coordinator.renew", request.id, request),
      release: (request) => call<"released" | "lost">("coordinator.release", request.id, request),
      read: (id) => call<RecordSnapshot | null>("coordinator.read", id, {}),
      waitForChange: (id, { seenFence }) =>
        call<"changed" | "timeout">("coordinator.waitForChange", id, { seenFence }),
    };
  }
}

/** What the types of the port promise, and nothing that one process could hand to another. */
function contextOf(context: Port.CoordinationContext): Port.CoordinationContext {
  const { fencingToken, attempt, takeover } = context;
  return Object.freeze({
    fencingToken,
    attempt,
    takeover,
    // Costly to compute, and not every handler asks.
    get downstreamKey() {
      return context.downstreamKey;
    },
  });
}
