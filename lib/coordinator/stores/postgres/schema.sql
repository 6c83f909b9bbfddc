-- The records of the coordinator, in a schema of their own. Safe to run again.
CREATE SCHEMA IF NOT EXISTS idempotency;

-- Fences come from one sequence: they grow for every id, also after its record is gone.
CREATE SEQUENCE IF NOT EXISTS idempotency.fence AS bigint;

CREATE TABLE IF NOT EXISTS idempotency.record (
  id           text PRIMARY KEY,
  layout       smallint NOT NULL DEFAULT 1,
  status       text NOT NULL CHECK (status IN ('pending', 'completed', 'released')),
  owner        text NOT NULL,
  fence        bigint NOT NULL,
  fingerprint  text,
  attempt      integer NOT NULL,
  reserved_at  timestamptz NOT NULL,
  lease_until  timestamptz NOT NULL,
  grace        interval NOT NULL,
  -- Somebody waits for this reservation to end: only then is a notification worth its price.
  awaited      boolean NOT NULL DEFAULT false,
  completed_at timestamptz,
  result       text,
  -- From here on the record counts as absent, deleted or not.
  expires_at   timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS record_expires_at ON idempotency.record (expires_at);
