import { jsonCodec, type Codec } from "../../codec";
import { IdempotencyInProgressError, IdempotencyKeyReuseError } from "../../errors";
import { encodeRecordId, type RecordIdentity } from "../../keys";
import { requireDuration } from "../../policies";
import { systemRandom } from "../../platform/system";
import { sha256Hex } from "../../sha256";
import { decodeResult, encodeResult } from "../../stored-result";
import { suggestRetryMs } from "../../waiting";
import { replyOf, type Queryable, type ReservedRow } from "./rows";
import { insertOnceStatement, readStatement, storeOnceStatement } from "./statements";

export interface InboxRequest<T> extends RecordIdentity {
  /** How long a redelivery is recognised. Must outlast the broker's retention, dead letters included. */
  retentionMs: number;
  fingerprint?: string | null;
  codec?: Codec<T>;
}

export type InboxOutcome<T> = { kind: "executed" | "replayed"; value: T };

export interface InboxContext {
  fencingToken: number;
  /** As in the coordinator, for effects outside of this database, which the transaction does not cover. */
  downstreamKey: string;
}

/**
 * The transactional mode, which is an inbox: the reservation is the first statement of the caller's own transaction, so
 * record and effects commit together or not at all. Exactly once for what is written through `transaction`, and for
 * nothing else. A rival waits for the end of the first transaction (set `lock_timeout` to bound that), then replays.
 *
 * The caller begins, commits and rolls back, and must roll back when this throws.
 * @throws {IdempotencyKeyReuseError} the id is known with another payload
 * @throws {IdempotencyInProgressError} a coordinator holds the id under a lease
 */
export async function runOnceInTransaction<T>(
  transaction: Queryable,
  request: InboxRequest<T>,
  action: (context: InboxContext) => Promise<T> | T,
): Promise<InboxOutcome<T>> {
  requireDuration("retentionMs", request.retentionMs);
  const { retentionMs, fingerprint = null, codec = jsonCodec as Codec<T> } = request;
  const id = encodeRecordId(request);
  const owner = systemRandom.token();
  const { rows } = await transaction.query(insertOnceStatement, [id, owner, fingerprint, retentionMs]);
  const [inserted] = rows as { fence: string }[];
  if (inserted === undefined) return replay(transaction, id, fingerprint, codec);
  const value = await action({ fencingToken: Number(inserted.fence), downstreamKey: sha256Hex(id) });
  const encoded = encodeResult(id, value, codec);
  if (encoded.error !== null) throw encoded.error;
  await transaction.query(storeOnceStatement, [id, owner, encoded.text, retentionMs]);
  return { kind: "executed", value };
}

async function replay<T>(
  transaction: Queryable,
  id: string,
  fingerprint: string | null,
  codec: Codec<T>,
): Promise<InboxOutcome<T>> {
  const { rows } = await transaction.query(readStatement, [id]);
  const [row] = rows as ReservedRow[];
  if (row === undefined) throw new IdempotencyInProgressError(id, suggestRetryMs(0, 1000));
  const reply = replyOf(id, { ...row, taken: false }, "", fingerprint);
  switch (reply.kind) {
    case "completed":
      return { kind: "replayed", value: decodeResult(id, reply.result, codec) };
    case "fingerprint-mismatch":
      throw new IdempotencyKeyReuseError(id, reply.pending);
    default:
      throw new IdempotencyInProgressError(id, suggestRetryMs(row.sinceMs, reply.leaseRemainingMs));
  }
}
