import type { Clock } from "../environment";
import { hasExpired, idOf, reduceRecord, type KeyOperation, type KeyRecord, type KeyReply } from "../stores/memory/reducer";
import type {
  CompleteRequest,
  OwnedReservation,
  RenewRequest,
  ReserveReply,
  ReserveRequest,
  Snapshot,
  Store,
  WaitRequest,
} from "../store";

/** What all processes share. */
export class SharedRecords {
  readonly records = new Map<string, KeyRecord>();
  fenceFloor = 0;
}

/** A correct store to be spoiled. `clock` is the store's, `processClock` the one of the process that opened it. */
export class SpoiltStore implements Store {
  readonly capabilities = { clock: "store", push: false, transactional: false, durable: false } as const;

  constructor(
    protected readonly shared: SharedRecords,
    protected readonly clock: Clock,
    protected readonly processClock: Clock,
  ) {}

  async reserve(request: ReserveRequest): Promise<ReserveReply> {
    return this.apply({ kind: "reserve", request });
  }

  async complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    return this.apply({ kind: "complete", request });
  }

  async renew(request: RenewRequest): Promise<"renewed" | "lost"> {
    return this.apply({ kind: "renew", request });
  }

  async release(request: OwnedReservation): Promise<"released" | "lost"> {
    return this.apply({ kind: "release", request });
  }

  async read(id: string): Promise<Snapshot | null> {
    return this.apply({ kind: "read", id });
  }

  async waitForChange(id: string, { seenFence, timeoutMs }: WaitRequest): Promise<"changed" | "timeout"> {
    for (const deadline = this.clock.now() + timeoutMs; ; await this.clock.sleep(50)) {
      if (this.apply({ kind: "inspect", id, seenFence }).changed) return "changed";
      if (this.clock.now() >= deadline) return "timeout";
    }
  }

  async sweep(limit: number): Promise<number> {
    const expired = [...this.shared.records].filter(([, record]) => hasExpired(record, this.now())).slice(0, limit);
    for (const [id] of expired) this.shared.records.delete(id);
    return expired.length;
  }

  protected now(): number {
    return this.clock.now();
  }

  protected apply<Kind extends KeyOperation["kind"]>(operation: Extract<KeyOperation, { kind: Kind }>): KeyReply<Kind> {
    const { records } = this.shared;
    const id = idOf(operation);
    const step = reduceRecord(records.get(id) ?? null, this.shared.fenceFloor, operation, this.now());
    this.shared.fenceFloor = step.fenceFloor;
    if (step.record === null) records.delete(id);
    else records.set(id, step.record);
    return step.reply as KeyReply<Kind>;
  }
}

/** express-idempotency 1.0.6: looks, then writes in a second step. Two requests at once both ran, in 50 of 50 rounds. */
class GetThenSet extends SpoiltStore {
  override async reserve(request: ReserveRequest): Promise<ReserveReply> {
    const seen = this.shared.records.get(request.id);
    const fenceFloor = this.shared.fenceFloor;
    await Promise.resolve();
    const step = reduceRecord(seen ?? null, fenceFloor, { kind: "reserve", request }, this.now());
    if (step.record !== null) this.shared.records.set(request.id, step.record);
    return step.reply as ReserveReply;
  }
}

/** idempotency-kit 0.3, Powertools for Lambda #5714: whoever completes last overwrites, so a replay changes its receipt. */
class NoFenceOnComplete extends SpoiltStore {
  override async complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    const { owner = request.owner, fence = request.fence } = this.shared.records.get(request.id) ?? {};
    return this.apply({ kind: "complete", request: { ...request, owner, fence } });
  }
}

/** idempotency-kit 0.3, sidekiq-unique-jobs #861: a late holder, or a reaper, deletes somebody else's live lock. */
class NoFenceOnRelease extends SpoiltStore {
  override async release({ id }: OwnedReservation): Promise<"released" | "lost"> {
    return this.shared.records.delete(id) ? "released" : "lost";
  }
}

/** redlock-rb #36: an expired lock can be extended, also after another holder has come. */
class NoFenceOnRenew extends SpoiltStore {
  override async renew(request: RenewRequest): Promise<"renewed" | "lost"> {
    const { owner = request.owner, fence = request.fence } = this.shared.records.get(request.id) ?? {};
    return this.apply({ kind: "renew", request: { ...request, owner, fence } });
  }
}

/** idempotency-kit 0.3: the reader's clock decides what has expired, so a fast clock frees live reservations. */
class ClientClock extends SpoiltStore {
  protected override now(): number {
    return this.processClock.now();
  }
}

/** idempotency-kit 0.3: reading deletes what has lapsed. Nobody can tell a takeover from a first run any more. */
class DeleteOnRead extends SpoiltStore {
  protected override apply<Kind extends KeyOperation["kind"]>(
    operation: Extract<KeyOperation, { kind: Kind }>,
  ): KeyReply<Kind> {
    const record = this.shared.records.get(idOf(operation));
    if (record?.status === "pending" && record.leaseUntil <= this.now()) this.shared.records.delete(idOf(operation));
    return super.apply(operation);
  }
}

