-- AlterEnum
ALTER TYPE "question_kind" ADD VALUE 'several';
ALTER TYPE "question_kind" ADD VALUE 'place';
ALTER TYPE "question_kind" ADD VALUE 'order';


-- From here on by hand. The kinds are compared as text: values of an enumeration cannot be used before the transaction
-- that adds them has ended.

-- Several options are some of those offered, each once; an order is all of them, each once.
CREATE FUNCTION "names_options"("named" jsonb, "offered" text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof("named") IS NOT DISTINCT FROM 'array' THEN
    (SELECT count(*) > 0 AND count(*) = count(DISTINCT "name") AND bool_and("name" = ANY ("offered")) FROM jsonb_array_elements_text("named") AS "name")
    ELSE false END
$$;

ALTER TABLE "question_version"
  DROP CONSTRAINT "question_version_key_fits_kind",
  ADD CONSTRAINT "question_version_key_fits_kind" CHECK (
    "options" IS NOT NULL AND "key" ->> 'kind' IS NOT DISTINCT FROM "kind"::text AND CASE "kind"::text
      WHEN 'choice' THEN cardinality("options") >= 2 AND ("key" ->> 'option') IS NOT NULL AND ("key" ->> 'option') = ANY ("options")
      WHEN 'place' THEN cardinality("options") >= 2 AND ("key" ->> 'option') IS NOT NULL AND ("key" ->> 'option') = ANY ("options")
      WHEN 'several' THEN "names_options"("key" -> 'options', "options")
      WHEN 'order' THEN "names_options"("key" -> 'options', "options") AND jsonb_array_length("key" -> 'options') = cardinality("options")
      WHEN 'number' THEN cardinality("options") = 0 AND jsonb_typeof("key" -> 'value') IS NOT DISTINCT FROM 'number'
      ELSE false
    END
  );
