import { afterEach, describe, expect, it, vi } from "vitest";
import { parseSql } from "@/lib/content/engine";
import type * as Execute from "./execute";
import type * as RowChanges from "./row-changes";
import type * as Store from "./store";
import type * as Transactions from "./transactions";
import type * as Work from "./working";
import { play } from "./testing/transaction-rules";

/**
 * Rules of the database, each with a deliberately broken variant of the code. What a history leads to must be what
 * PostgreSQL has given (`differential.test.ts` plays the same rules on a server), and something else for the mutant.
 */

const modules = ["./store", "./transactions", "./working", "./row-changes", "./values", "./execute"];

afterEach(() => {
  for (const file of modules) vi.doUnmock(file);
  vi.resetModules();
});

const setup =
  "CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL DEFAULT 0 CHECK (n >= 0)); INSERT INTO t VALUES (1, 1), (2, 2)";

const rules = {
  uniqueWaits: {
    steps: ["0: BEGIN", "0: INSERT INTO t VALUES (3)", "1: INSERT INTO t VALUES (3)", "0: ROLLBACK"],
    leads: "0:BEGIN 0:INSERT 1 1 waits 0:ROLLBACK 1:INSERT 1 1=1 2=2 3=0",
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
  deadlocksEndOneOfThem: {
    steps: [
      ...["0: BEGIN", "1: BEGIN", "0: UPDATE t SET n = 5 WHERE id = 1", "1: UPDATE t SET n = 6 WHERE id = 2"],
      ...["0: DELETE FROM t WHERE id = 2", "1: DELETE FROM t WHERE id = 1", "1: COMMIT", "0: SELECT n FROM t"],
    ],
    leads: "0:BEGIN 1:BEGIN 0:UPDATE 1 1:UPDATE 1 0 waits 0:40P01 1:DELETE 1 1:COMMIT 0:25P02 2=6",
  },
} satisfies Record<string, { steps: string[]; leads: string }>;

interface Mutant {
  name: string;
  file: (typeof modules)[number];
  mutate: (real: never) => object;
  fails: keyof typeof rules;
}

/** The module with methods of `Working` replaced. */
const working = (methods: (real: Work.Working) => Partial<Work.Working>) => (real: typeof Work) => ({
  Working: class extends real.Working {
    constructor(...args: ConstructorParameters<typeof real.Working>) {
      super(...args);
      Object.assign(this, methods(this));
    }
  },
});

const mutants: Mutant[] = [
  {
    name: "UNIQUE does not wait: an open transaction's key counts as free",
    file: "./store",
    mutate: (real: typeof Store) => ({
      checkUnique: (...args: Parameters<typeof Store.checkUnique>) => {
        const check = real.checkUnique(...args);
        return check.result === "undecided" ? { result: "free" } : check;
      },
    }),
    fails: "uniqueWaits",
  },
  {
    name: "COMMIT of a failed transaction commits what was done before the error",
    file: "./transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "failedTransactionsDoNotCommit",
  },
  {
    name: "ROLLBACK keeps the rows that were added",
    file: "./transactions",
    mutate: (real: typeof Transactions) => ({
      undoChanges: (state: Store.DatabaseState, session: string) =>
        Object.values(state.rows).some((rows) => rows.some(({ created }) => created === session))
          ? real.commitChanges(state, session)
          : real.undoChanges(state, session),
    }),
    fails: "rollbackKeepsNothing",
  },
  {
    name: "FOR UPDATE locks nothing",
    file: "./working",
    mutate: working(() => ({ lock: (version) => version })),
    fails: "forUpdateLocks",
  },
  {
    name: "row locks hold nobody up",
    file: "./working",
    mutate: working(() => ({ awaitRow: () => undefined })),
    fails: "forUpdateLocks",
  },
  {
    name: "SKIP LOCKED does not see that a row is held",
    file: "./working",
    mutate: working(() => ({ holder: () => null })),
    fails: "skipLockedSkips",
  },
  {
    name: "NOWAIT waits",
    file: "./working",
    mutate: working(() => ({ holder: () => null })),
    fails: "nowaitDoesNotWait",
  },
  {
    name: "an INSERT waits for everybody who has looked for its key",
    file: "./store",
    mutate: (real: typeof Store) => ({
      checkUnique: (...args: Parameters<typeof Store.checkUnique>) => {
        const check = real.checkUnique(...args);
        return check.result === "free" && args[3] === "1" ? { result: "undecided", by: "0" } : check;
      },
    }),
    fails: "missingRowsCannotBeLocked",
  },
  {
    name: "a transaction sees nothing but its own changes and the rows of the beginning",
    file: "./store",
    mutate: () => ({ isVisible: (version: Store.RowVersion, session: string) => version.created === session || Number(version.values["n"]) < 5 }),
    fails: "eachStatementLooksAnew",
  },
  {
    name: "a row is not looked at again after a wait (EvalPlanQual skipped)",
    file: "./working",
    mutate: working((real) => {
      const latest = real.latest.bind(real);
      return {
        latest: (seen, wanted) => {
          const found = latest(seen, wanted);
          return found && { ...found, values: seen.values };
        },
        lock: (version) => version,
      };
    }),
    fails: "changedRowsAreLookedAtAgain",
  },
  {
    name: "a statement that has waited looks at the table anew",
    file: "./execute",
    mutate: (real: typeof Execute) => ({
      execute: (...[state, tables, session, statement, parameters]: Parameters<typeof Execute.execute>) =>
        real.execute(state, tables, session, statement, parameters),
    }),
    fails: "waitingStatementsKeepTheirSnapshot",
  },
  {
    name: "ON CONFLICT raises",
    file: "./working",
    mutate: working((real) => {
      const check = real.check.bind(real);
      return { check: (constraint, row) => (real.isEntering ? check(constraint, row) : { result: "free" }) };
    }),
    fails: "doNothingDoesNothing",
  },
  {
    name: "DO UPDATE takes the row that is there for the one that could not be added",
    file: "./row-changes",
    mutate: (real: typeof RowChanges) => ({
      updatedRow: (...[table, old, set, parameters, nextValue]: Parameters<typeof RowChanges.updatedRow>) =>
        real.updatedRow(table, old, set, parameters, nextValue, { excluded: old }),
    }),
    fails: "doUpdateUpdates",
  },
  {
    name: "CHECK takes false for true",
    file: "./values",
    mutate: () => ({ isTrue: () => true }),
    fails: "checksAndNotNullHold",
  },
  {
    name: "the rows before the one that fails stay",
    file: "./transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "statementsAreAtomic",
  },
  {
    name: "the transaction of a deadlock's victim goes on",
    file: "./execute",
    mutate: (real: typeof Execute) => ({
      executeDeadlock: (state: Store.DatabaseState, session: string) => {
        const execution = real.executeDeadlock(state, session);
        if (execution.outcome === "waits") return execution;
        return { ...execution, state: { ...execution.state, transactions: state.transactions } };
      },
    }),
    fails: "deadlocksEndOneOfThem",
  },
];

async function check(rule: keyof typeof rules): Promise<void> {
  expect(await play(setup, rules[rule].steps, parseSql)).toBe(rules[rule].leads);
}

describe("the rules hold", () => {
  it.each(Object.keys(rules) as (keyof typeof rules)[])("%s", check);
});

describe("each mutant is caught", () => {
  it.each(mutants)("$name", async ({ file, mutate, fails }) => {
    vi.doMock(file, async (original) => {
      const real = await original<never>();
      return { ...(real as object), ...mutate(real) };
    });
    await expect(check(fails)).rejects.toMatchObject({ name: "AssertionError" });
  });
});
