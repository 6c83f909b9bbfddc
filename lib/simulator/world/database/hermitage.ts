import type { IsolationLevel } from "./store";

/**
 * The anomalies of the Hermitage suite (github.com/ept/hermitage, after Adya and Berenson et al.), as histories on one
 * table. Each is played at each isolation level; whether the anomaly happens is read from what the statements returned.
 */

export type TransactionNumber = 1 | 2 | 3;

/** One statement of a transaction. It is sent when the earlier ones of its transaction have been answered. */
export interface AnomalyStep {
  readonly transaction: TransactionNumber;
  readonly sql: string;
}

/** What a history has led to. */
export interface AnomalyCourse {
  /** The values that a statement has returned, by its number within the transaction: the first after BEGIN is 1. */
  readonly read: (transaction: TransactionNumber, statement: number) => readonly number[];
  readonly committed: (transaction: TransactionNumber) => boolean;
  /** The values at the end, by id. */
  readonly final: Readonly<Record<number, number>>;
}

export interface Anomaly {
  /** Adya's name, or Berenson's. */
  readonly name: string;
  readonly steps: readonly AnomalyStep[];
  readonly happened: (course: AnomalyCourse) => boolean;
}

export const levels: readonly IsolationLevel[] = ["read committed", "repeatable read", "serializable"];

export const anomalyTable = "CREATE TABLE t (id int PRIMARY KEY, value int NOT NULL)";
export const anomalyRows = "INSERT INTO t (id, value) VALUES (1, 10), (2, 20)";

const set = (id: number, value: number) => `UPDATE t SET value = ${value} WHERE id = ${id}`;
const get = (id: number) => `SELECT value FROM t WHERE id = ${id}`;
const divisible = "SELECT value FROM t WHERE value % 3 = 0";

function steps(...all: [TransactionNumber, string][]): AnomalyStep[] {
  return all.map(([transaction, sql]) => ({ transaction, sql }));
}

const bothCommitted = ({ committed }: AnomalyCourse) => committed(1) && committed(2);

