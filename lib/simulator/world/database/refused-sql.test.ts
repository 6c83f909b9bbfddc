import { describe, expect, it } from "vitest";
import { parseSql as parse } from "@/lib/content/engine";
import { SqlRefused } from "./parse-tree";
import { readSchema } from "./read-schema";
import { readStatement } from "./read-statement";
import { sqlLiterals } from "./sql-in-code";

const { tables } = readSchema("CREATE TABLE t (a text PRIMARY KEY, b int); CREATE TABLE u (a text)", parse);

function refusal(read: () => unknown): SqlRefused {
  try {
    read();
  } catch (error) {
    if (error instanceof SqlRefused) return error;
    throw error;
  }
  throw new Error("was read");
}

describe("SQL outside the subset is refused by name and place, never skipped", () => {
  it.each([
    ["SELECT a FROM t, u", "FROM a, b", 17],
    ["SELECT t.a FROM t JOIN u ON t.a = u.a", "JOIN", null],
    ["SELECT a FROM t GROUP BY a", "SELECT … GROUP BY", null],
    ["SELECT DISTINCT a FROM t", "SELECT … DISTINCT", null],
    ["SELECT a FROM t UNION SELECT a FROM u", "SELECT … UNION", null],
    ["WITH x AS (SELECT 1) SELECT a FROM t", "SELECT … WITH", null],
    ["SELECT a FROM t OFFSET 3", "SELECT … OFFSET", null],
    ["SELECT now()", "now()", 7],
    ["SELECT 1", "SELECT 1", 0],
    ["SELECT pg_advisory_lock(1, 2)", "pg_advisory_lock(a, b)", 7],
    ["SELECT pg_advisory_lock_shared(1)", "pg_advisory_lock_shared()", 7],
    ["SELECT nextval($1)", "nextval(…)", 7],
    ["SELECT setval('s', 1)", "setval()", 7],
    ["SELECT a FROM t WHERE pg_try_advisory_lock(b)", "pg_try_advisory_lock()", 22],
    ["BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY", "READ ONLY", null],
    ["SET TRANSACTION DEFERRABLE", "DEFERRABLE", null],
    ["SET search_path TO x", "SET search_path", 0],
    ["SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE", "SET SESSION CHARACTERISTICS", 0],
    ["PREPARE TRANSACTION 'x'", "PREPARE", 0],
    ["SELECT lower(a) FROM t", "lower()", 7],
    ["SELECT now() FROM t", "now()", 7],
    ["SELECT a FROM t WHERE b < CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP", 26],
    ["SELECT CURRENT_DATE FROM t", "CURRENT_DATE", 7],
    ["SELECT count(DISTINCT a) FROM t", "count() … DISTINCT", 7],
    ["SELECT sum(count(*)::int) FROM t GROUP BY a", "SELECT … GROUP BY", null],
    ["SELECT max(b) FROM t ORDER BY a", "SELECT count(*) … ORDER BY", 0],
    ["SELECT sum(b::bigint) FROM t", "sum(bigint)", 7],
    ["SELECT a::jsonb FROM t", "jsonb", 8],
    ["SELECT a::varchar(3) FROM t", "varchar(n)", 8],
    ["SELECT a FROM t WHERE a = ANY($1::text[])", "OP_ANY", 24],
    ["SELECT CASE WHEN b = 1 THEN 2 END FROM t", "CASE", 7],
    ["SELECT a FROM t WHERE b IS DISTINCT FROM 1", "DISTINCT", 24],
    ["SELECT a FROM t ORDER BY b + 1", "ORDER BY a + b", null],
    ["SELECT a FROM t ORDER BY b NULLS FIRST", "NULLS FIRST", null],
    ["SELECT a FROM t ORDER BY a FETCH FIRST 1 ROWS WITH TIES", "WITH TIES", 0],
    ["UPDATE t SET (a, b) = ('x', 1)", "SET (a, b) = …", null],
    ["INSERT INTO t (a) OVERRIDING USER VALUE VALUES ('x')", "OVERRIDING VALUE", 0],
    ["INSERT INTO t (a) VALUES ('x') ON CONFLICT (a) WHERE b > 1 DO NOTHING", "ON CONFLICT … WHERE", null],
    ["COMMIT AND CHAIN", "COMMIT … AND CHAIN", null],
    ["SELECT a FROM t WHERE b BETWEEN 1 AND 2", "BETWEEN", 24],
    ["SELECT a FROM t WHERE a LIKE 'x%'", "LIKE", 24],
    ["SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)", "(SELECT …)", 22],
    ["SELECT a FROM t FOR SHARE", "FOR SHARE", 0],
    ["SELECT count(*), a FROM t", "SELECT count(*), a", 0],
    ["INSERT INTO t (a) SELECT a FROM u", "INSERT … SELECT", 0],
    ["UPDATE t SET b = 1 FROM u", "UPDATE … FROM", null],
    ["DELETE FROM t USING u", "DELETE … USING", null],
    ["LISTEN x", "LISTEN", 0],
    ["TRUNCATE t", "TRUNCATE", 0],
    ["DROP TABLE t", "DROP", 0],
    ["SELECT a FROM t; SELECT b FROM t", "…; …", 17],
    ["SELECT 1.5 FROM t", "1.5", 7],
  ])("%s", (sql, what, position) => {
    const error = refusal(() => readStatement(sql, tables, parse));
    expect({ reason: error.reason, what: error.what }).toEqual({ reason: "unsupported", what });
    if (position !== null) expect(error.position).toBe(position);
  });

  it.each([
    ["SELEC 1", "syntax", 'syntax error at or near "SELEC"', 0],
    ["SELECT a FROM processed", "unknown-table", "processed", 14],
    ["SELECT c FROM t", "unknown-column", "t.c", 7],
    ["INSERT INTO t (c) VALUES (1)", "unknown-column", "t.c", 15],
    ["INSERT INTO t (a) VALUES ('x') ON CONFLICT (b) DO NOTHING", "unknown-constraint", "(b)", 43],
    ["SELECT a FROM t WHERE a = 1", "syntax", "operator does not exist: text = integer", 24],
    ["SELECT a FROM t WHERE b = 'x'", "syntax", 'invalid input syntax for type integer: "x"', 26],
    ["SELECT a FROM t WHERE b", "syntax", "argument of WHERE must be type boolean, not type integer", 22],
    ["SELECT a FROM t WHERE count(*) > 1", "syntax", "aggregate functions are not allowed in WHERE", 31],
    ["SELECT a FROM t LIMIT b", "syntax", "argument of LIMIT must not contain variables", 22],
    ["UPDATE t SET b = a", "syntax", 'column "b" is of type integer but expression is of type text', 17],
    ["UPDATE t SET b = 1, b = 2", "syntax", 'multiple assignments to same column "b"', 20],
    ["INSERT INTO t (a, b) VALUES ($1, $1)", "syntax", "inconsistent types deduced for parameter $1", 33],
    ["INSERT INTO t (a) VALUES (b)", "syntax", "a column cannot be read in VALUES", 26],
    [
      "INSERT INTO t (a) VALUES ('x') ON CONFLICT DO UPDATE SET b = 1",
      "syntax",
      "ON CONFLICT DO UPDATE requires inference specification or constraint name",
      31,
    ],
    [
      "INSERT INTO t (a) VALUES ('x') ON CONFLICT (a) DO UPDATE SET b = b + 1",
      "syntax",
      'column reference "b" is ambiguous',
      65,
    ],
    ["INSERT INTO t (a, b) VALUES ('x')", "syntax", "INSERT has more target columns than expressions", null],
    ["", "syntax", "the statement is empty", null],
  ])("%s", (sql, reason, what, position) => {
    const error = refusal(() => readStatement(sql, tables, parse));
    expect(error).toMatchObject({ reason, what, position });
  });

  it.each([
    ["CREATE TABLE x (a jsonb)", "jsonb"],
    ["CREATE TABLE x (a text REFERENCES t (a))", "REFERENCES"],
    ["CREATE TABLE x (a int DEFAULT random())", "DEFAULT f(x)"],
    ["CREATE INDEX i ON t (a)", "CREATE INDEX"],
    ["CREATE VIEW v AS SELECT 1", "VIEW"],
    ["CREATE TABLE x (a timestamptz)", "timestamptz"],
    ["CREATE TABLE x (a text[])", "text[]"],
    ["CREATE TABLE x (a smallserial)", "smallserial"],
    ["CREATE TABLE x (a int GENERATED ALWAYS AS IDENTITY (START WITH 3))", "AS IDENTITY … ISOLATION LEVEL"],
    ["CREATE SEQUENCE s CYCLE", "CREATE SEQUENCE … CYCLE"],
    ["CREATE SEQUENCE s INCREMENT BY -1", "CREATE SEQUENCE … INCREMENT BY -1"],
    ["CREATE UNIQUE INDEX i ON t (lower(a))", "CREATE UNIQUE INDEX … (a + b)"],
    ["CREATE UNIQUE INDEX i ON t (a) WHERE a > 'b'", "CREATE UNIQUE INDEX … WHERE"],
    ["ALTER TABLE t DROP COLUMN a", "ALTER TABLE … DROP COLUMN"],
    ["ALTER TABLE t ADD COLUMN IF NOT EXISTS b int", "ALTER TABLE … ADD … IF EXISTS"],
    ["ALTER TABLE t ADD UNIQUE (a) DEFERRABLE", "UNIQUE … DEFERRABLE"],
    ["ALTER TABLE t ADD UNIQUE NULLS NOT DISTINCT (a)", "UNIQUE … NULLS NOT DISTINCT"],
    ["ALTER TABLE t ADD CHECK (a > 'b') NOT VALID", "CHECK … NOT VALID"],
    ["CREATE TABLE IF NOT EXISTS t (a text)", "CREATE TABLE … IF NOT EXISTS"],
    ["CREATE TEMP TABLE x (a text)", "CREATE TEMP TABLE"],
    ["CREATE TABLE other.x (a text)", "CREATE TABLE … schema."],
    ['CREATE TABLE x (a text COLLATE "C")', "COLUMN … COLLATE"],
    ['CREATE TABLE "__proto__" (a text)', '"__proto__"'],
    ['CREATE TABLE x ("constructor" text)', '"constructor"'],
  ])("in a setup: %s", (sql, what) => {
    expect(refusal(() => readSchema(`CREATE TABLE t (a text); ${sql}`, parse))).toMatchObject({
      reason: "unsupported",
      what,
    });
  });
});

