import type { Plain } from "../plain";

/** Names of the calls that a process can have pending. `clock.now`, `random.uuid` and `log` are answered at once and never pend. */
export type RequestPort =
  | "ack"
  | "nack"
  | "consumer.poll"
  | "consumer.commit"
  | "publish"
  | "db.query"
  | "stripe.charges.create"
  | "mailer.send"
  | "receiver.call"
  | "alert"
  | "redis.set"
  | "redis.get"
  | "redis.del"
  | "redis.delIfEquals"
  | "redis.incr"
  | "redis.expire"
  | "coordinator.reserve"
  | "coordinator.complete"
  | "coordinator.renew"
  | "coordinator.release"
  | "coordinator.read"
  | "coordinator.waitForChange"
  | "clock.sleep";

/** A call of a port that waits for its reply. */
export interface PendingRequest {
  /** Counts the calls of this history from 0, so the same history always gives the same numbers. */
  id: number;
  port: RequestPort;
  /** The arguments by name, copied at the moment of the call. */
  args: { readonly [name: string]: Plain | undefined };
  /** Line of the handler file that made the call; null for the nack that follows a return or a throw. */
  line: number | null;
  /** True for the nack that the process itself issues when a handler ends without ack or nack. */
  implicit: boolean;
}

/** An error as data. The process gets an `Error` with this name, message and these further fields. */
export interface ReplyError {
  name: string;
  message: string;
  fields: { readonly [key: string]: Plain };
}

export type MessageData = { readonly id: string } & { readonly [field: string]: Plain };

/** What has happened to a process since it started. Its code is a pure function of the list of these. */
export type HistoryEntry =
  | { readonly message: MessageData }
  | { readonly reply: number; readonly value: Plain }
  | { readonly reply: number; readonly error: ReplyError };

/** Which process runs, for values that must differ between processes: `clock.now()` and `random.uuid()`. */
export interface Identity {
  /** Position of the process in the scenario, from 0. */
  ordinal: number;
  /** 1 for the first life of the process. */
  incarnation: number;
  /** Reads of `clock.now()` and `random.uuid()` that this incarnation made before the history was cut. */
  readsBefore: number;
  /** How the coordinator of this process treats keys; as in production unless said. */
  coordinator?: CoordinatorRules;
}

/** Policies of the coordinator that a scenario may choose; see `lib/coordinator/policies.ts`. */
export interface CoordinatorRules {
  keyRules: "standard" | "article";
  onInvalidKey: "reject" | "run-unprotected";
}

export interface LogLine {
  text: string;
  line: number | null;
}

export interface Thrown {
  name: string;
  message: string;
  line: number | null;
}

/** What a process does after a history. */
export interface Snapshot {
  /**
   * `idle`: waits for a message. `busy`: its code runs or a call is pending. `done`: `main` has returned.
   * `refused`: it did something that cannot run here, see `refusal`.
   */
  status: "idle" | "busy" | "done" | "refused";
  /** In the order of the calls. */
  pending: PendingRequest[];
  /** What the handler of the latest message threw, after it ended; null while it runs and when it returned. */
  thrown: Thrown | null;
  /** Every line that the code logged since the history began. */
  log: LogLine[];
  /** Reads of `clock.now()` and `random.uuid()` in this incarnation, those before the cut included. */
  reads: number;
  /** Owners under which calls of its coordinator are under way: these keep their leases, and no others. */
  owners: string[];
  refusal: Refusal | null;
}

export type RefusalCode =
  | "syntax"
  | "too-deep"
  | "import"
  | "no-default-export"
  | "load-throws"
  | "hidden-global"
  | "shared-global"
  | "generated-code"
  | "unknown-port"
  | "bad-argument"
  | "indirect-count"
  | "too-many-requests"
  | "not-a-port"
  | "endless"
  | "memory"
  | "recursion"
  | "nondeterministic"
  | "part-missing"
  | "no-such-topic"
  | "bad-poll"
  | "sql-syntax"
  | "sql-unsupported"
  | "sql-unknown-table"
  | "sql-unknown-column"
  | "sql-unknown-constraint"
  | "sql-too-deep"
  | "migration-unsupported"
  | "migration-rows"
  | "migration-given-rows";

/** Why a handler cannot run here. Put into words by `describeRefusal`. */
export interface Refusal {
  code: RefusalCode;
  /** 1-based position in the handler file, or in the migration, where known. */
  line: number | null;
  column: number | null;
  /** What was reached for: a name, a parser's message, a thrown text. */
  detail: string;
  /** What there is in its place, where something unknown was named. */
  known?: readonly string[];
  /** Set where it is the migration that cannot be carried out. */
  inMigration?: true;
}
