import { IdempotencyRecordUnreadableError } from "../../errors";
import type { ReserveReply, Snapshot } from "../../store";

/** The part of a `pg` Pool or Client that is used here. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** One record, with durations as the server reckons them. */
export interface RecordRow {
  layout: number;
  status: "pending" | "completed" | "released";
  owner: string;
  /** bigint, which `pg` hands out as text */
  fence: string;
  fingerprint: string | null;
  attempt: number;
  result: string | null;
  sinceMs: number;
  leaseMs: number;
  ageMs: number | null;
  retentionMs: number;
}

export type ReservedRow = RecordRow & { taken: boolean };

/** What the row means to `owner`. @throws {IdempotencyRecordUnreadableError} */
export function replyOf(id: string, row: ReservedRow, owner: string, fingerprint: string | null): ReserveReply {
  checkLayout(id, row);
  const fence = Number(row.fence);
  const { attempt } = row;
  const leaseRemainingMs = Math.max(0, row.leaseMs);
  if (row.taken) return { kind: "reserved", fence, leaseRemainingMs, takeover: attempt > 1, attempt };
  if (!isSamePayload(row.fingerprint, fingerprint)) {
    return { kind: "fingerprint-mismatch", pending: row.status === "pending" };
  }
  if (row.status === "completed") return { kind: "completed", fence, result: row.result ?? "", ageMs: row.ageMs ?? 0 };
  if (row.owner === owner) return { kind: "reserved", fence, leaseRemainingMs, takeover: attempt > 1, attempt };
  return { kind: "in-flight", fence, leaseRemainingMs, sinceMs: row.sinceMs };
}

/** @throws {IdempotencyRecordUnreadableError} */
export function snapshotOf(id: string, row: RecordRow): Snapshot {
  checkLayout(id, row);
  const { owner, fingerprint, attempt, sinceMs } = row;
  const fence = Number(row.fence);
  if (row.status === "completed") {
    const ageMs = row.ageMs ?? 0;
    const result = row.result ?? "";
    return { status: "completed", fence, fingerprint, result, ageMs, retentionRemainingMs: row.retentionMs };
  }
  return { status: "pending", owner, fence, fingerprint, leaseRemainingMs: Math.max(0, row.leaseMs), sinceMs, attempt };
}

/** @throws {IdempotencyRecordUnreadableError} */
export function checkLayout(id: string, { layout }: RecordRow): void {
  if (layout !== 1) throw new IdempotencyRecordUnreadableError(id, `it has layout ${layout}, and this version knows 1`);
}

function isSamePayload(stored: string | null, given: string | null): boolean {
  return stored === null || given === null || stored === given;
}
