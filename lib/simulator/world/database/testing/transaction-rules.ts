import type { SqlParser } from "../parse-tree";
import type { HistoryStep, SessionNumber } from "./history";

/** The table on which the rules are played. */
export const create = "CREATE TABLE t (id serial PRIMARY KEY, n int NOT NULL DEFAULT 0 CHECK (n >= 0))";
export const rows = "INSERT INTO t (id, n) VALUES (1, 1), (2, 2)";

export interface Rule {
  steps: readonly string[];
  /** What the sessions get, in short, and the rows at the end: `0:UPDATE 1`, `1 waits`, `1:40001`, `1=1 2=2`. */
  leads: string;
}

/**
 * Rules of isolation levels, savepoints, advisory locks and sequences. `differential.test.ts` plays them on a server;
 * `transaction-mutants.test.ts` breaks each of them.
 */
export const transactionRules = {
  snapshotsAreTakenByTheFirstQuery: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL REPEATABLE READ", "1: UPDATE t SET n = 5 WHERE id = 1"],
      ...["0: SELECT id FROM t WHERE n = 5", "1: UPDATE t SET n = 6 WHERE id = 1", "0: SELECT id FROM t WHERE n = 5"],
      ...["0: SELECT id FROM t WHERE n = 6", "0: COMMIT", "0: SELECT id FROM t WHERE n = 6"],
    ],
    leads: "0:BEGIN 1:UPDATE 1 0:SELECT 1 1:UPDATE 1 0:SELECT 1 0:SELECT 0 0:COMMIT 0:SELECT 1 1=6 2=2",
  },
  takingAnAdvisoryLockIsAQuery: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL REPEATABLE READ", "0: SELECT pg_advisory_xact_lock(901)"],
      ...["1: UPDATE t SET n = 5 WHERE id = 1", "0: SELECT id FROM t WHERE n = 5"],
    ],
    leads: "0:BEGIN 0:SELECT 1 1:UPDATE 1 0:SELECT 0 1=5 2=2",
  },
  theFirstQueryFixesTheLevel: {
    steps: ["0: BEGIN", "0: SELECT n FROM t", "0: SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"],
    leads: "0:BEGIN 0:SELECT 2 0:25001 1=1 2=2",
  },
  newerChangesAreRefused: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL REPEATABLE READ", "0: SELECT n FROM t", "1: BEGIN"],
      ...["1: UPDATE t SET n = 5 WHERE id = 1", "0: UPDATE t SET n = n + 1 WHERE id = 1", "1: COMMIT"],
    ],
    leads: "0:BEGIN 0:SELECT 2 1:BEGIN 1:UPDATE 1 0 waits 0:40001 1:COMMIT 1=5 2=2",
  },
  waitingForARollbackIsNoConflict: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL REPEATABLE READ", "0: SELECT n FROM t", "1: BEGIN"],
      ...["1: DELETE FROM t WHERE id = 1", "0: SELECT n FROM t WHERE id = 1 FOR UPDATE", "1: ROLLBACK"],
    ],
    leads: "0:BEGIN 0:SELECT 2 1:BEGIN 1:DELETE 1 0 waits 0:SELECT 1 1:ROLLBACK 1=1 2=2",
  },
  conflictsMustBeInTheSnapshot: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL REPEATABLE READ", "0: SELECT n FROM t", "1: INSERT INTO t (id) VALUES (3)"],
      ...["0: SAVEPOINT s", "0: INSERT INTO t (id) VALUES (3) ON CONFLICT DO NOTHING", "0: ROLLBACK TO s"],
      ...["0: INSERT INTO t (id) VALUES (3)", "0: ROLLBACK TO s", "0: INSERT INTO t (id) VALUES (1) ON CONFLICT DO NOTHING"],
    ],
    leads: "0:BEGIN 0:SELECT 2 1:INSERT 1 0:SAVEPOINT 0:40001 0:ROLLBACK 0:23505 0:ROLLBACK 0:INSERT 0 1=1 2=2 3=0",
  },
  writeSkewIsFound: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["0: SELECT n FROM t", "1: SELECT n FROM t", "0: UPDATE t SET n = 5 WHERE id = 1"],
      ...["1: UPDATE t SET n = 6 WHERE id = 2", "0: COMMIT", "1: COMMIT"],
    ],
    leads: "0:BEGIN 1:BEGIN 0:SELECT 2 1:SELECT 2 0:UPDATE 1 1:UPDATE 1 0:COMMIT 1:40001 1=5 2=2",
  },
  aCommitThatFailsEndsTheTransaction: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["0: SELECT n FROM t", "1: SELECT n FROM t", "0: INSERT INTO t (id) VALUES (3)", "1: UPDATE t SET n = 6 WHERE id = 2"],
      ...["1: SAVEPOINT s", "2: UPDATE t SET n = 9 WHERE id = 2", "0: COMMIT", "1: COMMIT", "1: SELECT n FROM t"],
    ],
    leads:
      "0:BEGIN 1:BEGIN 0:SELECT 2 1:SELECT 2 0:INSERT 1 1:UPDATE 1 1:SAVEPOINT 2 waits 0:COMMIT 1:40001 2:UPDATE 1 1:SELECT 3 1=1 2=9 3=0",
  },
  writeSkewWithACommittedReaderIsFoundByTheWrite: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["0: SELECT n FROM t", "1: SELECT n FROM t", "0: UPDATE t SET n = 5 WHERE id = 1", "0: COMMIT"],
      ...["1: UPDATE t SET n = 6 WHERE id = 2", "1: COMMIT"],
    ],
    leads: "0:BEGIN 1:BEGIN 0:SELECT 2 1:SELECT 2 0:UPDATE 1 0:COMMIT 1:40001 1:ROLLBACK 1=5 2=2",
  },
  aCommittedWriterKeepsWhatItHasRead: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "0: SELECT n FROM t", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["1: SELECT n FROM t", "1: INSERT INTO t (id) VALUES (3)", "1: COMMIT", "0: INSERT INTO t (id) VALUES (4)"],
    ],
    leads: "0:BEGIN 0:SELECT 2 1:BEGIN 1:SELECT 2 1:INSERT 1 1:COMMIT 0:40001 1=1 2=2 3=0",
  },
  theLastOfThreeMustCommitFirst: {
    // 0 has read what 1 overwrites, and 1 what 2 overwrites: no circle as long as 2 is not the first to commit.
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["2: BEGIN ISOLATION LEVEL SERIALIZABLE", "0: SELECT n FROM t", "1: SELECT n FROM t"],
      ...["1: UPDATE t SET n = 5 WHERE id = 1", "0: COMMIT", "1: COMMIT", "2: INSERT INTO t (id) VALUES (3)", "2: COMMIT"],
    ],
    leads: "0:BEGIN 1:BEGIN 2:BEGIN 0:SELECT 2 1:SELECT 2 1:UPDATE 1 0:COMMIT 1:COMMIT 2:INSERT 1 2:COMMIT 1=5 2=2 3=0",
  },
  oneDependencyIsNoDanger: {
    steps: [
      ...["0: BEGIN ISOLATION LEVEL SERIALIZABLE", "0: SELECT n FROM t", "1: BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...["1: UPDATE t SET n = 5 WHERE id = 1", "1: COMMIT", "0: SELECT id FROM t WHERE n = 5", "0: COMMIT"],
    ],
    leads: "0:BEGIN 0:SELECT 2 1:BEGIN 1:UPDATE 1 1:COMMIT 0:SELECT 0 0:COMMIT 1=5 2=2",
  },
  rollbackToUndoesAndFrees: {
    steps: [
      ...["0: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "0: SAVEPOINT s", "0: UPDATE t SET n = 6 WHERE id = 2"],
      ...["0: INSERT INTO t (id) VALUES (3)", "1: INSERT INTO t (id, n) VALUES (3, 7)", "0: ROLLBACK TO s"],
      ...["1: UPDATE t SET n = 8 WHERE id = 2", "1: UPDATE t SET n = 9 WHERE id = 1", "0: COMMIT"],
    ],
    leads:
      "0:BEGIN 0:UPDATE 1 0:SAVEPOINT 0:UPDATE 1 0:INSERT 1 1 waits 0:ROLLBACK 1:INSERT 1 1:UPDATE 1 1 waits 0:COMMIT 1:UPDATE 1 1=9 2=8 3=7",
  },
  anErrorInsideASavepointUndoesThatMuch: {
    steps: [
      ...["0: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "0: SAVEPOINT s", "0: INSERT INTO t (id) VALUES (2)"],
      ...["1: UPDATE t SET n = 9 WHERE id = 1", "0: SELECT n FROM t", "0: ROLLBACK TO s", "0: COMMIT"],
    ],
    leads: "0:BEGIN 0:UPDATE 1 0:SAVEPOINT 0:23505 1 waits 0:25P02 0:ROLLBACK 0:COMMIT 1:UPDATE 1 1=9 2=2",
  },
  releaseKeepsAndForgets: {
    steps: [
      ...["0: BEGIN", "0: SAVEPOINT s", "0: UPDATE t SET n = 5 WHERE id = 1", "0: SAVEPOINT s"],
      ...["0: UPDATE t SET n = 6 WHERE id = 2", "0: RELEASE s", "0: ROLLBACK TO s", "0: SELECT id FROM t WHERE n > 2"],
      ...["0: UPDATE t SET n = 7 WHERE id = 2", "0: RELEASE s", "0: ROLLBACK TO s", "0: COMMIT"],
    ],
    leads:
      "0:BEGIN 0:SAVEPOINT 0:UPDATE 1 0:SAVEPOINT 0:UPDATE 1 0:RELEASE 0:ROLLBACK 0:SELECT 0 0:UPDATE 1 0:RELEASE 0:3B001 0:ROLLBACK 1=1 2=2",
  },
  aRowLockedBeforeASavepointStaysLocked: {
    steps: [
      ...["0: BEGIN", "0: SELECT n FROM t WHERE id = 1 FOR UPDATE", "0: SAVEPOINT s", "0: UPDATE t SET n = 5 WHERE id = 1"],
      ...["0: ROLLBACK TO s", "1: UPDATE t SET n = 9 WHERE id = 1"],
    ],
    leads: "0:BEGIN 0:SELECT 1 0:SAVEPOINT 0:UPDATE 1 0:ROLLBACK 1 waits 1=1 2=2",
  },
  sessionLocksStack: {
    steps: [
      ...["0: SELECT pg_advisory_lock(902)", "0: SELECT pg_advisory_lock(902)", "0: SELECT pg_advisory_unlock(902)"],
      ...["1: SELECT pg_advisory_lock(902)", "0: BEGIN", "0: ROLLBACK", "0: SELECT pg_advisory_unlock(902)"],
    ],
    leads: "0:SELECT 1 0:SELECT 1 0:SELECT 1 1 waits 0:BEGIN 0:ROLLBACK 0:SELECT 1 1:SELECT 1 1=1 2=2",
  },
  sessionLocksEndWithTheSession: {
    steps: ["0: SELECT pg_advisory_lock(903)", "1: SELECT pg_advisory_xact_lock(903)", "0: killed"],
    leads: "0:SELECT 1 1 waits 1:SELECT 1 1=1 2=2",
  },
  transactionLocksEndWithTheTransaction: {
    steps: [
      ...["0: BEGIN", "0: SELECT pg_advisory_xact_lock(904)", "1: SELECT pg_advisory_lock(904)", "0: COMMIT"],
    ],
    leads: "0:BEGIN 0:SELECT 1 1 waits 0:COMMIT 1:SELECT 1 1=1 2=2",
  },
  locksTakenInsideASavepointEndWithIt: {
    steps: [
      ...["0: BEGIN", "0: SAVEPOINT s", "0: SELECT pg_advisory_xact_lock(905)", "0: SELECT pg_advisory_lock(906)"],
      ...["1: SELECT pg_advisory_lock(905)", "0: ROLLBACK TO s", "1: SELECT pg_advisory_lock(906)"],
    ],
    leads: "0:BEGIN 0:SAVEPOINT 0:SELECT 1 0:SELECT 1 1 waits 0:ROLLBACK 1:SELECT 1 1 waits 1=1 2=2",
  },
  advisoryLocksAndRowsDeadlock: {
    steps: [
      ...["0: BEGIN", "1: BEGIN", "0: SELECT pg_advisory_xact_lock(907)", "1: UPDATE t SET n = 5 WHERE id = 1"],
      ...["0: UPDATE t SET n = 6 WHERE id = 1", "1: SELECT pg_advisory_xact_lock(907)", "1: COMMIT", "0: COMMIT"],
    ],
    leads: "0:BEGIN 1:BEGIN 0:SELECT 1 1:UPDATE 1 0 waits 0:40P01 1:SELECT 1 1:COMMIT 0:ROLLBACK 1=5 2=2",
  },
  sequencesNeverTakeBack: {
    steps: [
      ...["0: SELECT nextval('t_id_seq')", "0: SELECT nextval('t_id_seq')", "0: BEGIN", "0: INSERT INTO t (n) VALUES (7)"],
      ...["1: INSERT INTO t (n) VALUES (8)", "0: ROLLBACK", "1: INSERT INTO t (n) VALUES (-1)", "1: INSERT INTO t (n) VALUES (9)"],
    ],
    leads: "0:SELECT 1 0:SELECT 1 0:BEGIN 0:INSERT 1 1:INSERT 1 0:ROLLBACK 1:23514 1:INSERT 1 1=1 2=2 4=8 6=9",
  },
  aWaitTakesNoSecondValue: {
    steps: [
      ...["0: SELECT nextval('t_id_seq')", "0: SELECT nextval('t_id_seq')", "0: BEGIN", "0: INSERT INTO t (id, n) VALUES (3, 1)"],
      ...["1: INSERT INTO t (n) VALUES (8) ON CONFLICT (id) DO UPDATE SET n = 4", "0: COMMIT", "1: INSERT INTO t (n) VALUES (9)"],
    ],
    leads: "0:SELECT 1 0:SELECT 1 0:BEGIN 0:INSERT 1 1 waits 0:COMMIT 1:INSERT 1 1:INSERT 1 1=1 2=2 3=4 4=9",
  },
  currentValuesBelongToTheSession: {
    steps: ["0: SELECT nextval('t_id_seq')", "0: SELECT currval('t_id_seq')", "1: SELECT currval('t_id_seq')"],
    leads: "0:SELECT 1 0:SELECT 1 1:55000 1=1 2=2",
  },
  aKeyInsertedAndDeletedIsStillWaitedFor: {
    steps: [
      ...["0: BEGIN", "0: INSERT INTO t (id) VALUES (3)", "0: DELETE FROM t WHERE id = 3"],
      ...["1: INSERT INTO t (id, n) VALUES (3, 7)", "0: COMMIT"],
    ],
    leads: "0:BEGIN 0:INSERT 1 0:DELETE 1 1 waits 0:COMMIT 1:INSERT 1 1=1 2=2 3=7",
  },
} satisfies Record<string, Rule>;

export function stepOf(text: string): HistoryStep {
  const session = Number(text.slice(0, 1)) as SessionNumber;
  const sql = text.slice(3);
  return sql === "killed" ? { session, killed: true } : { session, sql, params: [] };
}

/** Plays steps in the world and says what they led to. Modules are loaded here, so that a mutant is played when one is set. */
export async function play(setup: string, steps: readonly string[], parse: SqlParser): Promise<string> {
  const { contents, coursesAfter, observed, simulatedSessions } = await import("./world-sessions");
  const sessions = simulatedSessions(setup, parse);
  let course = sessions.initial;
  const said: string[] = [];
  for (const step of steps.map(stepOf)) {
    [course = course] = coursesAfter(sessions, course, step);
    const { replies, waiting } = observed(course);
    for (const [session, reply] of Object.entries(replies))
      said.push(`${session}:${"code" in reply ? reply.code : `${reply.command} ${reply.rowCount ?? ""}`.trim()}`);
    if (Object.hasOwn(waiting, step.session)) said.push(`${step.session} waits`);
  }
  const left = (contents(course.state)["t"] ?? []).map(({ id, n }) => `${String(id)}=${String(n)}`);
  return [...said, ...left.sort()].join(" ");
}
