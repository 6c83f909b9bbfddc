/**
 * The statements of the Postgres store. Time is `clock_timestamp()`: `now()` stands still inside a transaction, so a
 * lease that was judged by it would not end while the transaction is open.
 */

/** The record counts as absent: expired, or given back. A row that was given back keeps later fences above its own. */
const isFree = "(r.status = 'released' OR r.expires_at <= clock_timestamp())";
const isSamePayload = "(r.fingerprint IS NULL OR $3::text IS NULL OR r.fingerprint = $3::text)";
const isLapsed = "(r.status = 'pending' AND r.lease_until <= clock_timestamp())";
const milliseconds = (parameter: string) => `${parameter}::float8 * interval '1 millisecond'`;
const since = (column: string) => `extract(epoch FROM clock_timestamp() - r.${column})::float8 * 1000`;
const until = (column: string) => `extract(epoch FROM r.${column} - clock_timestamp())::float8 * 1000`;

const columns = `
  r.layout, r.status, r.owner, r.fence, r.fingerprint, r.attempt, r.result,
  ${since("reserved_at")} AS "sinceMs", ${until("lease_until")} AS "leaseMs",
  ${since("completed_at")} AS "ageMs", ${until("expires_at")} AS "retentionMs"`;

/**
 * $1 id, $2 owner, $3 fingerprint, $4 lease, $5 grace. One row: the record that answers (`taken` false), or the new
 * reservation (`taken` true). No row when a rival came between the look and the insert: ask again.
 *
 * A record that answers is only read, never locked, so replays do not write. The fence of a takeover is drawn in the
 * update, when the row is locked; drawn in the insert, it could be older than the fence that it follows.
 */
export const reserveStatement = `
WITH answer AS (
  SELECT ${columns}, false AS taken
  FROM idempotency.record r
  WHERE r.id = $1 AND NOT ${isFree} AND (r.layout <> 1 OR NOT (${isLapsed} AND ${isSamePayload}))
), taken AS (
  INSERT INTO idempotency.record AS r
    (id, status, owner, fence, fingerprint, attempt, reserved_at, lease_until, grace, expires_at)
  SELECT $1, 'pending', $2, nextval('idempotency.fence'), $3, 1, clock_timestamp(),
    clock_timestamp() + ${milliseconds("$4")}, ${milliseconds("$5")},
    clock_timestamp() + ${milliseconds("$4")} + ${milliseconds("$5")}
  WHERE NOT EXISTS (SELECT FROM answer)
  ON CONFLICT (id) DO UPDATE SET
    layout = 1, status = 'pending', owner = $2, fence = nextval('idempotency.fence'), awaited = false,
    fingerprint = CASE WHEN ${isFree} THEN $3 ELSE coalesce($3, r.fingerprint) END,
    attempt = CASE WHEN ${isFree} THEN 1 ELSE r.attempt + 1 END,
    reserved_at = clock_timestamp(), lease_until = clock_timestamp() + ${milliseconds("$4")},
    grace = ${milliseconds("$5")}, completed_at = NULL, result = NULL,
    expires_at = clock_timestamp() + ${milliseconds("$4")} + ${milliseconds("$5")}
  WHERE ${isFree} OR (${isLapsed} AND ${isSamePayload} AND r.layout = 1)
  RETURNING ${columns}, true AS taken
)
SELECT * FROM answer UNION ALL SELECT * FROM taken`;

const isHeld = "r.id = $1 AND r.owner = $2 AND r.fence = $3 AND r.layout = 1 AND NOT " + isFree;

/** A notification takes a lock on the whole database at commit, so it is sent only when somebody waits. */
const notifyIfAwaited = `
SELECT CASE WHEN awaited THEN pg_notify('idempotency', $1)::text END FROM changed`;

/** $1 id, $2 owner, $3 fence, $4 result, $5 retention. One row when it was pending and held. */
export const completeStatement = `
WITH changed AS (
  UPDATE idempotency.record r SET
    status = 'completed', result = $4, completed_at = clock_timestamp(),
    expires_at = clock_timestamp() + ${milliseconds("$5")}
  WHERE ${isHeld} AND r.status = 'pending'
  RETURNING r.awaited
)${notifyIfAwaited}`;

/** $1 id, $2 owner, $3 fence, $4 lease. One row when it was pending and held. */
export const renewStatement = `
UPDATE idempotency.record r SET
  lease_until = greatest(r.lease_until, clock_timestamp() + ${milliseconds("$4")}),
  expires_at = greatest(r.lease_until, clock_timestamp() + ${milliseconds("$4")}) + r.grace
WHERE ${isHeld} AND r.status = 'pending'
RETURNING r.fence`;

/** $1 id, $2 owner, $3 fence. One row when it was pending and held. The row stays for a minute, for its fence. */
export const releaseStatement = `
WITH changed AS (
  UPDATE idempotency.record r SET status = 'released', expires_at = clock_timestamp() + interval '1 minute'
  WHERE ${isHeld} AND r.status = 'pending'
  RETURNING r.awaited
)${notifyIfAwaited}`;

/** $1 id. */
export const readStatement = `SELECT ${columns} FROM idempotency.record r WHERE r.id = $1 AND NOT ${isFree}`;

/** $1 id, $2 fence. From now on the end of this reservation is announced. */
export const announceStatement = `
UPDATE idempotency.record r SET awaited = true
WHERE r.id = $1 AND r.fence = $2 AND r.status = 'pending' AND NOT r.awaited`;

/** $1 limit. Rows that somebody is changing are left for the next time. */
export const sweepStatement = `
DELETE FROM idempotency.record r USING (
  SELECT id FROM idempotency.record WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT $1
  FOR UPDATE SKIP LOCKED
) expired
WHERE r.id = expired.id AND r.expires_at <= clock_timestamp()`;

/**
 * Transactional mode. $1 id, $2 owner, $3 fingerprint, $4 retention. One row when the id was free. The record is
 * completed from the start: until the commit nobody else sees it, and a rival's insert waits for the commit.
 */
export const insertOnceStatement = `
INSERT INTO idempotency.record AS r
  (id, status, owner, fence, fingerprint, attempt, reserved_at, lease_until, grace, completed_at, result, expires_at)
VALUES ($1, 'completed', $2, nextval('idempotency.fence'), $3, 1, clock_timestamp(), clock_timestamp(), interval '0',
  clock_timestamp(), '', clock_timestamp() + ${milliseconds("$4")})
ON CONFLICT (id) DO UPDATE SET
  layout = 1, status = 'completed', owner = $2, fence = nextval('idempotency.fence'), fingerprint = $3,
  attempt = CASE WHEN ${isFree} THEN 1 ELSE r.attempt + 1 END, reserved_at = clock_timestamp(),
  lease_until = clock_timestamp(), completed_at = clock_timestamp(), result = '',
  expires_at = clock_timestamp() + ${milliseconds("$4")}
WHERE ${isFree} OR (${isLapsed} AND ${isSamePayload} AND r.layout = 1)
RETURNING r.fence, r.attempt`;

/** Transactional mode. $1 id, $2 owner, $3 result, $4 retention, counted from here. */
export const storeOnceStatement = `
UPDATE idempotency.record r SET
  result = $3, completed_at = clock_timestamp(), expires_at = clock_timestamp() + ${milliseconds("$4")}
WHERE r.id = $1 AND r.owner = $2`;
