import fc from "fast-check";
import type { SqlValue } from "../statement";
import type { History, HistoryStep, SessionNumber } from "./history";

/** Small tables and few values, so that sessions meet. */
const columns = "n int NOT NULL DEFAULT 0 CHECK (n >= 0), flag boolean, big bigint DEFAULT 5";
export const rows = "INSERT INTO t (id, ref, n) VALUES (1, 'a', 1), (2, 'b', 2)";
/** Tables on which histories are played. */
export const schemas = [
  {
    create: `CREATE TABLE t (id int PRIMARY KEY, ref text UNIQUE, ${columns})`,
    targets: ["(id)", "(ref)", "ON CONSTRAINT t_ref_key"],
  },
  {
    create: `CREATE TABLE t (id int, ref text PRIMARY KEY, ${columns})`,
    targets: ["(ref)"],
  },
  {
    create: `CREATE TABLE t (id int, ref text, ${columns}, PRIMARY KEY (id, ref))`,
    targets: ["(id, ref)", "(ref, id)"],
  },
  {
    create: `CREATE TABLE t (id int, ref text UNIQUE, ${columns}, CHECK (n < id + 4)); CREATE UNIQUE INDEX only_id ON t (id)`,
    targets: ["(ref)", "(id)"],
  },
  {
    create: `CREATE TABLE t (id serial PRIMARY KEY, ref text UNIQUE, ${columns})`,
    targets: ["(id)", "(ref)"],
  },
] as const;

const id = fc.integer({ min: 1, max: 3 });
const ref = fc.constantFrom("'a'", "'b'", "'c'");
const amount = fc.integer({ min: -1, max: 3 });

const condition = fc.oneof(
  { weight: 5, arbitrary: id.map((value) => `id = ${value}`) },
  ref.map((value) => `ref = ${value}`),
  amount.map((value) => `n > ${value}`),
  amount.map((value) => `n = ${value}`),
  fc.constantFrom("flag", "flag IS NULL", "NOT flag", "big >= 5 OR flag", "id IN (1, 2)", "ref IS NOT NULL", "n <> big"),
  fc.tuple(id, amount).map(([one, other]) => `id = ${one} AND n < ${other}`),
  fc.tuple(id, ref).map(([one, other]) => `id = ${one} OR ref = ${other}`),
);
const where = fc.oneof(
  { weight: 5, arbitrary: condition.map((text) => ` WHERE ${text}`) },
  { weight: 1, arbitrary: fc.constant("") },
);

const assignment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("n = n + 1", "n = n - 1", "flag = true", "flag = NOT flag", "n = DEFAULT") },
  amount.map((value) => `n = ${value}`),
  ref.map((value) => `ref = ${value}`),
  id.map((value) => `id = ${value}`),
  fc.constantFrom("id = id + 1", "big = big * 3 - n", "big = n", "ref = ref || '!'", "big = NULL", "n = coalesce(big, 1)::int / 2"),
);
const assignments = fc
  .uniqueArray(assignment, { minLength: 1, maxLength: 2, selector: (text) => text.split(" ")[0] })
  .map((all) => all.join(", "));
const excludedAssignment = fc.constantFrom("n = t.n + excluded.n", "n = excluded.n", "flag = true", "id = excluded.id", "big = 1");

const returning = fc.constantFrom("", "", " RETURNING *", " RETURNING id, n + 1 AS m");
const row = fc.oneof(
  fc.tuple(id, ref, amount).map(([one, two, three]) => `(${one}, ${two}, ${three})`),
  fc.tuple(id, ref).map(([one, two]) => `(${one}, ${two}, DEFAULT)`),
  id.map((one) => `(${one}, NULL, 1)`),
  ref.map((one) => `(DEFAULT, ${one}, 2)`),
);

