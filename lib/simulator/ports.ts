/**
 * The ports: everything a handler can reach outside its own memory. One file of types, shared by the executors, the
 * editor (these comments are its hover texts) and the check against real systems. Each name keeps the shape of the
 * real client (`pg`, `stripe`), so a handler that runs here runs there.
 *
 * Handlers import it as `import type { Message, Ports } from "crash-window"`. Unless a comment says otherwise, one call
 * is one step: the request is applied by its receiver and the reply is delivered in one indivisible moment. The process
 * can die before a step and after it, never inside it.
 */

/** What a handler file exports by default. It ends with `ack()` or `nack()`; returning or throwing without either is a nack. */
export type Handler<Body extends object = Payment> = (msg: Message<Body>, ports: Ports) => Promise<void>;

/**
 * What a file of a process with `starts: once` or `starts: assigned` exports by default: it runs once, from the start of
 * the process. A consumer of the log polls in a loop; when it ends, by an error for instance, it is started again.
 */
export type Main = (ports: Ports) => Promise<void>;

/** Body of the messages in the payment scenarios. */
export interface Payment {
  /** Business identity of what is paid: two messages may carry the same order. */
  order: string;
  /** In the smallest unit of the currency: 4200 is 42.00. */
  amount: number;
}

/** A delivered message: its id and receive count beside the fields of its body. */
export type Message<Body extends object = Payment> = Readonly<Body> & {
  /** The same in every delivery of this message. */
  readonly id: string;
  /** How often the queue has handed this message out, this time included: 1 at the first delivery. */
  readonly receiveCount: number;
  /** RabbitMQ: true when the message may have been delivered before, to anybody. A hint: it says nothing of what was done. */
  readonly redelivered?: boolean;
};

export interface Ports {
  /** Tells the queue that the message is done: it is deleted and never delivered again. */
  ack: () => Promise<void>;
  /** Gives the message back to the queue, which will deliver it again. `delay` in milliseconds. */
  nack: (options?: { delay?: number }) => Promise<void>;
  /** Consumer of a partitioned log. */
  consumer: LogConsumer;
  /** Appends a message to a queue or a log topic. `id` is what the broker may deduplicate by. */
  publish: (topic: string, message: object, options?: { id?: string }) => Promise<void>;
  /** One PostgreSQL session of this process. */
  db: Database;
  /** The payment provider. */
  stripe: Stripe;
  /** Sends e-mail. Without `key` every call sends. */
  mailer: { send: (mail: Mail, options?: { key?: string }) => Promise<{ id: string }> };
  /** Any other external system that is called by name. */
  receiver: (name: string) => Receiver;
  /** Wakes a human: an effect like any other, never taken back. */
  alert: (text: string) => Promise<void>;
  /** A Redis-like key store. */
  redis: Redis;
  /** The idempotency coordinator. Its calls to its store are the steps. */
  coordinator: Coordinator;
  /** Virtual time. */
  clock: Clock;
  /** Distinct, reproducible values in place of `Math.random` and `crypto.randomUUID`. */
  random: Random;
  /** Writes a line to the log of this worker, as its operator sees it. No step: answered at once. */
  log: (...parts: unknown[]) => void;
}

/** The shape of `pg`: one session per process, READ COMMITTED, autocommit outside a transaction. */
export interface Database {
  /**
   * Runs one SQL statement, with `$1`, `$2`… from `params`. `BEGIN`, `COMMIT` and `ROLLBACK` are statements too.
   * @throws DatabaseError for instance code 23505 with the name of the violated constraint
   */
  query: <Row = Record<string, SqlValue>>(sql: string, params?: readonly SqlValue[]) => Promise<QueryResult<Row>>;
  /**
   * Issues `BEGIN`, runs `work`, issues `COMMIT`; when `work` throws, issues `ROLLBACK` and throws the same error.
   * Each of these statements is a step of its own.
   */
  transaction: <Result>(work: (tx: Database) => Promise<Result>) => Promise<Result>;
}

export type SqlValue = string | number | boolean | null;

export interface QueryResult<Row> {
  rows: Row[];
  /** Rows returned or changed; null for statements that have no count, such as `BEGIN`. */
  rowCount: number | null;
}

