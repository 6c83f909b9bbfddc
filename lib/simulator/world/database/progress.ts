import type { Row, RowVersion } from "./store";

/** Where a statement stands that cannot go on before another session's transaction has ended. */
export interface Progress {
  /** The rows that it saw when it began. PostgreSQL documentation, 13.2.1: a snapshot as of the instant the query began. */
  readonly seen: readonly RowVersion[];
  /** How many of them, or of the rows of VALUES, are dealt with. */
  readonly next: number;
  /** Rows to return, and to count. */
  readonly rows: readonly Row[];
  /** Those among them that were added. */
  readonly added: readonly Row[];
  /** The constraint on which a row was left out. */
  readonly conflict: string | null;
  /** Values of the version that is written and has yet to enter the remaining constraints. */
  readonly entering: Row | null;
  /** The row in the way of an INSERT … DO UPDATE that another session holds. */
  readonly awaited: RowVersion | null;
  /** What the statement has made of the row with which it deals. */
  readonly made: Row | null;
}

/** Thrown where a statement has to wait. */
export class Waits extends Error {
  constructor(
    readonly holder: string,
    readonly table: string,
    readonly reason: "key" | "row",
  ) {
    super(`waits for ${holder}`);
  }
}
