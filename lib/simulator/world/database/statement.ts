import type { IsolationLevel } from "./store";

/**
 * The SQL that the database part can execute, as plain data: PostgreSQL's parse tree, checked against the tables and
 * cut down to what matters. Whatever has no place in these types is refused when the text is read.
 */

export type SqlType = "text" | "integer" | "bigint" | "boolean";

/** A value as `pg` returns it: `bigint` comes as a text. */
export type SqlValue = string | number | boolean | null;

export interface Column {
  name: string;
  type: SqlType;
  notNull: boolean;
  default: SqlValue;
  /** Takes its default from this sequence. */
  sequence?: string;
  /** GENERATED ALWAYS AS IDENTITY: nothing but DEFAULT may be assigned. */
  alwaysGenerated?: true;
}

export interface UniqueConstraint {
  /** As PostgreSQL names it when the author does not: `processed_pkey`, `orders_ref_key`. */
  name: string;
  columns: readonly string[];
  primary: boolean;
}

/** A row breaks it where the expression is false; NULL breaks nothing. */
export interface CheckConstraint {
  /** As PostgreSQL names it when the author does not: `orders_amount_check`. */
  name: string;
  expression: Expression;
}

export interface Table {
  name: string;
  columns: readonly Column[];
  /** In the order of creation, which is the order of checking. */
  constraints: readonly UniqueConstraint[];
  /** In the order of checking, which is that of their names; absent where there are none. */
  checks?: readonly CheckConstraint[];
  /** Set where the scenario counts the UPDATEs of each row: to update it twice is an effect that happened twice. */
  countsUpdates?: true;
}

export type Tables = Readonly<Record<string, Table>>;

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Aggregate = "count" | "sum" | "min" | "max";

/** Types are settled when the text is read: `as` says in which type the sides are compared or calculated. */
export type Expression =
  | { readonly constant: SqlValue }
  | { readonly parameter: number; readonly type: SqlType }
  | { readonly column: string }
  /** Column of the row that an INSERT … ON CONFLICT could not add. */
  | { readonly excluded: string }
  | { readonly compare: Comparison; readonly left: Expression; readonly right: Expression; readonly as: SqlType }
  | {
      readonly arithmetic: "+" | "-" | "*" | "/" | "%";
      readonly left: Expression;
      readonly right: Expression;
      readonly as: "integer" | "bigint";
    }
  | { readonly concatenate: readonly Expression[] }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly not: Expression }
  | { readonly isNull: Expression }
  | { readonly coalesce: readonly Expression[] }
  | { readonly hashtext: Expression }
  | { readonly cast: Expression; readonly from: SqlType; readonly to: SqlType }
  /** In the outputs of a SELECT only; `of` is null for `count(*)`. */
  | { readonly aggregate: Aggregate; readonly of: Expression | null; readonly as: SqlType };

export interface Output {
  /** Column name in the result. */
  name: string;
  value: Expression;
}

/** What a column becomes: a value, or the next value of a sequence. */
export type Assigned = Expression | { readonly sequence: string };

/** New values by column; null stands for DEFAULT. */
export type Assignments = Readonly<Record<string, Assigned | null>>;

export interface ConflictClause {
  /** Names of the constraints whose violation is taken care of; that of any other is an error. */
  readonly constraints: readonly string[];
  /** What becomes of the row that is in the way; null for DO NOTHING. */
  readonly update: { readonly set: Assignments; readonly where: Expression | null } | null;
}

/** Statements that begin, shape and end transactions. */
export type ControlStatement =
  /** `isolation` is absent where the statement names no level. */
  | { readonly kind: "begin"; readonly isolation?: IsolationLevel }
  | { readonly kind: "set-transaction"; readonly isolation: IsolationLevel }
  | { readonly kind: "commit" }
  | { readonly kind: "rollback" }
  | { readonly kind: "savepoint" | "release" | "rollback-to"; readonly name: string };

/** `SELECT f(…)`, where calling the function is all that the statement does. */
export interface CallStatement {
  readonly kind: "call";
  readonly parameters: number;
  readonly call:
    | { readonly function: AdvisoryFunction; readonly key: Expression }
    | { readonly function: "nextval" | "currval"; readonly sequence: string };
  /** Column name in the result. */
  readonly name: string;
}

export type AdvisoryFunction =
  | "pg_advisory_lock"
  | "pg_advisory_xact_lock"
  | "pg_try_advisory_lock"
  | "pg_try_advisory_xact_lock"
  | "pg_advisory_unlock";

export type Statement = ControlStatement | CallStatement | DataStatement;

export type DataStatement = {
  readonly table: string;
  /** Values that the statement must be given: the highest `$n`. */
  readonly parameters: number;
} & (
  | {
      readonly kind: "select";
      readonly outputs: readonly Output[];
      readonly where: Expression | null;
      readonly order: readonly { readonly column: string; readonly descending: boolean; readonly type: SqlType }[];
      readonly limit: Expression | null;
      /** FOR UPDATE, and what is done with a row that another session holds. */
      readonly lock: "none" | "wait" | "skip" | "fail";
    }
  | {
      readonly kind: "insert";
      /** One entry for each row; columns that are missing get their default. */
      readonly rows: readonly Assignments[];
      readonly onConflict: ConflictClause | null;
      readonly returning: readonly Output[];
    }
  | {
      readonly kind: "update";
      readonly set: Assignments;
      readonly where: Expression | null;
      readonly returning: readonly Output[];
    }
  | {
      readonly kind: "delete";
      readonly where: Expression | null;
      readonly returning: readonly Output[];
    }
);

/** Text → statement, for the SQL of shipped handlers: it spares the browser PostgreSQL's parser. */
export type StatementCache = Readonly<Record<string, Statement>>;
