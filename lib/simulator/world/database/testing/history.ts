import type { QueryReply } from "../execution";
import type { SqlValue } from "../statement";

/** Sessions of a history, by number. */
export type SessionNumber = 0 | 1 | 2;

/** One thing that happens in a history. A session whose statement waits sends nothing: its steps are passed over. */
export type HistoryStep =
  | { session: SessionNumber; sql: string; params: readonly SqlValue[] }
  /** The server ends the session; its next statement comes over a new connection. */
  | { session: SessionNumber; killed: true };

export interface History {
  /** Makes the table `t`, and others. */
  create: string;
  /** Fills them. */
  rows: string;
  steps: readonly HistoryStep[];
}

/** What a client gets for a statement, the same from the world and from PostgreSQL. */
export type ClientReply =
  | QueryReply
  | { code: string; message: string; constraint: string | null; table: string | null; column: string | null; detail: string | null };

/** What one step has led to. */
export interface Observation {
  /** Statements that have ended by this step, of the session itself and of those that it kept waiting. */
  replies: Readonly<Record<string, ClientReply>>;
  /** Sessions whose statements wait now, each with the one that it waits for. */
  waiting: Readonly<Record<string, readonly string[]>>;
}

export function failureReply(code: string, message: string, fields: Readonly<Record<string, unknown>>): ClientReply {
  const field = (name: string) => (typeof fields[name] === "string" ? fields[name] : null);
  // Which processes wait for each other differs from run to run, and so do the numbers of transactions.
  const detail = code === "40P01" ? null : (field("detail")?.replace(/(?<=pivot) \d+/, "") ?? null);
  return { code, message, constraint: field("constraint"), table: field("table"), column: field("column"), detail };
}

export function shownStep(step: HistoryStep): string {
  if ("killed" in step) return `${step.session}: (session ended by the server)`;
  return `${step.session}: ${step.sql}${step.params.length > 0 ? ` -- ${JSON.stringify(step.params)}` : ""}`;
}