/** What `db.query` throws. */
export interface DatabaseError extends Error {
  /** SQLSTATE of PostgreSQL: `23505` unique violation, `25P02` transaction already aborted. */
  code: string;
  /** Name of the violated constraint, where there is one. */
  constraint?: string;
  table?: string;
  detail?: string;
}

/** The shape of the `stripe` client (API v1), as far as charges go. */
export interface Stripe {
  charges: {
    /**
     * Takes the money. The first request under an `idempotencyKey` is carried out and its answer saved; later requests
     * under the key get the saved answer. Without a key every call is a new charge. Each account has keys of its own.
     * @throws StripeError on a saved failure, on other parameters under a known key, or when the connection fails
     */
    create: (params: ChargeParams, options?: { idempotencyKey?: string; stripeAccount?: string }) => Promise<Charge>;
  };
}

export interface ChargeParams {
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  description?: string;
  metadata?: Record<string, string>;
}

export interface Charge {
  id: string;
  amount: number;
  currency: string;
  status: "succeeded";
  metadata: Record<string, string>;
}

/** What `stripe` throws. */
export interface StripeError extends Error {
  type: "StripeIdempotencyError" | "StripeInvalidRequestError" | "StripeAPIError" | "StripeConnectionError";
  /** HTTP status; absent when no answer arrived, and then the charge may exist. */
  statusCode?: number;
  code?: string;
}

export interface Mail {
  to: string;
  subject: string;
  text?: string;
}

export interface Receiver {
  /** Carries out `effect`. Under a known `key` the stored answer comes back and nothing happens a second time. */
  call: (effect: string, options?: { key?: string; params?: object }) => Promise<unknown>;
}

export interface LogConsumer {
  /**
   * Takes up to `max` records of one partition from this consumer's position, and waits until there are some. Moves the
   * position, not the committed offset. `autoCommit: false` turns the timer of this consumer off: what is done, only its
   * commits say.
   */
  poll: <Body extends object = Payment>(options: { max: number; autoCommit?: boolean }) => Promise<LogRecord<Body>[]>;
  /**
   * Commits the offset of the next record to read, in the partition that was polled last: everything below it counts as
   * done.
   * @throws an error named CommitFailedException when the partition has gone to somebody else
   */
  commit: (offset: number) => Promise<void>;
}

export interface LogRecord<Body extends object = Payment> {
  partition: number;
  offset: number;
  id: string;
  value: Readonly<Body>;
}

export interface Redis {
  /** `ifAbsent` writes only a missing key. Resolves to whether the value was written. */
  set: (key: string, value: string, options?: { ifAbsent?: boolean; ttlMs?: number }) => Promise<boolean>;
  get: (key: string) => Promise<string | null>;
  /** Resolves to whether the key existed. */
  del: (key: string) => Promise<boolean>;
  /** Deletes the key only while it holds `value`, in one atomic step. */
  delIfEquals: (key: string, value: string) => Promise<boolean>;
  /** Resolves to the value after the increment. */
  incr: (key: string) => Promise<number>;
  /** Resolves to whether the key existed. */
  expire: (key: string, ttlMs: number) => Promise<boolean>;
}

export interface Coordinator {
  /** Runs `action` once per operation and key, as long as the record is kept; everybody else gets its result. */
  coordinate: <Result>(
    request: CoordinationRequest,
    action: (context: CoordinationContext) => Promise<Result>,
  ) => Promise<Result>;
}

export interface CoordinationRequest {
  operation: string;
  key: string;
  /** Identifies the parameters: the same key with another fingerprint is refused. */
  fingerprint?: string;
  retentionMs?: number;
  leaseMs?: number;
  /** What to do while another process runs the action. */
  inFlight?: "wait" | "raise";
}

export interface CoordinationContext {
  /** Grows with every reservation of the key; null when the run is unprotected. */
  fencingToken: number | null;
  /** Derived from operation and key, for a receiver that deduplicates; null when the run is unprotected. */
  downstreamKey: string | null;
  attempt: number;
  takeover: boolean;
}

export interface Clock {
  /** Milliseconds since 1970. Answered at once, no step; never the same value twice. */
  now: () => number;
  /** Ends by an event, at a moment that the search chooses. */
  sleep: (ms: number) => Promise<void>;
}

export interface Random {
  /** A version 4 UUID. Answered at once, no step; never the same value twice. */
  uuid: () => string;
}
