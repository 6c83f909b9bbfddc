import { describe, expect, it } from "vitest";
import { desk } from "../../testing/sql";

const processed = "CREATE TABLE processed (msg_id text PRIMARY KEY)";
const orders =
  "CREATE TABLE orders (id text PRIMARY KEY, status text NOT NULL DEFAULT 'new', paid int NOT NULL DEFAULT 0, ref text UNIQUE); INSERT INTO orders (id, ref) VALUES ('O-1', 'r1'); INSERT INTO orders (id, ref) VALUES ('O-2', 'r2')";

const insert = "INSERT INTO processed (msg_id) VALUES ($1)";
const count = "SELECT count(*) AS n FROM processed";

describe("visibility under READ COMMITTED", () => {
  it("shows committed rows and one's own, never what others have not committed", () => {
    const { run } = desk(processed);
    run("A", "BEGIN");
    run("A", insert, "m1");
    expect(run("A", count)).toMatchObject({ rows: [{ n: "1" }] });
    expect(run("B", count)).toMatchObject({ rows: [{ n: "0" }] });
    run("A", "COMMIT");
    expect(run("B", count)).toMatchObject({ rows: [{ n: "1" }] });
  });

  it("looks anew with each statement of a transaction", () => {
    const { run } = desk(processed);
    run("B", "BEGIN");
    expect(run("B", count)).toMatchObject({ rows: [{ n: "0" }] });
    run("A", insert, "m1");
    expect(run("B", count)).toMatchObject({ rows: [{ n: "1" }] });
  });

  it("undoes everything by ROLLBACK", () => {
    const { run, state } = desk(`${processed}; ${orders}`);
    const before = state();
    run("A", "BEGIN");
    run("A", insert, "m1");
    run("A", "UPDATE orders SET status = 'paid', paid = paid + 1 WHERE id = 'O-1'");
    run("A", "DELETE FROM orders WHERE id = 'O-2'");
    expect(run("A", "ROLLBACK")).toEqual({ rows: [], rowCount: null, command: "ROLLBACK" });
    expect(state()).toEqual(before);
  });

  it("commits each statement by itself outside a transaction", () => {
    const { run } = desk(processed);
    run("A", insert, "m1");
    expect(run("B", "SELECT msg_id FROM processed WHERE msg_id = $1", "m1")).toMatchObject({
      rows: [{ msg_id: "m1" }],
      rowCount: 1,
    });
  });
});

describe("UNIQUE", () => {
  it("makes an INSERT wait for a rival's open transaction, and fail once that commits", () => {
    const { run } = desk(processed);
    run("A", "BEGIN");
    run("A", insert, "m1");
    expect(run("B", insert, "m1")).toEqual({ waitsFor: "A", reason: "key" });
    expect(run("B", insert, "m2")).toMatchObject({ rowCount: 1 });
    run("A", "COMMIT");
    expect(run("B", insert, "m1")).toEqual({ code: "23505", constraint: "processed_pkey" });
  });

  it("lets the waiting INSERT succeed once the rival rolls back", () => {
    const { run } = desk(processed);
    run("A", "BEGIN");
    run("A", insert, "m1");
    run("A", "ROLLBACK");
    expect(run("B", insert, "m1")).toMatchObject({ rowCount: 1 });
  });

  it("names the constraint that was violated, in the order of creation", () => {
    const { run } = desk(orders);
    expect(run("A", "INSERT INTO orders (id, ref) VALUES ('O-3', 'r1')")).toEqual({
      code: "23505",
      constraint: "orders_ref_key",
    });
    expect(run("A", "INSERT INTO orders (id, ref) VALUES ('O-1', 'r1')")).toEqual({
      code: "23505",
      constraint: "orders_pkey",
    });
  });

  it("does not count NULLs as equal", () => {
    const { run } = desk(orders);
    expect(run("A", "INSERT INTO orders (id, ref) VALUES ('O-3', NULL)")).toMatchObject({ rowCount: 1 });
    expect(run("A", "INSERT INTO orders (id, ref) VALUES ('O-4', NULL)")).toMatchObject({ rowCount: 1 });
  });

  it("waits for a transaction that is deleting the row with the key", () => {
    const { run } = desk(`${processed}; INSERT INTO processed VALUES ('m1')`);
    run("A", "BEGIN");
    run("A", "DELETE FROM processed WHERE msg_id = 'm1'");
    expect(run("A", insert, "m1")).toMatchObject({ rowCount: 1 });
    run("A", "ROLLBACK");
    run("A", "BEGIN");
    run("A", "DELETE FROM processed WHERE msg_id = 'm1'");
    expect(run("B", insert, "m1")).toEqual({ waitsFor: "A", reason: "key" });
    run("A", "COMMIT");
    expect(run("B", insert, "m1")).toMatchObject({ rowCount: 1 });
  });

  it("is checked row by row by an UPDATE of several rows", () => {
    const { run } = desk(
      "CREATE TABLE slots (n int PRIMARY KEY); INSERT INTO slots VALUES (1); INSERT INTO slots VALUES (2)",
    );
    expect(run("A", "UPDATE slots SET n = n + 1")).toEqual({ code: "23505", constraint: "slots_pkey" });
  });
});

