import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { anomalies, anomalyRows, anomalyTable, historyAt, levels } from "./hermitage";
import type { SqlValue } from "./statement";
import { agree, type Tally } from "./testing/agreement";
import { histories, rows, schemas, serializableHistories } from "./testing/generated-histories";
import { cells, playCell, shownCell } from "./testing/hermitage-cells";
import type { History, HistoryStep } from "./testing/history";
import { PostgresSessions } from "./testing/postgres-sessions";
import * as basic from "./testing/statement-rules";
import * as rules from "./testing/transaction-rules";

/**
 * The world's database beside a real server: the same statements in the same order, each reply, each wait and the
 * tables at the end. What PostgreSQL does must be one of the courses that the world allows.
 */

/** Histories at a time, one on each table: they wait for the server most of the time. */
const generators = [...schemas.map((schema, index) => histories(schema, index + 1)), serializableHistories()];
const lanes = generators.length;
const historiesPerLane = process.env["TEST_LONG"] === "1" ? 1_334 : 25;

let database: TestDatabase;
let sessions: PostgresSessions[];

beforeAll(async () => {
  database = await createTestDatabase();
  sessions = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => PostgresSessions.connect(database.url, `lane_${lane}`)),
  );
});

afterAll(async () => {
  await Promise.all(sessions.map((lane) => lane.close()));
  await database.drop();
});

/** What a wait does beyond a delay, and what random histories seldom meet. */
const named: Record<string, string[]> = {
  "a waiting UPDATE does not see the row that was put in place of the deleted one": [
    "0: BEGIN",
    "0: DELETE FROM t WHERE id = 1",
    "0: INSERT INTO t (id, ref) VALUES (1, 'a')",
    "1: UPDATE t SET n = 9 WHERE id = 1",
    "0: COMMIT",
  ],
  "a waiting UPDATE looks at the new version, and passes over what came to match meanwhile": [
    "0: BEGIN",
    "0: UPDATE t SET n = n + 1",
    "1: UPDATE t SET flag = true WHERE n = 2 RETURNING id",
    "0: COMMIT",
  ],
  "a row that no longer matches after a wait stays locked": [
    "1: BEGIN",
    "0: BEGIN",
    "0: UPDATE t SET n = 3 WHERE id = 1",
    "1: UPDATE t SET flag = true WHERE id = 1 AND n = 1",
    "0: COMMIT",
    "2: UPDATE t SET n = 4 WHERE id = 1",
    "1: COMMIT",
  ],
  "a waiting statement holds what it has changed by then": [
    "0: BEGIN",
    "0: UPDATE t SET n = 3 WHERE id = 2",
    "1: UPDATE t SET n = n + 1",
    "2: UPDATE t SET n = n + 1 WHERE id = 1",
    "0: ROLLBACK",
  ],
  "a CHECK fails on the row as it was seen, without a wait": [
    "0: BEGIN",
    "0: UPDATE t SET n = 3 WHERE id = 1",
    "1: UPDATE t SET n = n - 2 WHERE id = 1",
  ],
  "two rows in opposite order are a deadlock": [
    "0: BEGIN",
    "1: BEGIN",
    "0: UPDATE t SET n = 3 WHERE id = 1",
    "1: UPDATE t SET n = 3 WHERE id = 2",
    "0: DELETE FROM t WHERE id = 2",
    "1: SELECT * FROM t WHERE id = 1 FOR UPDATE",
  ],
  "two keys in opposite order are a deadlock": [
    "0: BEGIN",
    "1: BEGIN",
    "0: INSERT INTO t (id) VALUES (7)",
    "1: INSERT INTO t (id) VALUES (8)",
    "0: INSERT INTO t (id) VALUES (8)",
    "1: INSERT INTO t (id) VALUES (7)",
  ],
  "a waiting INSERT holds the keys that it has entered, not those to come": [
    "0: BEGIN",
    "0: INSERT INTO t (id, ref) VALUES (7, 'x')",
    "1: INSERT INTO t (id, ref) VALUES (8, 'x')",
    "2: INSERT INTO t (id, ref) VALUES (8, 'y')",
    "0: ROLLBACK",
  ],
  "DO NOTHING waits for an open change of the row in its way": [
    "0: BEGIN",
    "0: UPDATE t SET n = 3 WHERE id = 1",
    "1: INSERT INTO t (id) VALUES (1) ON CONFLICT DO NOTHING",
    "0: COMMIT",
  ],
  "DO UPDATE changes the row that the rival has committed": [
    "0: BEGIN",
    "0: INSERT INTO t (id, n) VALUES (7, 1)",
    "1: INSERT INTO t (id, n) VALUES (7, 5) ON CONFLICT (id) DO UPDATE SET n = t.n + excluded.n RETURNING n",
    "0: COMMIT",
  ],
  "DO UPDATE whose WHERE does not hold locks the row all the same": [
    "0: BEGIN",
    "0: INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 9 WHERE t.n > 5",
    "1: UPDATE t SET n = 2 WHERE id = 1",
    "0: COMMIT",
  ],
  "DO UPDATE meets one row twice": [
    "0: INSERT INTO t (id) VALUES (7), (7) ON CONFLICT (id) DO UPDATE SET n = 2",
  ],
  "SKIP LOCKED takes the next row, NOWAIT fails": [
    "0: BEGIN",
    "0: SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE",
    "1: SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
    "1: SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT",
  ],
  "a waiting FOR UPDATE with LIMIT goes on to the next row that matches": [
    "0: BEGIN",
    "0: UPDATE t SET flag = true WHERE id = 1",
    "1: SELECT id FROM t WHERE flag IS NULL ORDER BY id LIMIT 1 FOR UPDATE",
    "0: COMMIT",
  ],
  "COMMIT of a failed transaction rolls back and raises nothing": [
    "0: BEGIN",
    "0: INSERT INTO t (id) VALUES (7)",
    "0: INSERT INTO t (id) VALUES (1)",
    "1: INSERT INTO t (id) VALUES (7)",
    "0: SELECT * FROM t",
    "0: COMMIT",
  ],
  "the end of a session is the end of its transaction": [
    "0: BEGIN",
    "0: INSERT INTO t (id) VALUES (7)",
    "1: INSERT INTO t (id) VALUES (7)",
    "0: killed",
    "0: SELECT count(*) FROM t",
  ],
  "BEGIN inside a transaction, COMMIT and ROLLBACK outside are warnings": [
    "0: COMMIT",
    "0: ROLLBACK",
    "0: BEGIN",
    "0: INSERT INTO t (id) VALUES (7)",
    "0: BEGIN",
    "0: ROLLBACK",
  ],
};

