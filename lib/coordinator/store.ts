/**
 * What the coordinator asks of a store. Five writes and reads, each one atomic step, plus one way to wait.
 *
 * The rules that a store must keep (the conformance suite checks each):
 *
 * 1. `reserve` decides everything in one atomic step, the comparison of fingerprints included.
 * 2. Every call may be repeated by its owner after a lost reply: a repeated `reserve` on its own live reservation
 *    answers with the same fence, a repeated `complete` says `completed`.
 * 3. Every write compares owner *and* fence. Fences of one id only grow, also across expiry and release.
 * 4. Expiry is judged by the store's clock alone. Callers pass durations, never points in time.
 * 5. A lapsed lease makes a reservation takeable; it is not gone before `graceMs` more have passed.
 * 6. A completed record is never overwritten. It expires `retentionMs` after its completion, to the millisecond.
 * 7. A fingerprint that differs is refused, on a completed record, a live reservation and a lapsed one alike.
 *    `null` on either side means "not compared".
 */
export interface Store {
  readonly capabilities: StoreCapabilities;
  reserve(request: ReserveRequest): Promise<ReserveReply>;
  complete(request: CompleteRequest): Promise<"completed" | "lost">;
  /** Never shortens a lease. May revive a lapsed reservation that nobody has taken over. */
  renew(request: RenewRequest): Promise<"renewed" | "lost">;
  /** Gives a reservation back without a result: the next `reserve` is as on a fresh id, with a greater fence. */
  release(request: OwnedReservation): Promise<"released" | "lost">;
  read(id: string): Promise<Snapshot | null>;
  /**
   * The only way to wait. Answers `changed` at once unless the record is in flight under `seenFence` with its lease
   * running, so no wake-up can fall between a reply and the wait; answers `changed` too when that lease lapses.
   * Polling, where it is needed, happens in here.
   */
  waitForChange(id: string, request: WaitRequest): Promise<"changed" | "timeout">;
  /** Deletes at most `limit` records that have expired, for stores that do not by themselves. @returns how many */
  sweep?(limit: number): Promise<number>;
}

export interface StoreCapabilities {
  /** Whose clock judges expiry. `client` is honest about a weakness: skewed processes may both hold a reservation. */
  clock: "store" | "client";
  /** Waiters are told of a change. Without it they find out by polling. */
  push: boolean;
  /** Can reserve inside a transaction of the caller, so that effect and record commit together. */
  transactional: boolean;
  /** Records survive a restart of the store. */
  durable: boolean;
}

/** One holder of one reservation. */
export interface OwnedReservation {
  /** As encoded by `encodeRecordId`. */
  id: string;
  /** 128 random bits, one per call of the coordinator, as 32 hexadecimal digits. */
  owner: string;
  fence: number;
}

export interface ReserveRequest {
  id: string;
  owner: string;
  /** Identity of the payload, not empty; `null` when the caller does not compare payloads. */
  fingerprint: string | null;
  leaseMs: number;
  /** How long after its lease a reservation still accepts its own late `complete`. */
  graceMs: number;
}

export type ReserveReply =
  | {
      kind: "reserved";
      fence: number;
      leaseRemainingMs: number;
      /** An earlier holder let its lease lapse: its effect may or may not have happened. */
      takeover: boolean;
      /** 1 for a fresh reservation, one more for each takeover in a row. */
      attempt: number;
    }
  | { kind: "in-flight"; fence: number; leaseRemainingMs: number; sinceMs: number }
  | { kind: "completed"; fence: number; result: string; ageMs: number }
  | { kind: "fingerprint-mismatch"; pending: boolean };

export interface CompleteRequest extends OwnedReservation {
  result: string;
  /** Counted from this call. */
  retentionMs: number;
}

export interface RenewRequest extends OwnedReservation {
  /** The lease ends at least this long after the call. */
  leaseMs: number;
}

export interface WaitRequest {
  /** Of the `in-flight` reply that made the caller wait. */
  seenFence: number;
  timeoutMs: number;
}

export type Snapshot =
  | {
      status: "pending";
      owner: string;
      fence: number;
      fingerprint: string | null;
      /** 0 once the lease has lapsed. */
      leaseRemainingMs: number;
      sinceMs: number;
      attempt: number;
    }
  | {
      status: "completed";
      fence: number;
      fingerprint: string | null;
      result: string;
      ageMs: number;
      retentionRemainingMs: number;
    };

export type StoreCall = "reserve" | "complete" | "renew" | "release" | "read" | "waitForChange";