/** node-idempotency 1.0.11, actor-ts #984: the marker lives as long as the record, so a crash blocks the key for a day. */
class MarkerLivesAsLongAsTheRecord extends SpoiltStore {
  override reserve(request: ReserveRequest): Promise<ReserveReply> {
    return super.reserve({ ...request, leaseMs: 24 * 60 * 60 * 1000 });
  }
}

/** Powertools for Lambda #5705: completion drops the hash of the payload. */
class FingerprintDroppedOnCompletion extends SpoiltStore {
  override async complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    const reply = await super.complete(request);
    const record = this.shared.records.get(request.id);
    if (record !== undefined) this.shared.records.set(request.id, { ...record, fingerprint: null });
    return reply;
  }
}

/** idempotency-kit 0.3: retention in whole minutes, rounded down. 90 seconds became 60. */
class RetentionInWholeMinutes extends SpoiltStore {
  override complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    const minute = 60_000;
    return super.complete({ ...request, retentionMs: Math.max(1, Math.floor(request.retentionMs / minute)) * minute });
  }
}

/** idempotency-kit 0.3: no owner in the record, so a caller whose reply was lost collides with itself. */
class NoOwner extends SpoiltStore {
  override async reserve(request: ReserveRequest): Promise<ReserveReply> {
    const record = this.shared.records.get(request.id);
    return super.reserve(record?.owner === request.owner ? { ...request, owner: "nobody" } : request);
  }
}

/** A counter per key as the fence: it begins again when the key has gone, and an old holder matches a new one. */
class FenceStartsAgain extends SpoiltStore {
  protected override apply<Kind extends KeyOperation["kind"]>(
    operation: Extract<KeyOperation, { kind: Kind }>,
  ): KeyReply<Kind> {
    this.shared.fenceFloor = 0;
    return super.apply(operation);
  }
}

/** Subscribes, but does not look first: a change between the reply and the subscription is missed. */
class WaitsWithoutLooking extends SpoiltStore {
  override async waitForChange(id: string, { timeoutMs }: WaitRequest): Promise<"changed" | "timeout"> {
    const before = JSON.stringify(this.shared.records.get(id));
    for (const deadline = this.clock.now() + timeoutMs; this.clock.now() < deadline; await this.clock.sleep(50)) {
      if (JSON.stringify(this.shared.records.get(id)) !== before) return "changed";
    }
    return "timeout";
  }
}

/** mohadjillani/idempotency-kit: retention counts from the first reservation, so a slow action shortens it. */
class RetentionFromReservation extends SpoiltStore {
  override complete(request: CompleteRequest): Promise<"completed" | "lost"> {
    const record = this.shared.records.get(request.id);
    const spent = record?.status === "pending" ? this.now() - record.reservedAt : 0;
    return super.complete({ ...request, retentionMs: request.retentionMs - spent });
  }
}

/** margince #423: the sweep judges age, not expiry, and takes live records with it. */
class SweepTakesLiveRecords extends SpoiltStore {
  override async sweep(limit: number): Promise<number> {
    const victims = [...this.shared.records.keys()].slice(0, limit);
    for (const id of victims) this.shared.records.delete(id);
    return victims.length;
  }
}

type SpoiltClass = new (shared: SharedRecords, clock: Clock, processClock: Clock) => SpoiltStore;

/** Each broken store with the cases that must notice. Others may notice too. */
export const brokenStores: { make: SpoiltClass; mustFail: string[] }[] = [
  { make: GetThenSet, mustFail: ["A3", "C3", "M2"] },
  { make: NoFenceOnComplete, mustFail: ["B2", "B3", "C5", "M1"] },
  { make: NoFenceOnRelease, mustFail: ["E2", "E3", "C5"] },
  { make: NoFenceOnRenew, mustFail: ["D2", "C5"] },
  { make: ClientClock, mustFail: ["H1", "H2"] },
  { make: DeleteOnRead, mustFail: ["C6", "C8", "D3", "F6"] },
  { make: MarkerLivesAsLongAsTheRecord, mustFail: ["C2", "C3", "J7", "N3"] },
  { make: FingerprintDroppedOnCompletion, mustFail: ["F2", "F5"] },
  { make: RetentionInWholeMinutes, mustFail: ["G2", "G3"] },
  { make: NoOwner, mustFail: ["A4", "I1"] },
  { make: FenceStartsAgain, mustFail: ["C7", "E1", "G2"] },
  { make: WaitsWithoutLooking, mustFail: ["J3", "J7"] },
  { make: RetentionFromReservation, mustFail: ["B8"] },
  { make: SweepTakesLiveRecords, mustFail: ["G4"] },
];