/** One session: values and errors, and the names of results. */
const statements: [sql: string, ...params: SqlValue[]][] = [
  ["SELECT id + 1, ref || id, id::text, '5'::int, n AS m, true, -id, id = 1, NOT flag FROM t ORDER BY id"],
  ["SELECT count(*), count(flag), sum(n), min(ref), max(big), count(*)::int, coalesce(max(big), 0) FROM t WHERE id < $1", "2"],
  ["SELECT sum(n), min(n), count(*) FROM t WHERE id = 99"],
  ["SELECT coalesce(flag, $1), coalesce(big, n), $2 AS given FROM t", true, "x"],
  ["SELECT 7 / 2 AS a, -7 / 2 AS b, -7 % 2 AS c, 3000000000 + id AS d, true::int AS e, 2::boolean AS f FROM t LIMIT 1"],
  ["SELECT count(*) FROM t LIMIT 1"],
  ["SELECT id FROM t ORDER BY id DESC LIMIT $1", "1"],
  ["SELECT id FROM t LIMIT $1", -1],
  ["SELECT id FROM t LIMIT $1", null],
  ["SELECT id / n FROM t WHERE id = 3"],
  ["SELECT id / (n - 1) FROM t WHERE id = 1"],
  ["SELECT id * 2147483647 FROM t WHERE id = 2"],
  ["SELECT big * 9223372036854775807 FROM t"],
  ["SELECT id FROM t WHERE big > 10 OR big < 6 AND NOT (ref = 'c' OR flag)"],
  ["SELECT id FROM t WHERE ref IN ('a', NULL)"],
  ["SELECT id FROM t WHERE ref NOT IN ('a', NULL)"],
  ["SELECT id FROM t WHERE id = $1", "one"],
  ["SELECT id FROM t WHERE id = $1", "99999999999"],
  ["SELECT id FROM t WHERE id = $1"],
  ["SELECT id FROM t WHERE id = $1", 1, 2],
  ["SELECT ref::int FROM t"],
  ["UPDATE t SET big = 3000000000, ref = id RETURNING *"],
  ["UPDATE t SET n = big"],
  ["UPDATE t SET ref = NULL, n = DEFAULT, flag = 'yes' RETURNING ref, n, flag"],
  ["UPDATE t SET id = id + 1"],
  ["INSERT INTO t VALUES (5)"],
  ["INSERT INTO t DEFAULT VALUES"],
  ["INSERT INTO t (id, n) VALUES (5, -1)"],
  ["INSERT INTO t (id, n) VALUES (5, NULL)"],
  ["INSERT INTO t (id, flag, ref) VALUES (1, true, 'a')"],
  ["INSERT INTO t (id, ref) VALUES (5, repeated) RETURNING *".replace("repeated", `'${"long ".repeat(20)}'`)],
  ["INSERT INTO t (id, ref, n) VALUES (5, $1, -3)", "long ".repeat(20)],
  ["SELECT hashtext(ref), hashtext('Ключ заказа 42, длинный'), hashtext('🔑'), hashtext(''), hashtext(NULL) FROM t"],
  ["SELECT pg_try_advisory_lock($1) AS locked", "77"],
  ["SELECT pg_advisory_xact_lock(hashtext($1))", "orders"],
  ["SELECT pg_advisory_lock(NULL)"],
  ["SELECT pg_advisory_unlock(78)"],
  ["DELETE FROM t WHERE n > 1 RETURNING id, ref || '!' AS was"],
];