it("reads tables with the constraint names that PostgreSQL gives", () => {
  const read = readSchema(
    "CREATE TABLE t (b text UNIQUE, a text PRIMARY KEY, n int NOT NULL DEFAULT 3, UNIQUE (a, n)); ALTER TABLE t ADD UNIQUE (n); CREATE UNIQUE INDEX ON t (b, n)",
    parse,
  );
  expect(read.tables["t"]?.constraints.map(({ name }) => name)).toEqual([
    "t_pkey",
    "t_b_key",
    "t_a_n_key",
    "t_n_key",
    "t_b_n_idx",
  ]);
  expect(read.tables["t"]?.columns[1]).toEqual({ name: "a", type: "text", notNull: true, default: null });
});

it("finds the SQL that stands in a handler as one literal", () => {
  const source =
    "// 'SELECT 0'\nconst a = \"SELECT 1 FROM t\";\nawait db.query(\n  `UPDATE t\n    SET a = 1`);\nlog('select one of these');\nawait db.query(`SELECT ${a}`);";
  expect(sqlLiterals(source)).toEqual([
    { sql: "SELECT 1 FROM t", line: 2 },
    { sql: "UPDATE t\n    SET a = 1", line: 4 },
    { sql: "select one of these", line: 6 },
  ]);
});
