import { expect } from "vitest";
import { parseSql } from "@/lib/content/engine";
import { describeMutants, type Mutant } from "../../testing/mutation";
import type * as Advisory from "./advisory-locks";
import type * as Sequences from "./sequences";
import type * as Serializable from "./serializable";
import type * as Store from "./store";
import { create, play, rows, transactionRules } from "./testing/transaction-rules";
import type * as Transactions from "./transactions";

/** The rules of transactions, each with a deliberately broken variant of the code that makes its history end otherwise. */

/** The module with members of the instances of a class replaced, private ones too. */
function patched<Name extends string>(name: Name, members: object) {
  return (real: Record<Name, new (...args: never[]) => object>) => ({
    [name]: new Proxy(real[name], {
      construct: (target, args, as) => Object.assign(Reflect.construct(target, args, as) as object, members),
    }),
  });
}

type State = Store.DatabaseState;

const mutants: Mutant<keyof typeof transactionRules>[] = [
  {
    name: "REPEATABLE READ looks anew with each statement",
    file: "@/lib/simulator/world/database/transactions",
    mutate: () => ({ withSnapshot: (state: State) => state }),
    fails: "snapshotsAreTakenByTheFirstQuery",
  },
  {
    name: "a function call takes no snapshot",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({
      withSnapshot: (state: State, session: string) =>
        state.transactions[session]?.queried || Object.keys(state.advisory ?? {}).length > 0
          ? real.withSnapshot(state, session)
          : state,
    }),
    fails: "takingAnAdvisoryLockIsAQuery",
  },
  {
    name: "the level can be changed at any time",
    file: "@/lib/simulator/world/database/transactions",
    mutate: () => ({ withSnapshot: (state: State) => state }),
    fails: "theFirstQueryFixesTheLevel",
  },
  {
    name: "a row changed since the snapshot is changed again",
    file: "@/lib/simulator/world/database/working",
    mutate: patched("Working", { latest: (seen: Store.RowVersion) => seen }),
    fails: "newerChangesAreRefused",
  },
  {
    name: "a row that another transaction has only tried to delete counts as changed",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({ undoChanges: real.commitChanges }),
    fails: "waitingForARollbackIsNoConflict",
  },
  {
    name: "ON CONFLICT passes over rows that the snapshot does not have",
    file: "@/lib/simulator/world/database/working",
    mutate: patched("Working", { mustSee: () => undefined }),
    fails: "conflictsMustBeInTheSnapshot",
  },
  {
    name: "COMMIT does not look for pivots",
    file: "@/lib/simulator/world/database/serializable",
    mutate: patched("Dependencies", { checkCommit: () => undefined }),
    fails: "writeSkewIsFound",
  },
  {
    name: "a COMMIT that fails undoes what came after the innermost savepoint",
    file: "@/lib/simulator/world/database/transactions",
    mutate: () => ({ undoChanges: (state: State) => state }),
    fails: "aCommitThatFailsEndsTheTransaction",
  },
  {
    name: "writes find no dependencies",
    file: "@/lib/simulator/world/database/serializable",
    mutate: patched("Dependencies", { write: () => undefined }),
    fails: "writeSkewWithACommittedReaderIsFoundByTheWrite",
  },
  {
    name: "a committed transaction is forgotten at once",
    file: "@/lib/simulator/world/database/serializable",
    mutate: (real: typeof Serializable) => ({
      Dependencies: class extends real.Dependencies {
        override commit(session: string): void {
          this.leave(session);
        }
      },
    }),
    fails: "aCommittedWriterKeepsWhatItHasRead",
  },
  {
    name: "two dependencies in a row are dangerous whoever commits first",
    file: "@/lib/simulator/world/database/serializable",
    mutate: patched("Dependencies", { isDangerous: () => true }),
    fails: "theLastOfThreeMustCommitFirst",
  },
  {
    name: "one dependency is dangerous",
    file: "@/lib/simulator/world/database/serializable",
    mutate: patched("Dependencies", { isDangerous: () => true }),
    fails: "oneDependencyIsNoDanger",
  },
  {
    name: "ROLLBACK TO undoes nothing",
    file: "@/lib/simulator/world/database/transactions",
    mutate: () => ({ undoChangesInside: (state: State) => state }),
    fails: "rollbackToUndoesAndFrees",
  },
  {
    name: "an error inside a savepoint undoes the whole transaction",
    file: "@/lib/simulator/world/database/transactions",
    mutate: () => ({ depthOf: () => 0 }),
    fails: "anErrorInsideASavepointUndoesThatMuch",
  },
  {
    name: "RELEASE makes changes belong to no savepoint",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({
      keepChangesInside: (state: State, session: string) => real.keepChangesInside(state, session, 0),
    }),
    fails: "releaseKeepsAndForgets",
  },
  {
    name: "a row locked again inside a savepoint is locked from there on",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({
      undoChangesInside: (state: State, session: string, depth: number) =>
        real.undoChangesInside(
          { ...state, rows: { t: (state.rows["t"] ?? []).map((version) => ({ ...version, lockedIn: depth })) } },
          session,
          depth,
        ),
    }),
    fails: "aRowLockedBeforeASavepointStaysLocked",
  },
  {
    name: "unlocking once lets go",
    file: "@/lib/simulator/world/database/advisory-locks",
    mutate: (real: typeof Advisory) => ({
      returnAdvisory: (state: State, session: string) => ({ state: real.dropAdvisory(state, session), returned: true }),
    }),
    fails: "sessionLocksStack",
  },
  {
    name: "a session's locks outlive it",
    file: "@/lib/simulator/world/database/advisory-locks",
    mutate: () => ({ dropAdvisory: (state: State) => state }),
    fails: "sessionLocksEndWithTheSession",
  },
  {
    name: "locks of a transaction last as those of a session",
    file: "@/lib/simulator/world/database/advisory-locks",
    mutate: () => ({ endAdvisory: (state: State) => state }),
    fails: "transactionLocksEndWithTheTransaction",
  },
  {
    name: "ROLLBACK TO keeps the locks of the transaction",
    file: "@/lib/simulator/world/database/advisory-locks",
    mutate: (real: typeof Advisory) => ({
      endAdvisory: (state: State, session: string, depth: number) =>
        depth > 0 ? state : real.endAdvisory(state, session, depth),
    }),
    fails: "locksTakenInsideASavepointEndWithIt",
  },
  {
    name: "advisory locks hold nobody up",
    file: "@/lib/simulator/world/database/advisory-locks",
    mutate: () => ({ advisoryHolder: () => null }),
    fails: "advisoryLocksAndRowsDeadlock",
  },
  {
    name: "ROLLBACK gives the values of sequences back",
    file: "@/lib/simulator/world/database/transactions",
    mutate: (real: typeof Transactions) => ({
      undoChanges: (state: State, session: string) => {
        const undone = real.undoChanges(state, session);
        const sequences = Object.entries(state.sequences ?? {}).map(
          ([name, { next, increment }]) => [name, { next: next - increment, increment }] as const,
        );
        return { ...undone, sequences: Object.fromEntries(sequences) };
      },
    }),
    fails: "sequencesNeverTakeBack",
  },
  {
    name: "a statement that has waited takes another value",
    file: "@/lib/simulator/world/database/working",
    mutate: patched("Working", { once: (make: () => Store.Row) => make() }),
    fails: "aWaitTakesNoSecondValue",
  },
  {
    name: "currval knows what other sessions have taken",
    file: "@/lib/simulator/world/database/sequences",
    mutate: (real: typeof Sequences) => ({
      currentValue: (state: State, _: string, name: string) =>
        real.currentValue(state, Object.keys(state.current ?? {})[0] ?? "", name),
    }),
    fails: "currentValuesBelongToTheSession",
  },
  {
    name: "a key that an open transaction has deleted again counts as free",
    file: "@/lib/simulator/world/database/store",
    mutate: (real: typeof Store) => ({
      checkUnique: (versions: readonly Store.RowVersion[], ...rest: [never, never, never]) =>
        real.checkUnique(
          versions.filter(({ created, deleted }) => created === null || created !== deleted),
          ...rest,
        ),
    }),
    fails: "aKeyInsertedAndDeletedIsStillWaitedFor",
  },
];

const rules = Object.keys(transactionRules) as (keyof typeof transactionRules)[];

async function check(rule: keyof typeof transactionRules): Promise<void> {
  const { steps, leads } = transactionRules[rule];
  expect(await play(`${create}; ${rows}`, steps, parseSql)).toBe(leads);
}

const facts = Object.fromEntries(rules.map((rule) => [rule, () => check(rule)])) as Record<keyof typeof transactionRules, () => Promise<void>>;

describeMutants("the rules hold", facts, mutants);