const [{ create }] = schemas;

describe("what PostgreSQL does", () => {
  it.each(Object.keys(named))("%s", async (name) => {
    const steps = (named[name] as string[]).map(rules.stepOf);
    await agree({ create, rows, steps }, sessions[0] as PostgresSessions, parseSql);
  });

  it.each(statements)("%s", async (sql, ...params) => {
    const history: History = { create, rows, steps: [{ session: 0, sql, params }] };
    await agree(history, sessions[0] as PostgresSessions, parseSql);
  });
});

describe("the rules of statements and locks are PostgreSQL's", () => {
  it.each(Object.entries<rules.Rule>(basic.statementRules))("%s", async (_, { steps }) => {
    const history: History = { create: basic.create, rows: basic.rows, steps: steps.map(rules.stepOf) };
    await agree(history, sessions[0] as PostgresSessions, parseSql);
  });
});

describe("the rules of transactions are PostgreSQL's", () => {
  it.each(Object.entries<rules.Rule>(rules.transactionRules))("%s", async (_, { steps }) => {
    const history: History = { create: rules.create, rows: rules.rows, steps: steps.map(rules.stepOf) };
    await agree(history, sessions[0] as PostgresSessions, parseSql);
  });
});

describe("anomalies", () => {
  it.each(anomalies.map((anomaly) => [anomaly.name, anomaly] as const))("%s", async (name, anomaly) => {
    const [server] = sessions as [PostgresSessions];
    const row: string[] = [];
    for (const level of levels) {
      const steps = historyAt(anomaly, level).map(({ transaction, sql }) => rules.stepOf(`${transaction - 1}: ${sql}`));
      const history: History = { create: anomalyTable, rows: anomalyRows, steps };
      await agree(history, server, parseSql);
      await server.begin(history);
      const stage = { observe: (step: HistoryStep) => server.observe(step), contents: () => server.contents(["t"]) };
      row.push(shownCell(await playCell(anomaly, level, stage)));
      await server.reset();
    }
    expect(row).toEqual(cells[name]);
  });
});

describe("random histories agree with PostgreSQL", () => {
  it(`in ${lanes * historiesPerLane} histories of two and three sessions`, async () => {
    const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? Date.now() % 2 ** 31);
    console.log(`DIFFERENTIAL_SEED=${seed}`);
    const tally: Tally = new Map();
    await Promise.all(
      sessions.map((lane, index) =>
        fc.assert(
          fc.asyncProperty(generators[index] as fc.Arbitrary<History>, (history) =>
            agree(history, lane, parseSql, tally),
          ),
          { seed: seed + index, numRuns: historiesPerLane },
        ),
      ),
    );
    console.log([...tally].map(([name, times]) => `${name} ${times}`).join(", "));
    // Histories in which nobody meets anybody would agree, too.
    expect(tally.get("waits")).toBeGreaterThan(lanes * historiesPerLane * 0.1);
    expect([...tally.keys()]).toEqual(expect.arrayContaining(["23502", "23505", "23514", "25P02", "3B001", "40001"]));
  }, 1_200_000);
});
