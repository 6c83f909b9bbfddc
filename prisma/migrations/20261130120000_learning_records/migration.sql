CREATE TYPE "question_kind" AS ENUM ('choice', 'number');

-- CreateEnum
CREATE TYPE "confidence" AS ENUM ('guess', 'likely', 'sure');

-- CreateEnum
CREATE TYPE "locale" AS ENUM ('ru', 'en');

-- CreateEnum
CREATE TYPE "attempt_context" AS ENUM ('lesson');

-- CreateTable
CREATE TABLE "learner" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_version" (
    "question_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "lesson_id" TEXT NOT NULL,
    "kind" "question_kind" NOT NULL,
    "key" JSONB NOT NULL,
    "options" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_version_pkey" PRIMARY KEY ("question_id","version")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" UUID NOT NULL,
    "learner_id" UUID NOT NULL,
    "question_id" TEXT NOT NULL,
    "question_version" TEXT NOT NULL,
    "sitting" TEXT NOT NULL,
    "try" SMALLINT NOT NULL,
    "answer" JSONB,
    "confidence" "confidence",
    "gave_up" BOOLEAN NOT NULL,
    "correct" BOOLEAN NOT NULL,
    "locale" "locale" NOT NULL,
    "context" "attempt_context" NOT NULL,
    "shown_order" TEXT[],
    "answered_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lesson_progress" (
    "learner_id" UUID NOT NULL,
    "lesson_id" TEXT NOT NULL,
    "questions" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_answered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lesson_progress_pkey" PRIMARY KEY ("learner_id","lesson_id")
);

-- CreateIndex
CREATE INDEX "attempt_learner_id_received_at_idx" ON "attempt"("learner_id", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_one_row_per_try" ON "attempt"("learner_id", "question_id", "question_version", "sitting", "try");

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_learner_id_fkey" FOREIGN KEY ("learner_id") REFERENCES "learner"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_question_id_question_version_fkey" FOREIGN KEY ("question_id", "question_version") REFERENCES "question_version"("question_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_learner_id_fkey" FOREIGN KEY ("learner_id") REFERENCES "learner"("id") ON DELETE CASCADE ON UPDATE RESTRICT;


-- From here on by hand: rules of the records that the schema file cannot express.

-- A key fits its kind, and a choice has something to choose from.
ALTER TABLE "question_version"
  ADD CONSTRAINT "question_version_id_names_its_lesson" CHECK (starts_with("question_id", "lesson_id" || '/')),
  ADD CONSTRAINT "question_version_key_fits_kind" CHECK (
    "options" IS NOT NULL AND "key" ->> 'kind' IS NOT DISTINCT FROM "kind"::text AND CASE "kind"
      WHEN 'choice' THEN cardinality("options") >= 2 AND ("key" ->> 'option') IS NOT NULL AND ("key" ->> 'option') = ANY ("options")
      WHEN 'number' THEN cardinality("options") = 0 AND jsonb_typeof("key" -> 'value') IS NOT DISTINCT FROM 'number'
    END
  );

-- Two tries; giving up is an attempt without answer and without confidence, and never right.
ALTER TABLE "attempt"
  ADD CONSTRAINT "attempt_two_tries" CHECK ("try" BETWEEN 1 AND 2),
  ADD CONSTRAINT "attempt_answered_or_gave_up" CHECK (
    CASE WHEN "gave_up" THEN "answer" IS NULL AND "confidence" IS NULL AND NOT "correct"
         ELSE "confidence" IS NOT NULL AND jsonb_typeof("answer") IS NOT DISTINCT FROM 'object' END
  ),
  ADD CONSTRAINT "attempt_shown_order_known" CHECK ("shown_order" IS NOT NULL);

-- Facts are appended and, when a learner asks for it, deleted. They are never changed.
CREATE FUNCTION "refuse_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are facts and are never updated', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "question_version_is_immutable" BEFORE UPDATE ON "question_version"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();

CREATE TRIGGER "attempt_is_immutable" BEFORE UPDATE ON "attempt"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();