function onConflict(targets: readonly string[]) {
  const target = fc.constantFrom(...targets);
  return fc.oneof(
    fc.constant(""),
    fc.constant(" ON CONFLICT DO NOTHING"),
    target.map((text) => ` ON CONFLICT ${text} DO NOTHING`),
    fc
      .tuple(target, excludedAssignment, fc.constantFrom("", " WHERE t.n < 2", " WHERE excluded.n > t.n"))
      .map(([text, set, only]) => ` ON CONFLICT ${text} DO UPDATE SET ${set}${only}`),
  );
}

const order = fc.constantFrom("", " ORDER BY n DESC, id, ref", " ORDER BY id, ref", " ORDER BY big, ref DESC, id");
const limit = fc.constantFrom("", "", " LIMIT 1", " LIMIT 2", " LIMIT 0");
const lock = fc.constantFrom("", " FOR UPDATE", " FOR UPDATE", " FOR UPDATE SKIP LOCKED", " FOR UPDATE NOWAIT");

const begin = fc.constantFrom(
  ...["BEGIN", "BEGIN", "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN ISOLATION LEVEL REPEATABLE READ"],
  ...["BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN ISOLATION LEVEL SERIALIZABLE"],
);
const savepoint = fc.constantFrom("SAVEPOINT s", "SAVEPOINT s", "SAVEPOINT r");
const control = fc.constantFrom(
  ...["ROLLBACK TO s", "ROLLBACK TO s", "ROLLBACK TO r", "RELEASE s", "RELEASE r"],
  ...["SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"],
);

/** Advisory locks and sequences. Keys are shared by all tables of a server, so each lane has its own. */
function call(lane: number): fc.Arbitrary<string> {
  const key = fc.constantFrom(`${lane}1`, `${lane}2`, `hashtext('lane ${lane}')`);
  const name = fc.constantFrom(
    ...["pg_advisory_lock", "pg_try_advisory_lock", "pg_advisory_unlock", "pg_advisory_unlock"],
    ...["pg_advisory_xact_lock", "pg_advisory_xact_lock", "pg_try_advisory_xact_lock"],
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(name, key).map(([called, one]) => `SELECT ${called}(${one})`) },
    fc.constantFrom("SELECT nextval('t_id_seq')", "SELECT currval('t_id_seq') AS latest"),
  );
}

interface Sent {
  sql: string;
  params: readonly SqlValue[];
}
const plain = (sql: string): Sent => ({ sql, params: [] });

function statement(targets: readonly string[], lane: number): fc.Arbitrary<Sent> {
  return fc.oneof(
    { weight: 4, arbitrary: begin.map(plain) },
    { weight: 2, arbitrary: savepoint.map(plain) },
    { weight: 2, arbitrary: control.map(plain) },
    { weight: 2, arbitrary: call(lane).map(plain) },
    { weight: 3, arbitrary: fc.constantFrom(plain("COMMIT"), plain("COMMIT"), plain("ROLLBACK")) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.array(row, { minLength: 1, maxLength: 2 }), onConflict(targets), returning)
        .map(([values, conflict, result]) =>
          plain(`INSERT INTO t (id, ref, n) VALUES ${values.join(", ")}${conflict}${result}`),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom<SqlValue>(1, "2", 3, "x", null), fc.constantFrom<SqlValue>("a", "d", null))
        .map(([one, two]) => ({ sql: "INSERT INTO t (id, ref) VALUES ($1, $2) ON CONFLICT DO NOTHING", params: [one, two] })),
    },
    {
      weight: 7,
      arbitrary: fc
        .tuple(assignments, where, returning)
        .map(([set, only, result]) => plain(`UPDATE t SET ${set}${only}${result}`)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(amount, id)
        .map(([one, two]) => ({ sql: "UPDATE t SET n = n + $1 WHERE id = $2 RETURNING n", params: [one, two] })),
    },
    { weight: 3, arbitrary: fc.tuple(where, returning).map(([only, result]) => plain(`DELETE FROM t${only}${result}`)) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(where, order, limit, lock)
        .map(([only, by, most, held]) => plain(`SELECT * FROM t${only}${by}${most}${held}`)),
    },
    {
      weight: 1,
      arbitrary: where.map((only) =>
        plain(`SELECT count(*), sum(n), min(ref) AS first, max(big), count(flag)::int FROM t${only}`),
      ),
    },
  );
}

