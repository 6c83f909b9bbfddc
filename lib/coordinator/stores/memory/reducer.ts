import type {
  CompleteRequest,
  OwnedReservation,
  RenewRequest,
  ReserveReply,
  ReserveRequest,
  Snapshot,
} from "../../store";

/**
 * The store contract as a pure function. The memory store, the model of the property tests and the simulator's world
 * all run this code. `now` is the store's clock, in milliseconds.
 */
export type KeyRecord = PendingRecord | CompletedRecord;

export interface PendingRecord {
  status: "pending";
  owner: string;
  fence: number;
  fingerprint: string | null;
  reservedAt: number;
  leaseUntil: number;
  graceMs: number;
  attempt: number;
}

export interface CompletedRecord {
  status: "completed";
  owner: string;
  fence: number;
  fingerprint: string | null;
  result: string;
  completedAt: number;
  expiresAt: number;
}

/** Plain data, so that a simulated world can be copied, compared and hashed. */
export interface KeyState {
  readonly records: { readonly [id: string]: KeyRecord };
  /** Greatest fence of any record that is gone: a record made anew starts above it, so fences never repeat. */
  readonly fenceFloor: number;
}

export const emptyKeyState: KeyState = { records: {}, fenceFloor: 0 };

export type KeyOperation =
  | { kind: "reserve"; request: ReserveRequest }
  | { kind: "complete"; request: CompleteRequest }
  | { kind: "renew"; request: RenewRequest }
  | { kind: "release"; request: OwnedReservation }
  | { kind: "read"; id: string }
  /** The question behind `waitForChange`: is the record still in flight under `seenFence`, and for how long at most? */
  | { kind: "inspect"; id: string; seenFence: number };

export type KeyReply<Kind extends KeyOperation["kind"] = KeyOperation["kind"]> = {
  reserve: ReserveReply;
  complete: "completed" | "lost";
  renew: "renewed" | "lost";
  release: "released" | "lost";
  read: Snapshot | null;
  inspect: { changed: true } | { changed: false; leaseRemainingMs: number };
}[Kind];

/** One operation on the whole state. The state that comes back is the same object when nothing changed. */
export function reduceKeyState<Kind extends KeyOperation["kind"]>(
  state: KeyState,
  operation: Extract<KeyOperation, { kind: Kind }>,
  now: number,
): { state: KeyState; reply: KeyReply<Kind> } {
  const id = idOf(operation);
  const before = state.records[id] ?? null;
  const step = reduceRecord(before, state.fenceFloor, operation, now);
  return { state: replaceRecord(state, id, before, step), reply: step.reply as KeyReply<Kind> };
}

export interface RecordStep {
  record: KeyRecord | null;
  fenceFloor: number;
  reply: KeyReply;
}

export function idOf(operation: KeyOperation): string {
  return "request" in operation ? operation.request.id : operation.id;
}

/** One operation on one record; `null` is an absent one. */
export function reduceRecord(stored: KeyRecord | null, floor: number, operation: KeyOperation, now: number): RecordStep {
  const gone = stored !== null && hasExpired(stored, now);
  const record = gone ? null : stored;
  const fenceFloor = gone ? Math.max(floor, stored.fence) : floor;
  const unchanged = (reply: KeyReply): RecordStep => ({ record, fenceFloor, reply });
  switch (operation.kind) {
    case "reserve":
      return reserve(record, fenceFloor, operation.request, now);
    case "complete":
      return complete(record, fenceFloor, operation.request, now);
    case "renew":
      if (!isHeldBy(record, operation.request) || record.status !== "pending") return unchanged("lost");
      return {
        record: { ...record, leaseUntil: Math.max(record.leaseUntil, now + operation.request.leaseMs) },
        fenceFloor,
        reply: "renewed",
      };
    case "release":
      if (!isHeldBy(record, operation.request) || record.status !== "pending") return unchanged("lost");
      return { record: null, fenceFloor: Math.max(fenceFloor, record.fence), reply: "released" };
    case "read":
      return unchanged(record && snapshotOf(record, now));
    case "inspect":
      return unchanged(inspect(record, operation.seenFence, now));
  }
}

/** Gone for everybody: retention passed, or lease and grace passed. */
export function hasExpired(record: KeyRecord, now: number): boolean {
  return now >= (record.status === "completed" ? record.expiresAt : record.leaseUntil + record.graceMs);
}

