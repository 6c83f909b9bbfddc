import { IdempotencyRecordUnreadableError } from "../../errors";
import type { ReserveReply, Snapshot } from "../../store";

/** How records and replies are written; see `scripts.ts`. A bar separates fields, so a fingerprint may hold none. */
export function encodeFingerprint(fingerprint: string | null): string {
  if (fingerprint === null) return "";
  return /[%|]/.test(fingerprint) ? fingerprint.replaceAll("%", "%25").replaceAll("|", "%7C") : fingerprint;
}

function decodeFingerprint(text: string): string | null {
  return text === "" ? null : text.replaceAll("%7C", "|").replaceAll("%25", "%");
}

/** @throws {IdempotencyRecordUnreadableError} */
export function decodeReserveReply(id: string, reply: unknown): ReserveReply {
  if (typeof reply !== "string") throw unreadable(id, reply);
  switch (reply[0]) {
    case "r": {
      const [fence, leaseRemainingMs, attempt] = numbers(reply);
      return { kind: "reserved", fence, leaseRemainingMs, takeover: attempt > 1, attempt };
    }
    case "p": {
      const [fence, leaseRemainingMs, sinceMs] = numbers(reply);
      return { kind: "in-flight", fence, leaseRemainingMs, sinceMs };
    }
    case "c":
      return decodeCompleted(reply);
    case "m":
      return { kind: "fingerprint-mismatch", pending: reply === "m1" };
    default:
      throw unreadable(id, reply);
  }
}

/** By position rather than by a pattern: the result at the end may be large. */
function decodeCompleted(reply: string): ReserveReply {
  const seconds = reply.indexOf("|");
  const microseconds = reply.indexOf("|", seconds + 1);
  const fence = reply.indexOf("|", microseconds + 1);
  const owner = reply.indexOf("|", fence + 1);
  const completedAt = reply.indexOf("|", owner + 1);
  const now = Number(reply.slice(1, seconds)) * 1000 + Math.floor(Number(reply.slice(seconds + 1, microseconds)) / 1000);
  return {
    kind: "completed",
    fence: Number(reply.slice(microseconds + 1, fence)),
    ageMs: now - Number(reply.slice(owner + 1, completedAt)),
    result: reply.slice(completedAt + 1),
  };
}

function numbers(reply: string): [number, number, number] {
  const first = reply.indexOf("|");
  const second = reply.indexOf("|", first + 1);
  return [Number(reply.slice(1, first)), Number(reply.slice(first + 1, second)), Number(reply.slice(second + 1))];
}

/** @throws {IdempotencyRecordUnreadableError} */
export function decodeSnapshot(id: string, reply: unknown): Snapshot | null {
  if (reply === null) return null;
  const [, time, left, record] = /^(\d+)\|(-?\d+)\|(.*)$/s.exec(String(reply)) ?? [];
  if (time === undefined || record === undefined) throw unreadable(id, reply);
  const now = Number(time);
  const completed = /^1c\|([^|]*)\|(\d+)\|[^|]*\|(\d+)\|(.*)$/s.exec(record);
  if (completed !== null) {
    const [, fingerprint = "", fence, completedAt, result = ""] = completed;
    return {
      status: "completed",
      fence: Number(fence),
      fingerprint: decodeFingerprint(fingerprint),
      result,
      ageMs: now - Number(completedAt),
      retentionRemainingMs: Number(left),
    };
  }
  const pending = /^1p\|([^|]*)\|(\d+)\|([^|]*)\|(\d+)\|\d+\|(\d+)\|[01]$/.exec(record);
  if (pending === null) throw unreadable(id, record);
  const [, fingerprint = "", fence, owner = "", leaseUntil, attempt] = pending;
  return {
    status: "pending",
    owner,
    fence: Number(fence),
    fingerprint: decodeFingerprint(fingerprint),
    leaseRemainingMs: Math.max(0, Number(leaseUntil) - now),
    // A fence is the moment of its reservation in microseconds.
    sinceMs: Math.max(0, Math.floor(now - Number(fence) / 1000)),
    attempt: Number(attempt),
  };
}

function unreadable(id: string, found: unknown): IdempotencyRecordUnreadableError {
  const start = String(found).slice(0, 40);
  return new IdempotencyRecordUnreadableError(id, `it is not of this version's layout, but begins with "${start}"`);
}
