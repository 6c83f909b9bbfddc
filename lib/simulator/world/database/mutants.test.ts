import { expect } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { describeMutants, type Mutant } from "../../testing/mutation";
import type * as Evaluate from "./evaluate";
import type * as Execute from "./execute";
import type * as RowChanges from "./row-changes";
import type * as Store from "./store";
import type * as Transactions from "./transactions";
import type * as Work from "./working";
import { create, rows, statementRules } from "./testing/statement-rules";
import { play } from "./testing/transaction-rules";

/**
 * Rules of the database, each with a deliberately broken variant of the code. What a history leads to must be what
 * PostgreSQL has given (`differential.test.ts` plays the same rules on a server), and something else for the mutant.
 */

/** The module with methods of `Working` replaced. */
const working = (methods: (real: Work.Working) => Partial<Work.Working>) => (real: typeof Work) => ({
  Working: class extends real.Working {
    constructor(...args: ConstructorParameters<typeof real.Working>) {
      super(...args);
      Object.assign(this, methods(this));
    }
  },
});

const mutants: Mutant<keyof typeof statementRules>[] = [
  {
    name: "UNIQUE does not wait: an open transaction's key counts as free",
    file: "@/lib/simulator/world/database/store",
    mutate: (real: typeof Store) => ({
      checkUnique: (...args: Parameters<typeof Store.checkUnique>) => {
        const check = real.checkUnique(...args);
        return check.result === "undecided" ? { result: "free" } : check;
      },
    }),
    fails: "uniqueWaits",
  },
  {
    name: "rows of open transactions are seen by all",
    file: "@/lib/simulator/world/database/store",
    mutate: () => ({ isVisible: (version: Store.RowVersion, session: string) => version.deleted !== session }),
    fails: "uncommittedIsInvisible",
  },
  {
    name: "COMMIT of a failed transaction commits what was done before the error",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "failedTransactionsDoNotCommit",
  },
  {
    name: "ROLLBACK keeps the rows that were added",
    file: "@/lib/simulator/world/database/transactions",
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
    file: "@/lib/simulator/world/database/working",
    mutate: working(() => ({ lock: (version) => version })),
    fails: "forUpdateLocks",
  },
  {
    name: "row locks hold nobody up",
    file: "@/lib/simulator/world/database/working",
    mutate: working(() => ({ awaitRow: () => undefined })),
    fails: "forUpdateLocks",
  },
  {
    name: "SKIP LOCKED does not see that a row is held",
    file: "@/lib/simulator/world/database/working",
    mutate: working(() => ({ holder: () => null })),
    fails: "skipLockedSkips",
  },
  {
    name: "NOWAIT waits",
    file: "@/lib/simulator/world/database/working",
    mutate: working(() => ({ holder: () => null })),
    fails: "nowaitDoesNotWait",
  },
  {
    name: "an INSERT waits for everybody who has looked for its key",
    file: "@/lib/simulator/world/database/store",
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
    file: "@/lib/simulator/world/database/store",
    mutate: () => ({ isVisible: (version: Store.RowVersion, session: string) => version.created === session || Number(version.values["n"]) < 5 }),
    fails: "eachStatementLooksAnew",
  },
  {
    name: "a row is not looked at again after a wait (EvalPlanQual skipped)",
    file: "@/lib/simulator/world/database/working",
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
    file: "@/lib/simulator/world/database/execute",
    mutate: (real: typeof Execute) => ({
      execute: (...[state, tables, session, statement, parameters]: Parameters<typeof Execute.execute>) =>
        real.execute(state, tables, session, statement, parameters),
    }),
    fails: "waitingStatementsKeepTheirSnapshot",
  },
  {
    name: "ON CONFLICT raises",
    file: "@/lib/simulator/world/database/working",
    mutate: working((real) => {
      const check = real.check.bind(real);
      return { check: (constraint, row) => (real.isEntering ? check(constraint, row) : { result: "free" }) };
    }),
    fails: "doNothingDoesNothing",
  },
  {
    name: "DO UPDATE takes the row that is there for the one that could not be added",
    file: "@/lib/simulator/world/database/row-changes",
    mutate: (real: typeof RowChanges) => ({
      updatedRow: (...[table, old, set, parameters, nextValue]: Parameters<typeof RowChanges.updatedRow>) =>
        real.updatedRow(table, old, set, parameters, nextValue, { excluded: old }),
    }),
    fails: "doUpdateUpdates",
  },
  {
    name: "numbers have no bounds",
    file: "@/lib/simulator/world/database/values",
    mutate: () => ({ calculate: () => 7 }),
    fails: "numbersMustFit",
  },
  {
    name: "what is unknown is true",
    file: "@/lib/simulator/world/database/evaluate",
    mutate: (real: typeof Evaluate) => ({
      evaluate: (...args: Parameters<typeof Evaluate.evaluate>) => real.evaluate(...args) ?? true,
    }),
    fails: "nullIsNeitherEqualNorUnequal",
  },
  {
    name: "keys are looked at once all rows are changed",
    file: "@/lib/simulator/world/database/working",
    mutate: working(() => ({ check: () => ({ result: "free" }) })),
    fails: "uniqueIsCheckedRowByRow",
  },
  {
    name: "CHECK takes false for true",
    file: "@/lib/simulator/world/database/values",
    mutate: () => ({ isTrue: () => true }),
    fails: "checksAndNotNullHold",
  },
  {
    name: "the rows before the one that fails stay",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "statementsAreAtomic",
  },
  {
    name: "the transaction of a deadlock's victim goes on",
    file: "@/lib/simulator/world/database/execute",
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

const rules = Object.keys(statementRules) as (keyof typeof statementRules)[];

async function check(rule: keyof typeof statementRules): Promise<void> {
  const { steps, leads } = statementRules[rule];
  expect(await play(`${create}; ${rows}`, steps, parseSql)).toBe(leads);
}

const facts = Object.fromEntries(rules.map((rule) => [rule, () => check(rule)])) as Record<keyof typeof statementRules, () => Promise<void>>;

describeMutants("the rules hold", facts, mutants);
