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
    ["SELECT now()", "SELECT 1", 0],
    ["SELECT lower(a) FROM t", "lower()", 7],
    ["SELECT a::int FROM t", "::type", 8],
    ["SELECT a FROM t WHERE b BETWEEN 1 AND 2", "BETWEEN", 24],
    ["SELECT a FROM t WHERE a LIKE 'x%'", "LIKE", 24],
    ["SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)", "(SELECT …)", 22],
    ["SELECT a FROM t FOR SHARE", "FOR SHARE", 0],
    ["SELECT a FROM t FOR UPDATE NOWAIT", "NOWAIT", 0],
    ["SELECT count(*), a FROM t", "SELECT count(*), a", 0],
    ["SELECT max(b) FROM t", "max()", 7],
    ["INSERT INTO t (a) VALUES ('x'), ('y')", "VALUES (…), (…)", 0],
    ["INSERT INTO t (a) SELECT a FROM u", "INSERT … SELECT", 0],
    ["INSERT INTO t DEFAULT VALUES", "DEFAULT VALUES", 0],
    ["INSERT INTO t (a) VALUES ('x') ON CONFLICT (a) DO UPDATE SET b = 1", "ON CONFLICT DO UPDATE", 31],
    ["UPDATE t SET b = 1 FROM u", "UPDATE … FROM", null],
    ["DELETE FROM t USING u", "DELETE … USING", null],
    ["SAVEPOINT s", "SAVEPOINT", 0],
    ["BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN … ISOLATION LEVEL", null],
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
    ["INSERT INTO t (a, b) VALUES ('x')", "syntax", "INSERT has more target columns than expressions", null],
    ["", "syntax", "the statement is empty", null],
  ])("%s", (sql, reason, what, position) => {
    const error = refusal(() => readStatement(sql, tables, parse));
    expect(error).toMatchObject({ reason, what, position });
  });

  it.each([
    ["CREATE TABLE x (a jsonb)", "jsonb"],
    ["CREATE TABLE x (a text REFERENCES t (a))", "REFERENCES"],
    ["CREATE TABLE x (a int CHECK (a > 0))", "CHECK"],
    ["CREATE TABLE x (a int DEFAULT random())", "DEFAULT f(x)"],
    ["CREATE INDEX i ON t (a)", "CREATE INDEX"],
    ["CREATE VIEW v AS SELECT 1", "VIEW"],
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
