import type { Rule } from "./transaction-rules";

/** The table on which the rules are played. */
export const create = "CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL DEFAULT 0 CHECK (n >= 0))";
export const rows = "INSERT INTO t VALUES (1, 1), (2, 2)";

/** Rules of statements and locks. `differential.test.ts` plays them on a server; `mutants.test.ts` breaks each of them. */
export const statementRules = {
  uniqueWaits: {
    steps: ["0: BEGIN", "0: INSERT INTO t VALUES (3)", "1: INSERT INTO t VALUES (3)", "0: ROLLBACK"],
    leads: "0:BEGIN 0:INSERT 1 1 waits 0:ROLLBACK 1:INSERT 1 1=1 2=2 3=0",
  },
  uncommittedIsInvisible: {
    steps: ["0: BEGIN", "0: INSERT INTO t VALUES (3)", "1: SELECT id FROM t"],
    leads: "0:BEGIN 0:INSERT 1 1:SELECT 2 1=1 2=2",
  },
  failedTransactionsDoNotCommit: {
    steps: ["0: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "0: INSERT INTO t VALUES (2)", "0: COMMIT"],
    leads: "0:BEGIN 0:UPDATE 1 0:23505 0:ROLLBACK 1=1 2=2",
  },
  rollbackKeepsNothing: {
    steps: ["0: BEGIN", "0: INSERT INTO t VALUES (3)", "0: DELETE FROM t WHERE id = 1", "0: ROLLBACK"],
    leads: "0:BEGIN 0:INSERT 1 0:DELETE 1 0:ROLLBACK 1=1 2=2",
  },
  forUpdateLocks: {
    steps: ["0: BEGIN", "0: SELECT id FROM t WHERE id = 1 FOR UPDATE", "1: UPDATE t SET n = 5 WHERE id = 1"],
    leads: "0:BEGIN 0:SELECT 1 1 waits 1=1 2=2",
  },
  skipLockedSkips: {
    steps: ["0: BEGIN", "0: SELECT id FROM t WHERE id = 1 FOR UPDATE", "1: SELECT id FROM t FOR UPDATE SKIP LOCKED"],
    leads: "0:BEGIN 0:SELECT 1 1:SELECT 1 1=1 2=2",
  },
  nowaitDoesNotWait: {
    steps: ["0: BEGIN", "0: SELECT id FROM t WHERE id = 1 FOR UPDATE", "1: SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT"],
    leads: "0:BEGIN 0:SELECT 1 1:55P03 1=1 2=2",
  },
  missingRowsCannotBeLocked: {
    steps: ["0: BEGIN", "0: SELECT id FROM t WHERE id = 3 FOR UPDATE", "1: INSERT INTO t VALUES (3)"],
    leads: "0:BEGIN 0:SELECT 0 1:INSERT 1 1=1 2=2 3=0",
  },
  eachStatementLooksAnew: {
    steps: ["0: BEGIN", "0: SELECT id FROM t WHERE n = 5", "1: UPDATE t SET n = 5 WHERE id = 1", "0: SELECT id FROM t WHERE n = 5"],
    leads: "0:BEGIN 0:SELECT 0 1:UPDATE 1 0:SELECT 1 1=5 2=2",
  },
  changedRowsAreLookedAtAgain: {
    steps: ["0: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "1: UPDATE t SET n = 6 WHERE n = 1", "0: COMMIT"],
    leads: "0:BEGIN 0:UPDATE 1 1 waits 0:COMMIT 1:UPDATE 0 1=5 2=2",
  },
  waitingStatementsKeepTheirSnapshot: {
    steps: ["0: BEGIN", "0: UPDATE t SET n = n + 1", "1: UPDATE t SET n = 9 WHERE n = 2", "0: COMMIT"],
    leads: "0:BEGIN 0:UPDATE 2 1 waits 0:COMMIT 1:UPDATE 0 1=2 2=3",
  },
  doNothingDoesNothing: {
    steps: ["0: INSERT INTO t VALUES (1, 7) ON CONFLICT DO NOTHING"],
    leads: "0:INSERT 0 1=1 2=2",
  },
  doUpdateUpdates: {
    steps: ["0: INSERT INTO t VALUES (1, 7) ON CONFLICT (id) DO UPDATE SET n = t.n + excluded.n"],
    leads: "0:INSERT 1 1=8 2=2",
  },
  checksAndNotNullHold: {
    steps: ["0: UPDATE t SET n = n - 2", "0: INSERT INTO t VALUES (3, NULL)"],
    leads: "0:23514 0:23502 1=1 2=2",
  },
  statementsAreAtomic: {
    steps: ["0: INSERT INTO t VALUES (3), (1)"],
    leads: "0:23505 1=1 2=2",
  },
  numbersMustFit: {
    steps: ["0: UPDATE t SET n = n * 2000000000", "0: UPDATE t SET n = n / 0", "0: UPDATE t SET n = 7 WHERE id = 1"],
    leads: "0:22003 0:22012 0:UPDATE 1 1=7 2=2",
  },
  nullIsNeitherEqualNorUnequal: {
    steps: ["0: SELECT id FROM t WHERE n = NULL", "0: SELECT id FROM t WHERE NOT (n = NULL)"],
    leads: "0:SELECT 0 0:SELECT 0 1=1 2=2",
  },
  uniqueIsCheckedRowByRow: {
    steps: ["0: UPDATE t SET id = id + 1"],
    leads: "0:23505 1=1 2=2",
  },
  deadlocksEndOneOfThem: {
    steps: [
      ...["0: BEGIN", "1: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "1: UPDATE t SET n = 6 WHERE id = 2"],
      ...["0: DELETE FROM t WHERE id = 2", "1: DELETE FROM t WHERE id = 1", "1: COMMIT", "0: SELECT n FROM t"],
    ],
    leads: "0:BEGIN 1:BEGIN 0:UPDATE 1 1:UPDATE 1 0 waits 0:40P01 1:DELETE 1 1:COMMIT 0:25P02 2=6",
  },
} satisfies Record<string, Rule>;
