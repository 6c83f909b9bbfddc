import { describe, expect, test } from "vitest";
import { database } from "@/lib/db";
import { useDatabase } from "@/lib/progress/testing/database";

// The last line of defence: what the database refuses even when the code above it is wrong.

useDatabase();

const learner = "00000000-0000-4000-8000-000000000001";

function run(statement: string): Promise<number> {
  return database().$executeRawUnsafe(statement);
}

function questionVersion(id: string, kind: string, key: string, options: string): Promise<number> {
  return run(
    `INSERT INTO question_version (question_id, version, lesson_id, kind, key, options)
     VALUES ('${id}', 'v1', 'lesson', '${kind}', '${key}', '${options}')`,
  );
}

interface Row {
  version?: string;
  try?: number;
  answer?: string;
  confidence?: string;
  gaveUp?: boolean;
  correct?: boolean;
}

const right: Required<Row> = {
  version: "v1",
  try: 1,
  answer: `'{"kind":"choice","option":"a"}'`,
  confidence: "'sure'",
  gaveUp: false,
  correct: true,
};

function attempt(changes: Row): Promise<number> {
  const row = { ...right, ...changes };
  return run(
    `INSERT INTO attempt VALUES (gen_random_uuid(), '${learner}', 'lesson/q', '${row.version}', 'lesson', ${row.try},
       ${row.answer}, ${row.confidence}, ${row.gaveUp}, ${row.correct}, 'ru', 'lesson', '{a,b}', now())`,
  );
}

async function withQuestion(): Promise<void> {
  await run(`INSERT INTO learner VALUES ('${learner}')`);
  await questionVersion("lesson/q", "choice", '{"kind":"choice","option":"a"}', "{a,b}");
}

describe("a question version", () => {
  test.each([
    ["a key of another kind", "lesson/q", "number", '{"kind":"choice","option":"a"}', "{a,b}"],
    ["a key that is no option", "lesson/q", "choice", '{"kind":"choice","option":"c"}', "{a,b}"],
    ["a choice without options", "lesson/q", "choice", '{"kind":"choice","option":"a"}', "{}"],
    ["a number with options", "lesson/q", "number", '{"kind":"number","value":1}', "{a,b}"],
    ["a number without value", "lesson/q", "number", '{"kind":"number"}', "{}"],
    ["the id of another lesson", "other/q", "number", '{"kind":"number","value":1}', "{}"],
  ])("with %s is refused", async (_, id, kind, key, options) => {
    await expect(questionVersion(id, kind, key, options)).rejects.toThrow(/violates check constraint/);
  });

  test("never changes, and does not go while an answer refers to it", async () => {
    await withQuestion();
    await attempt({});
    await expect(run("UPDATE question_version SET key = key")).rejects.toThrow(/never updated/);
    await expect(run("DELETE FROM question_version")).rejects.toThrow(/violates foreign key/);
  });
});

describe("an attempt", () => {
  test.each<[string, Row]>([
    ["a third try", { try: 3 }],
    ["an answer although the learner gave up", { gaveUp: true, confidence: "NULL", correct: false }],
    ["a right answer by giving up", { gaveUp: true, answer: "NULL", confidence: "NULL" }],
    ["no answer", { answer: "NULL" }],
    ["an answer of JSON's null", { answer: "'null'" }],
    ["no confidence", { confidence: "NULL" }],
  ])("with %s is refused", async (_, row) => {
    await withQuestion();
    await expect(attempt(row)).rejects.toThrow(/violates check constraint/);
  });

  test("is refused for a version that does not exist, and for a try that is taken", async () => {
    await withQuestion();
    await attempt({});
    await expect(attempt({ version: "v0" })).rejects.toThrow(/violates foreign key/);
    await expect(attempt({})).rejects.toThrow(/attempt_one_row_per_try/);
  });

  test("never changes, and goes with its learner", async () => {
    await withQuestion();
    await attempt({});
    await expect(run("UPDATE attempt SET correct = NOT correct")).rejects.toThrow(/never updated/);
    await run("DELETE FROM learner");
    expect(await database().attempt.count()).toBe(0);
  });
});