/** Ends the lease of a pending record now, as if its holder had stopped renewing long ago. For simulated faults. */
export function lapseLease(state: KeyState, id: string, now: number): KeyState {
  const record = state.records[id];
  if (record?.status !== "pending") return state;
  return { ...state, records: { ...state.records, [id]: { ...record, leaseUntil: Math.min(record.leaseUntil, now) } } };
}

/** Ends the retention of a record now. For simulated faults and events. */
export function forgetRecord(state: KeyState, id: string): KeyState {
  const record = state.records[id] ?? null;
  if (record === null) return state;
  const fenceFloor = Math.max(state.fenceFloor, record.fence);
  return replaceRecord(state, id, record, { record: null, fenceFloor });
}

function reserve(record: KeyRecord | null, fenceFloor: number, request: ReserveRequest, now: number): RecordStep {
  const unchanged = (reply: ReserveReply): RecordStep => ({ record, fenceFloor, reply });
  if (record !== null && !isSamePayload(record.fingerprint, request.fingerprint)) {
    return unchanged({ kind: "fingerprint-mismatch", pending: record.status === "pending" });
  }
  if (record?.status === "completed") {
    const { fence, result, completedAt } = record;
    return unchanged({ kind: "completed", fence, result, ageMs: now - completedAt });
  }
  if (record !== null && now < record.leaseUntil) {
    const leaseRemainingMs = record.leaseUntil - now;
    if (record.owner !== request.owner) {
      return unchanged({ kind: "in-flight", fence: record.fence, leaseRemainingMs, sinceMs: now - record.reservedAt });
    }
    const { fence, attempt } = record;
    return unchanged({ kind: "reserved", fence, leaseRemainingMs, takeover: attempt > 1, attempt });
  }
  const fence = Math.max(fenceFloor, record?.fence ?? 0) + 1;
  const attempt = (record?.attempt ?? 0) + 1;
  return {
    record: {
      status: "pending",
      owner: request.owner,
      fence,
      fingerprint: request.fingerprint ?? record?.fingerprint ?? null,
      reservedAt: now,
      leaseUntil: now + request.leaseMs,
      graceMs: request.graceMs,
      attempt,
    },
    fenceFloor,
    reply: { kind: "reserved", fence, leaseRemainingMs: request.leaseMs, takeover: attempt > 1, attempt },
  };
}

function complete(record: KeyRecord | null, fenceFloor: number, request: CompleteRequest, now: number): RecordStep {
  if (!isHeldBy(record, request)) return { record, fenceFloor, reply: "lost" };
  if (record.status === "completed") return { record, fenceFloor, reply: "completed" };
  const { owner, fence, fingerprint } = record;
  const { result, retentionMs } = request;
  return {
    record: { status: "completed", owner, fence, fingerprint, result, completedAt: now, expiresAt: now + retentionMs },
    fenceFloor,
    reply: "completed",
  };
}

function inspect(record: KeyRecord | null, seenFence: number, now: number): KeyReply<"inspect"> {
  if (record?.status !== "pending" || record.fence !== seenFence || now >= record.leaseUntil) return { changed: true };
  return { changed: false, leaseRemainingMs: record.leaseUntil - now };
}

function snapshotOf(record: KeyRecord, now: number): Snapshot {
  const { fence, fingerprint } = record;
  if (record.status === "completed") {
    const { result, completedAt, expiresAt } = record;
    const ageMs = now - completedAt;
    return { status: "completed", fence, fingerprint, result, ageMs, retentionRemainingMs: expiresAt - now };
  }
  const { owner, attempt, reservedAt, leaseUntil } = record;
  const leaseRemainingMs = Math.max(0, leaseUntil - now);
  return { status: "pending", owner, fence, fingerprint, leaseRemainingMs, sinceMs: now - reservedAt, attempt };
}

function isHeldBy(record: KeyRecord | null, { owner, fence }: OwnedReservation): record is KeyRecord {
  return record !== null && record.owner === owner && record.fence === fence;
}

function isSamePayload(stored: string | null, given: string | null): boolean {
  return stored === null || given === null || stored === given;
}

function replaceRecord(
  state: KeyState,
  id: string,
  before: KeyRecord | null,
  after: { record: KeyRecord | null; fenceFloor: number },
): KeyState {
  if (after.record === before && after.fenceFloor === state.fenceFloor) return state;
  const { [id]: _replaced, ...others } = state.records;
  const records = after.record === null ? others : { ...others, [id]: after.record };
  return { records, fenceFloor: after.fenceFloor };
}
