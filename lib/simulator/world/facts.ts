import type { Deed } from "./database/execution";

/**
 * What happened in one step, or why it cannot happen, as data. `words/` turns each into a sentence of both languages;
 * nothing in the world knows a language.
 */
export type Fact =
  | { fact: "handed"; message: string; delivery: number }
  | { fact: "acked"; message: string }
  | { fact: "ack-ignored"; message: string; because: "stale" | "already-acked" | "dead-lettered" }
  | { fact: "ack-rejected"; message: string }
  /** A late ack that counts, although somebody else may be at work on the message. */
  | { fact: "ack-settled"; message: string }
  | { fact: "redriven"; messages: readonly string[] }
  | { fact: "published"; topic: string; message: string; id: string | null }
  | { fact: "publish-deduplicated"; topic: string; id: string }
  | { fact: "nacked"; message: string; delayed: boolean; implicit: boolean; dead: boolean }
  | { fact: "nack-ignored"; message: string; implicit: boolean }
  | { fact: "visible-again"; message: string; because: "expiry" | "lease-ended"; dead: boolean }
  | { fact: "sql"; deed: Deed }
  | { fact: "waits"; table: string; holder: string; reason: "key" | "row" }
  | { fact: "waits-for-advisory-lock"; key: string; holder: string }
  | { fact: "waits-in-line" }
  /** The first query of a transaction has to wait, and has taken the snapshot. */
  | { fact: "snapshot-taken" }
  | { fact: "session-ended"; life: string }
  | { fact: "charged"; charge: string; amount: number; currency: string; key: string | null }
  | { fact: "charge-replayed"; key: string; charge: string | null; failed: boolean }
  | { fact: "charge-key-mismatch"; key: string }
  | { fact: "charge-refused"; message: string }
  | { fact: "charge-begun"; key: string }
  | { fact: "charge-in-progress"; key: string }
  /** The call of a dead caller has come to its end: the money was taken. */
  | { fact: "charge-ended"; key: string }
  | { fact: "sent"; what: string; effect: string; key: string | null }
  /** The library in front of the receiver did not take the key, and called without one. */
  | { fact: "sent-without-key"; what: string; effect: string; key: string }
  | { fact: "sent-replayed"; what: string; effect: string; key: string }
  | { fact: "reserved"; key: string; fence: number; takeover: boolean }
  /** Why a reservation was not made: somebody holds the key, the result is there, or the payload is another one. */
  | { fact: "not-reserved"; key: string; because: "in-flight" | "completed" | "mismatch" }
  | { fact: "result-stored"; key: string }
  | { fact: "reservation-renewed"; key: string }
  | { fact: "reservation-released"; key: string }
  /** The caller's reservation has gone to somebody else: what it wanted to do with it is refused. */
  | { fact: "reservation-lost"; key: string; wanted: "complete" | "renew" | "release" }
  | { fact: "record-read"; key: string; found: "completed" | "in-flight" | "nothing" }
  | { fact: "record-changed"; key: string }
  | { fact: "waits-for-record"; key: string; holder: string | null }
  | { fact: "wait-timed-out"; key: string }
  | { fact: "store-unavailable" }
  /** `kept`: somebody was still at work under this reservation. */
  | { fact: "reservation-ended"; key: string; kept: boolean }
  | { fact: "redis-written"; key: string; value: string; hasTtl: boolean }
  | { fact: "redis-not-written"; key: string }
  | { fact: "redis-read"; key: string; value: string | null }
  | { fact: "redis-deleted"; key: string; deleted: boolean }
  | { fact: "redis-counted"; key: string; value: number }
  | { fact: "redis-ttl-set"; key: string; existed: boolean }
  | { fact: "redis-refused"; key: string; message: string }
  /** `kept`: somebody was still at work under this lock. */
  | { fact: "redis-key-ended"; key: string; kept: boolean }
  | { fact: "redis-failed-over"; key: string }
  | { fact: "redis-unavailable" }
  /** The receiver has seen a higher fencing token. */
  | { fact: "fence-refused"; what: string; token: number; seen: number }
  | { fact: "key-forgotten"; part: string; key: string }
  | { fact: "polled"; partition: string; records: readonly string[]; from: number }
  /** `assigned`: the partitions that the consumer reads; empty for one that has none. */
  | { fact: "waits-for-records"; assigned: readonly string[] }
  | { fact: "offset-committed"; partition: string; offset: number }
  /** What the timer of a consumer committed, by partition. */
  | { fact: "offsets-auto-committed"; offsets: Readonly<Record<string, number>> }
  | {
      fact: "commit-refused";
      partition: string | null;
      offset: number | null;
      because: "ILLEGAL_GENERATION" | "UNKNOWN_MEMBER_ID" | "offset";
    }
  /** The next owner starts at `offset`. */
  | { fact: "partition-moved"; partition: string; from: string; to: string; offset: number; because: "rebalance" | "session-timeout" }
  /** What ended its loop, if an error did. */
  | { fact: "consumer-restarted"; error: string | null }
  | { fact: "slept"; ms: number }
  /** `requeued`: the message that the queue takes back at once; `dead` where it gives it out no more. */
  | { fact: "crashed"; requeued?: { message: string; dead: boolean } }
  /** A call that was never made: the code before it threw. */
  | { fact: "threw"; message: string }
  | { fact: "told-to-stop" }
  | { fact: "commit-lost"; applied: boolean }
  | { fact: "reply-lost"; applied: Fact | null }
  | { fact: "server-error"; applied: Fact };