describe("ON CONFLICT DO NOTHING", () => {
  const quietly = `${insert} ON CONFLICT DO NOTHING`;

  it("changes nothing, and counts 0 rows, where the key exists", () => {
    const { run } = desk(`${processed}; INSERT INTO processed VALUES ('m1')`);
    expect(run("A", quietly, "m1")).toEqual({ rows: [], rowCount: 0, command: "INSERT" });
    expect(run("A", quietly, "m2")).toMatchObject({ rowCount: 1 });
  });

  it("waits for an open transaction all the same, and counts 0 once that has committed", () => {
    const { run } = desk(processed);
    run("A", "BEGIN");
    run("A", insert, "m1");
    expect(run("B", quietly, "m1")).toEqual({ waitsFor: "A", reason: "key" });
    run("A", "COMMIT");
    expect(run("B", quietly, "m1")).toMatchObject({ rowCount: 0 });
  });

  it("speaks of the constraint over the named columns only", () => {
    const { run } = desk(orders);
    const onId = "INSERT INTO orders (id, ref) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
    expect(run("A", onId, "O-1", "r9")).toMatchObject({ rowCount: 0 });
    expect(run("A", onId, "O-9", "r1")).toEqual({ code: "23505", constraint: "orders_ref_key" });
    expect(
      run("A", "INSERT INTO orders (id, ref) VALUES ('O-9', 'r1') ON CONFLICT ON CONSTRAINT orders_ref_key DO NOTHING"),
    ).toMatchObject({ rowCount: 0 });
  });
});

describe("an error inside a transaction", () => {
  function failed() {
    const there = desk(`${processed}; INSERT INTO processed VALUES ('m1')`);
    there.run("A", "BEGIN");
    there.run("A", insert, "m2");
    expect(there.run("A", insert, "m1")).toEqual({ code: "23505", constraint: "processed_pkey" });
    return there;
  }

  it("refuses every further statement with 25P02 until the transaction ends", () => {
    const { run } = failed();
    expect(run("A", count)).toEqual({ code: "25P02" });
    expect(run("A", "BEGIN")).toEqual({ code: "25P02" });
    run("A", "ROLLBACK");
    expect(run("A", count)).toMatchObject({ rows: [{ n: "1" }] });
  });

  it("frees its locks at once, before the client ends it", () => {
    const { run } = failed();
    expect(run("B", insert, "m2")).toMatchObject({ rowCount: 1 });
  });

  it("turns COMMIT into a rollback that raises nothing; only the command tells", () => {
    const { run } = failed();
    expect(run("A", "COMMIT")).toEqual({ rows: [], rowCount: null, command: "ROLLBACK" });
    expect(run("A", count)).toMatchObject({ rows: [{ n: "1" }] });
  });
});

