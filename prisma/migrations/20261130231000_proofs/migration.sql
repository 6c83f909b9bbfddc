-- CreateEnum
CREATE TYPE "proof_state" AS ENUM ('waiting', 'running', 'checked', 'failed');

-- CreateTable
CREATE TABLE "proof" (
    "id" UUID NOT NULL,
    "learner_id" UUID NOT NULL,
    "scenario" TEXT NOT NULL,
    "scenario_version" TEXT NOT NULL,
    "handlers" JSONB NOT NULL,
    "bounds" JSONB NOT NULL,
    "verdict" TEXT NOT NULL,
    "locale" "locale" NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "proof_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proof_check" (
    "proof_id" UUID NOT NULL,
    "state" "proof_state" NOT NULL DEFAULT 'waiting',
    "runs" SMALLINT NOT NULL DEFAULT 0,
    "run_token" UUID,
    "lease_until" TIMESTAMPTZ(6),
    "queued_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "finished_at" TIMESTAMPTZ(6),
    "answer" JSONB,

    CONSTRAINT "proof_check_pkey" PRIMARY KEY ("proof_id")
);

-- CreateIndex
CREATE INDEX "proof_learner_id_received_at_idx" ON "proof"("learner_id", "received_at");

-- CreateIndex
CREATE INDEX "proof_check_state_queued_at_idx" ON "proof_check"("state", "queued_at");

-- AddForeignKey
ALTER TABLE "proof" ADD CONSTRAINT "proof_learner_id_fkey" FOREIGN KEY ("learner_id") REFERENCES "learner"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "proof_check" ADD CONSTRAINT "proof_check_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "proof"("id") ON DELETE CASCADE ON UPDATE RESTRICT;


-- From here on by hand: rules of the records that the schema file cannot express.

ALTER TABLE "proof"
  ADD CONSTRAINT "proof_verdict_known" CHECK ("verdict" IN ('double', 'lost', 'wrong', 'stuck', 'ok')),
  ADD CONSTRAINT "proof_handlers_by_role" CHECK (jsonb_typeof("handlers") = 'object' AND "handlers" <> '{}'::jsonb),
  ADD CONSTRAINT "proof_bounds_given" CHECK (jsonb_typeof("bounds") = 'object');

-- A run that has begun has a name and a lease; an end has its answer and its time, and nobody holds it any more.
ALTER TABLE "proof_check"
  ADD CONSTRAINT "proof_check_state_fits" CHECK (
    CASE "state"
      WHEN 'waiting' THEN "run_token" IS NULL AND "lease_until" IS NULL AND "answer" IS NULL AND "finished_at" IS NULL
      WHEN 'running' THEN "run_token" IS NOT NULL AND "lease_until" IS NOT NULL AND "answer" IS NULL AND "finished_at" IS NULL
      ELSE "run_token" IS NULL AND "lease_until" IS NULL AND "answer" IS NOT NULL AND "finished_at" IS NOT NULL
    END
  );

CREATE TRIGGER "proof_is_immutable" BEFORE UPDATE ON "proof"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();
