import { Cancellation } from "./cancellation";
import { jsonCodec, type Codec } from "./codec";
import { IdempotencyKeyInvalidError, IdempotencyStoreUnavailableError } from "./errors";
import { ActionFailure, type ExecutionEnvironment } from "./execution";
import { encodeRecordId } from "./keys";
import type { CoordinatorEvent, Settlement, UnprotectedReason } from "./observer";
import { checkDefaults, defaultDefaults, defaultPolicies, requireDuration, requireRetention, type Defaults } from "./policies";
import { Protocol, type ProtocolCall } from "./protocol";
import { settlementOf, valueOf } from "./settlement";
import { StoreCalls } from "./store-calls";
import type { Action, Coordinator, CoordinatorOptions, IdempotentRequest, Outcome, RecordView } from "./types";

/**
 * Runs an action effectively once per identity: reserves the identity in the store, runs the action under a lease,
 * stores the result, and answers whoever comes later, or waits meanwhile, with that result.
 * @throws {IdempotencyConfigurationError} when the defaults make no sense
 */
export function createCoordinator(options: CoordinatorOptions): Coordinator {
  return new IdempotencyCoordinator(options);
}

type PositionalRest = [ttlSeconds: number, codec: Codec<unknown>, action: (...args: unknown[]) => unknown, ...args: unknown[]];

class IdempotencyCoordinator implements Coordinator {
  readonly #environment: ExecutionEnvironment;
  readonly #defaults: Defaults;
  readonly #protocol: Protocol;

  constructor({ store, clock, random, defaults, policies, observer }: CoordinatorOptions) {
    this.#defaults = checkDefaults({ ...defaultDefaults, ...defaults });
    const emit = observer && guarded(observer);
    this.#environment = {
      calls: new StoreCalls({ store, clock, timeoutMs: this.#defaults.storeTimeoutMs, emit }),
      clock,
      random,
      policies: { ...defaultPolicies, ...policies },
      emit,
    };
    this.#protocol = new Protocol(this.#environment);
  }

  async coordinate<T>(
    first: IdempotentRequest<T> | string,
    second: Action<T> | string,
    ...rest: PositionalRest | []
  ): Promise<T> {
    const request = typeof first === "string" ? positional<T>(first, second as string, rest as PositionalRest) : first;
    const action = typeof first === "string" ? bound<T>(rest as PositionalRest) : (second as Action<T>);
    const outcome = await this.execute(request, action);
    return valueOf(outcome, () => encodeRecordId(request));
  }

  async execute<T>(request: IdempotentRequest<T>, action: Action<T>): Promise<Outcome<T>> {
    const { clock, emit } = this.#environment;
    const startedAt = clock.now();
    const { operation } = request;
    let id: string | null = null;
    let settlement: Settlement = "unprotected";
    let waitedMs = 0;
    try {
      const call = this.#resolve(request, action, startedAt);
      id = call.id;
      const settled = await this.#protocol.settle(call);
      settlement = settled.outcome.kind;
      waitedMs = settled.waitedMs;
      return settled.outcome;
    } catch (error) {
      const reason = this.#mayRunUnprotected(operation, error);
      if (reason !== null) {
        emit?.({ type: "unprotected-run", operation, id, reason });
        return { kind: "unprotected", value: await action(unprotectedContext()), reason };
      }
      settlement = settlementOf(error);
      throw error instanceof ActionFailure ? error.error : error;
    } finally {
      emit?.({ type: "settled", operation, id, settlement, milliseconds: clock.now() - startedAt, waitedMs });
    }
  }

  async peek(id: string): Promise<RecordView | null> {
    const snapshot = await this.#environment.calls.read({ operation: "peek" }, id);
    if (snapshot === null) return null;
    const fencingToken = snapshot.fence;
    if (snapshot.status === "completed") {
      const { ageMs, retentionRemainingMs } = snapshot;
      return { state: "completed", fencingToken, ageMs, retentionRemainingMs };
    }
    const { owner, sinceMs, leaseRemainingMs, attempt } = snapshot;
    if (leaseRemainingMs <= 0) return { state: "abandoned", fencingToken, owner, sinceMs, attempt };
    return { state: "in-flight", fencingToken, owner, sinceMs, leaseRemainingMs, attempt };
  }

  #resolve<T>(request: IdempotentRequest<T>, action: Action<T>, startedAt: number): ProtocolCall<T> {
    const defaults = this.#defaults;
    const call = {
      id: encodeRecordId(request, this.#environment.policies.keyRules),
      operation: request.operation,
      fingerprint: request.fingerprint ?? null,
      retentionMs: request.retentionMs ?? defaults.retentionMs,
      leaseMs: request.leaseMs ?? defaults.leaseMs,
      graceMs: defaults.graceMs,
      waitTimeoutMs: request.waitTimeoutMs ?? defaults.waitTimeoutMs,
      inFlight: request.inFlight ?? defaults.inFlight,
      codec: request.codec ?? (jsonCodec as Codec<T>),
      owner: this.#environment.random.token(),
      action,
      startedAt,
    };
    requireRetention(call.retentionMs, defaults.longestRetentionMs);
    requireDuration("leaseMs", call.leaseMs);
    requireDuration("waitTimeoutMs", call.waitTimeoutMs);
    return call;
  }

  #mayRunUnprotected(operation: string, error: unknown): UnprotectedReason | null {
    const { onInvalidKey, onStoreUnavailable } = this.#environment.policies;
    if (error instanceof IdempotencyKeyInvalidError) return onInvalidKey === "run-unprotected" ? "key-invalid" : null;
    if (!(error instanceof IdempotencyStoreUnavailableError) || error.afterWait) return null;
    const policy = typeof onStoreUnavailable === "function" ? onStoreUnavailable(operation) : onStoreUnavailable;
    return policy === "run-unprotected" ? "store-unavailable" : null;
  }
}

function positional<T>(operation: string, key: string, [ttlSeconds, codec]: PositionalRest): IdempotentRequest<T> {
  return { operation, key, retentionMs: ttlSeconds * 1000, codec: codec as Codec<T> };
}

function bound<T>([, , action, ...args]: PositionalRest): Action<T> {
  return () => action(...args) as T;
}

function unprotectedContext() {
  return {
    fencingToken: null,
    downstreamKey: null,
    signal: new Cancellation(),
    attempt: 1,
    takeover: false,
    extend: async () => {},
  };
}

function guarded(observer: (event: CoordinatorEvent) => void): (event: CoordinatorEvent) => void {
  return (event) => {
    try {
      observer(event);
    } catch {
      // An observer that fails must not decide the fate of an effect.
    }
  };
}