describe("row locks", () => {
  it("make a second UPDATE wait, and look at the row again afterwards", () => {
    const { run } = desk(orders);
    const pay = "UPDATE orders SET status = 'paid', paid = paid + 1 WHERE id = 'O-1' AND status = 'new'";
    run("A", "BEGIN");
    expect(run("A", pay)).toMatchObject({ rowCount: 1 });
    expect(run("B", pay)).toEqual({ waitsFor: "A", reason: "row" });
    expect(run("B", "UPDATE orders SET paid = 5 WHERE id = 'O-2'")).toMatchObject({ rowCount: 1 });
    run("A", "COMMIT");
    expect(run("B", pay)).toMatchObject({ rowCount: 0 });
    expect(run("B", "SELECT paid FROM orders WHERE id = 'O-1'")).toMatchObject({ rows: [{ paid: 1 }] });
  });

  it("are taken by FOR UPDATE; SKIP LOCKED goes round them; a missing row locks nothing", () => {
    const { run } = desk(orders);
    run("A", "BEGIN");
    expect(run("A", "SELECT id FROM orders WHERE id = 'O-1' FOR UPDATE")).toMatchObject({ rowCount: 1 });
    expect(run("A", "SELECT id FROM orders WHERE id = 'O-9' FOR UPDATE")).toMatchObject({ rowCount: 0 });
    expect(run("B", "SELECT id FROM orders WHERE id = 'O-1'")).toMatchObject({ rowCount: 1 });
    expect(run("B", "SELECT id FROM orders WHERE id = 'O-1' FOR UPDATE")).toEqual({ waitsFor: "A", reason: "row" });
    expect(run("B", "SELECT id FROM orders WHERE id = 'O-9' FOR UPDATE")).toMatchObject({ rowCount: 0 });
    expect(run("B", "SELECT id FROM orders ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED")).toMatchObject({
      rows: [{ id: "O-2" }],
    });
    expect(run("B", "DELETE FROM orders WHERE id = 'O-1'")).toEqual({ waitsFor: "A", reason: "row" });
    run("A", "COMMIT");
    expect(run("B", "DELETE FROM orders WHERE id = 'O-1'")).toMatchObject({ rowCount: 1 });
  });
});

describe("values", () => {
  it("come back as pg gives them: count and bigint as texts, integers as numbers", () => {
    const { run } = desk("CREATE TABLE t (a int, b bigint, c boolean, d text)");
    run("A", "INSERT INTO t (a, b, c, d) VALUES ($1, $2, $3, $4)", "5", 12, "true", 7);
    expect(run("A", "SELECT * FROM t")).toMatchObject({ rows: [{ a: 5, b: "12", c: true, d: "7" }] });
    expect(run("A", "SELECT count(*) FROM t WHERE a > 4 AND NOT (d <> '7') AND (c OR a IS NULL)")).toMatchObject({
      rows: [{ count: "1" }],
    });
    expect(run("A", "SELECT a + 1, d || '!' AS e FROM t WHERE d IN ('6', $1) AND b = 12", "7")).toMatchObject({
      rows: [{ "?column?": 6, e: "7!" }],
    });
  });

  it("must fit their column", () => {
    const { run } = desk("CREATE TABLE t (a int NOT NULL)");
    expect(run("A", "INSERT INTO t VALUES ($1)", "many")).toEqual({ code: "22P02" });
    expect(run("A", "INSERT INTO t VALUES (NULL)")).toEqual({ code: "23502" });
  });

  it("compare with NULL to neither true nor false", () => {
    const { run } = desk("CREATE TABLE t (a int); INSERT INTO t VALUES (NULL); INSERT INTO t VALUES (1)");
    expect(run("A", "SELECT a FROM t WHERE a = NULL")).toMatchObject({ rowCount: 0 });
    expect(run("A", "SELECT a FROM t WHERE NOT (a = 2)")).toMatchObject({ rowCount: 1 });
    expect(run("A", "SELECT a FROM t ORDER BY a DESC")).toMatchObject({ rows: [{ a: null }, { a: 1 }] });
  });

  it("are returned by RETURNING", () => {
    const { run } = desk(orders);
    expect(run("A", "INSERT INTO orders (id) VALUES ('O-3') RETURNING id, status AS now")).toMatchObject({
      rows: [{ id: "O-3", now: "new" }],
      rowCount: 1,
    });
    expect(run("A", "UPDATE orders SET paid = 2 WHERE paid = 0 RETURNING id")).toMatchObject({
      rows: [{ id: "O-1" }, { id: "O-2" }, { id: "O-3" }],
    });
  });
});

it("BEGIN within a transaction and COMMIT or ROLLBACK without one are warnings", () => {
  const { run, state } = desk(processed);
  expect(run("A", "COMMIT")).toMatchObject({ command: "COMMIT" });
  expect(run("A", "ROLLBACK")).toMatchObject({ command: "ROLLBACK" });
  run("A", "BEGIN");
  run("A", insert, "m1");
  expect(run("A", "BEGIN")).toMatchObject({ command: "BEGIN" });
  run("A", "COMMIT");
  expect(state().transactions).toEqual({});
  expect(run("B", count)).toMatchObject({ rows: [{ n: "1" }] });
});
