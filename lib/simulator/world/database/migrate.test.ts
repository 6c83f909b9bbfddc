import { describe, expect, it } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { refusalOfMigration } from "../../run/refused";
import { initialDatabase } from "./initial";
import { migrate } from "./migrate";

const setup = `
  CREATE TABLE intents (msg_id text NOT NULL, charge_id text);
  INSERT INTO intents (msg_id) VALUES ('m2');
  INSERT INTO intents (msg_id, charge_id) VALUES ('m1', 'ch-1');
  CREATE TABLE processed (msg_id text NOT NULL);
`;
const found = initialDatabase(setup, parseSql);
const migrated = (sql: string) => migrate(found, sql, parseSql);
const rowsOf = (sql: string, table: string) => migrated(sql).state.rows[table]?.map(({ values }) => values);

function refusal(sql: string) {
  try {
    migrated(sql);
  } catch (error) {
    const refused = refusalOfMigration(error, sql);
    if (refused) return refused;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("a migration adds", () => {
  it("a constraint under the name that PostgreSQL gives, with another one beside it", () => {
    const { tables } = migrated("ALTER TABLE processed ADD UNIQUE (msg_id); ALTER TABLE processed ADD UNIQUE (msg_id)");
    expect(tables["processed"]?.constraints.map(({ name }) => name)).toEqual(["processed_msg_id_key", "processed_msg_id_key1"]);
    expect(found.tables["processed"]?.constraints).toEqual([]);
  });

  it("a column, which the rows get with its default", () => {
    expect(rowsOf("ALTER TABLE intents ADD COLUMN tries int NOT NULL DEFAULT 3, ADD state text", "intents")).toEqual([
      { msg_id: "m2", charge_id: null, tries: 3, state: null },
      { msg_id: "m1", charge_id: "ch-1", tries: 3, state: null },
    ]);
  });

  it("a column with a sequence, which counts the rows that are there", () => {
    const { state } = migrated("ALTER TABLE intents ADD COLUMN number serial");
    expect(state.rows["intents"]?.map(({ values }) => values["number"])).toEqual([1, 2]);
    expect(state.sequences).toEqual({ intents_number_seq: { next: 3, increment: 1 } });
    expect(state.current).toBeUndefined();
  });

  it("a primary key, in whose order the rows stand from then on", () => {
    expect(rowsOf("ALTER TABLE intents ADD PRIMARY KEY (msg_id)", "intents")?.map(({ msg_id }) => msg_id)).toEqual(["m1", "m2"]);
  });

  it("tables of its own, filled and altered in the order of its text", () => {
    const sql = "CREATE TABLE rates (name text PRIMARY KEY, cents int);\nINSERT INTO rates VALUES ('fee', 5);\nUPDATE rates SET cents = cents * 2;\nALTER TABLE rates ADD CHECK (cents = 10);";
    expect(rowsOf(sql, "rates")).toEqual([{ name: "fee", cents: 10 }]);
    expect(migrated(sql).state.transactions).toEqual({});
  });

  it("nothing, where it holds nothing but a comment", () => {
    expect(migrated("-- пока ничего\n")).toEqual(found);
  });
});

describe("a migration is refused at its line", () => {
  it.each([
    ["INSERT INTO processed VALUES ('m1')", "migration-given-rows", "processed"],
    ["UPDATE intents SET charge_id = 'ch-2'", "migration-given-rows", "intents"],
    ["DELETE FROM intents", "migration-given-rows", "intents"],
    ["DROP TABLE processed", "migration-unsupported", "DROP"],
    ["ALTER TABLE intents DROP COLUMN charge_id", "migration-unsupported", "ALTER TABLE … DROP COLUMN"],
    ["ALTER TABLE intents RENAME TO processed2", "migration-unsupported", "RENAME"],
    ["ALTER TABLE intents ALTER COLUMN charge_id SET DEFAULT 'ch'", "migration-unsupported", "ALTER TABLE … COLUMN DEFAULT"],
    ["TRUNCATE intents", "migration-unsupported", "TRUNCATE"],
    ["CREATE TRIGGER t AFTER INSERT ON intents EXECUTE FUNCTION f()", "migration-unsupported", "CREATE TRIG"],
    ["CREATE TABLE processed (other text)", "sql-syntax", 'relation "processed" already exists'],
    ["CREATE SEQUENCE processed", "sql-syntax", 'relation "processed" already exists'],
    ["ALTER TABLE nothing ADD UNIQUE (a)", "sql-unknown-table", "nothing"],
    ["ALTER TABLE processed ADD UNIQUE (nothing)", "sql-unknown-column", "nothing"],
    ["CREATE UNIQUE INDEX ON processed (nothing)", "sql-unknown-column", "nothing"],
    ["ALTER TABLE processed ADD COLUMN msg_id text", "sql-syntax", 'column "msg_id" of relation "processed" already exists'],
    ["ALTER TABLE processed ADD PRIMARY KEY (msg_id), ADD PRIMARY KEY (msg_id)", "sql-syntax", 'multiple primary keys for table "processed" are not allowed'],
    ["ALTER TABLE intents ADD COLUMN tries int NOT NULL", "migration-rows", 'null value in column "tries" of relation "intents" violates not-null constraint'],
    ["ALTER TABLE intents ADD PRIMARY KEY (charge_id)", "migration-rows", 'null value in column "charge_id" of relation "intents" violates not-null constraint'],
    ["ALTER TABLE intents ADD CHECK (msg_id <> 'm1')", "migration-rows", 'new row for relation "intents" violates check constraint "intents_msg_id_check"'],
    ["ALTER TABLE intents ADD COLUMN one int DEFAULT 1 UNIQUE", "migration-rows", 'duplicate key value violates unique constraint "intents_one_key"'],
    ["CREATE TABEL x", "sql-syntax", 'syntax error at or near "TABEL"'],
  ])("%s", (sql, code, detail) => {
    expect(refusal(`-- «раз»\nCREATE TABLE own (id text); -- два\n${sql}`)).toMatchObject({ code, detail, line: 3, inMigration: true });
  });

  it("also inside of a statement of several lines", () => {
    expect(refusal("CREATE TABLE own (\n  id text,\n  at timestamptz\n)")).toMatchObject({ line: 3, column: 3, detail: "timestamptz" });
    expect(refusal("CREATE TABLE own (id text);\nINSERT INTO own\n  (ид) VALUES ('я')")).toMatchObject({ code: "sql-unknown-column", line: 3, column: 4 });
  });
});