/** Random histories of two or three sessions on one of the tables. More than half of them begin inside transactions. */
export function histories({ create, targets }: (typeof schemas)[number], lane: number): fc.Arbitrary<History> {
  const session = fc.constantFrom(0 as const, 0 as const, 1 as const, 1 as const, 2 as const);
  const sent = fc.tuple(session, statement(targets, lane)).map(([by, what]): HistoryStep => ({ session: by, ...what }));
  const killed = session.map((by): HistoryStep => ({ session: by, killed: true }));
  const step = fc.oneof({ weight: 40, arbitrary: sent }, { weight: 1, arbitrary: killed });
  const begun = fc
    .constantFrom("", "", "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN ISOLATION LEVEL SERIALIZABLE")
    .map((sql): HistoryStep[] => (sql === "" ? [] : ([0, 1, 2] as const).map((by) => ({ session: by, ...plain(sql) }))));
  return fc
    .tuple(begun, fc.array(step, { minLength: 4, maxLength: 14 }))
    .map(([first, steps]) => ({ create, rows, steps: [...first, ...steps] }));
}

/** Two tables, for what serializable transactions read is told apart by table. */
const twoTables = {
  create: "CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL); CREATE TABLE u (id int PRIMARY KEY, n int NOT NULL)",
  rows: "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3); INSERT INTO u VALUES (1, 1), (2, 2), (3, 3)",
};

/** Random histories of three sessions in which one serializable transaction follows another. */
export function serializableHistories(): fc.Arbitrary<History> {
  const session = fc.constantFrom(0 as const, 1 as const, 2 as const);
  const table = fc.constantFrom("t", "u");
  const sql = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(table, id).map(([of, one]) => `SELECT n FROM ${of} WHERE id = ${one}`) },
    table.map((of) => `SELECT count(*), sum(n) FROM ${of}`),
    table.map((of) => `SELECT n FROM ${of} LIMIT 0`),
    fc.tuple(table, id).map(([of, one]) => `SELECT n FROM ${of} WHERE id = ${one} FOR UPDATE`),
    { weight: 6, arbitrary: fc.tuple(table, id).map(([of, one]) => `UPDATE ${of} SET n = n + 1 WHERE id = ${one}`) },
    fc.tuple(table, id).map(([of, one]) => `DELETE FROM ${of} WHERE id = ${one}`),
    fc.tuple(table, id).map(([of, one]) => `INSERT INTO ${of} VALUES (${one + 2}, 7)`),
    fc.tuple(table, id).map(([of, one]) => `INSERT INTO ${of} VALUES (${one + 2}, 7) ON CONFLICT DO NOTHING`),
    fc.tuple(table, id).map(([of, one]) => `INSERT INTO ${of} VALUES (${one}, 7) ON CONFLICT (id) DO UPDATE SET n = 9`),
    fc.constantFrom("SAVEPOINT s", "ROLLBACK TO s"),
  );
  const next = ["COMMIT", "BEGIN ISOLATION LEVEL SERIALIZABLE"];
  const other = ["COMMIT", "BEGIN ISOLATION LEVEL REPEATABLE READ"];
  const turn = fc.tuple(
    session,
    fc.oneof(
      { weight: 8, arbitrary: sql.map((one) => [one]) },
      { weight: 4, arbitrary: fc.constant(next) },
      fc.constantFrom(other, ["COMMIT"], ["ROLLBACK", "BEGIN ISOLATION LEVEL SERIALIZABLE"]),
    ),
  );
  const sent = (by: SessionNumber, text: string): HistoryStep => ({ session: by, ...plain(text) });
  const begun = ([0, 1, 2] as const).map((by) => sent(by, "BEGIN ISOLATION LEVEL SERIALIZABLE"));
  return fc
    .array(turn, { minLength: 8, maxLength: 22 })
    .map((turns) => ({ ...twoTables, steps: [...begun, ...turns.flatMap(([by, all]) => all.map((text) => sent(by, text)))] }));
}