export const anomalies: readonly Anomaly[] = [
  {
    // Write cycles: each of two transactions overwrites the other.
    name: "G0",
    steps: steps([1, set(1, 11)], [2, set(1, 12)], [1, set(2, 21)], [1, "COMMIT"], [2, set(2, 22)], [2, "COMMIT"]),
    happened: ({ final }) => (final[1] === 11 && final[2] === 22) || (final[1] === 12 && final[2] === 21),
  },
  {
    // Aborted reads: what is rolled back has been seen.
    name: "G1a",
    steps: steps([1, set(1, 101)], [2, get(1)], [1, "ROLLBACK"], [2, get(1)], [2, "COMMIT"]),
    happened: ({ read }) => read(2, 1).includes(101) || read(2, 2).includes(101),
  },
  {
    // Intermediate reads: what a transaction has overwritten itself has been seen.
    name: "G1b",
    steps: steps([1, set(1, 101)], [2, get(1)], [1, set(1, 11)], [1, "COMMIT"], [2, get(1)], [2, "COMMIT"]),
    happened: ({ read }) => read(2, 1).includes(101) || read(2, 2).includes(101),
  },
  {
    // Circular information flow: each of two transactions sees what the other writes.
    name: "G1c",
    steps: steps([1, set(1, 11)], [2, set(2, 22)], [1, get(2)], [2, get(1)], [1, "COMMIT"], [2, "COMMIT"]),
    happened: ({ read }) => read(1, 2).includes(22) && read(2, 2).includes(11),
  },
  {
    // Observed transaction vanishes: one of its changes is seen, and after that another one of them is not.
    name: "OTV",
    steps: steps(
      [1, set(1, 11)],
      [1, set(2, 19)],
      [2, set(1, 12)],
      [1, "COMMIT"],
      [3, get(1)],
      [2, set(2, 18)],
      [3, get(2)],
      [2, "COMMIT"],
      [3, get(2)],
      [3, get(1)],
      [3, "COMMIT"],
    ),
    happened: ({ read }) =>
      (read(3, 1).includes(12) && read(3, 2).includes(19)) || (read(3, 3).includes(18) && read(3, 4).includes(11)),
  },
  {
    // Predicate-many-preceders: a condition finds nothing, and later a row that another transaction has added.
    name: "PMP",
    steps: steps(
      [1, "SELECT value FROM t WHERE value = 30"],
      [2, "INSERT INTO t (id, value) VALUES (3, 30)"],
      [2, "COMMIT"],
      [1, divisible],
      [1, "COMMIT"],
    ),
    happened: ({ read }) => read(1, 2).length > 0,
  },
  {
    // Lost update: both write what they have made of the same value.
    name: "P4",
    steps: steps([1, get(1)], [2, get(1)], [1, set(1, 11)], [2, set(1, 11)], [1, "COMMIT"], [2, "COMMIT"]),
    happened: bothCommitted,
  },
  {
    // Read skew: one row is seen from before another transaction, one from after it.
    name: "G-single",
    steps: steps(
      [1, get(1)],
      [2, get(1)],
      [2, get(2)],
      [2, set(1, 12)],
      [2, set(2, 18)],
      [2, "COMMIT"],
      [1, get(2)],
      [1, "COMMIT"],
    ),
    happened: ({ read }) => read(1, 1).includes(10) && read(1, 2).includes(18),
  },
  {
    // Write skew: both have read both rows, and each changes another one.
    name: "G2-item",
    steps: steps(
      [1, "SELECT value FROM t WHERE id IN (1, 2)"],
      [2, "SELECT value FROM t WHERE id IN (1, 2)"],
      [1, set(1, 11)],
      [2, set(2, 21)],
      [1, "COMMIT"],
      [2, "COMMIT"],
    ),
    happened: bothCommitted,
  },
  {
    // The same with a condition: each adds a row that the other one's condition would have found.
    name: "G2",
    steps: steps(
      [1, divisible],
      [2, divisible],
      [1, "INSERT INTO t (id, value) VALUES (3, 30)"],
      [2, "INSERT INTO t (id, value) VALUES (4, 42)"],
      [1, "COMMIT"],
      [2, "COMMIT"],
    ),
    happened: bothCommitted,
  },
];

/** The whole history at a level: every transaction begins before the first statement. */
export function historyAt({ steps: all }: Anomaly, level: IsolationLevel): AnomalyStep[] {
  const transactions = [...new Set(all.map(({ transaction }) => transaction))].sort();
  const sql = `BEGIN ISOLATION LEVEL ${level.toUpperCase()}`;
  return [...transactions.map((transaction) => ({ transaction, sql })), ...all];
}

/** A reply as far as it counts here. */
export type AnomalyReply = { rows: readonly Readonly<Record<string, unknown>>[]; command: string } | { code: string };

/** One cell of the table: whether the anomaly happens, and the error that prevents it; null where none is needed. */
export interface AnomalyCell {
  happens: boolean;
  code: string | null;
}

/** Reads the cell from the replies to the statements of each transaction, BEGIN included, and the rows at the end. */
export function cellOf(
  anomaly: Anomaly,
  replies: Readonly<Record<number, readonly AnomalyReply[]>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): AnomalyCell {
  const of = (transaction: number) => replies[transaction] ?? [];
  const course: AnomalyCourse = {
    read: (transaction, statement) => {
      const reply = of(transaction)[statement];
      return reply && "rows" in reply ? reply.rows.map(({ value }) => Number(value)) : [];
    },
    committed: (transaction) => of(transaction).some((reply) => "command" in reply && reply.command === "COMMIT"),
    final: Object.fromEntries(rows.map(({ id, value }) => [Number(id), Number(value)])),
  };
  const [code = null] = Object.values(replies)
    .flat()
    .flatMap((reply) => ("code" in reply && reply.code !== "25P02" ? [reply.code] : []));
  return { happens: anomaly.happened(course), code };
}
