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
}

export interface UniqueConstraint {
  /** As PostgreSQL names it when the author does not: `processed_pkey`, `orders_ref_key`. */
  name: string;
  columns: readonly string[];
  primary: boolean;
}

export interface Table {
  name: string;
  columns: readonly Column[];
  /** In the order of creation, which is the order of checking. */
  constraints: readonly UniqueConstraint[];
  /** Set where the scenario counts the UPDATEs of each row: to update it twice is an effect that happened twice. */
  countsUpdates?: true;
}

export type Tables = Readonly<Record<string, Table>>;

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Expression =
  | { readonly constant: SqlValue }
  | { readonly parameter: number; readonly type: SqlType }
  | { readonly column: string }
  | { readonly compare: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly arithmetic: "+" | "-" | "*"; readonly left: Expression; readonly right: Expression }
  | { readonly concatenate: readonly Expression[] }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly not: Expression }
  | { readonly isNull: Expression };

export interface Output {
  /** Column name in the result. */
  name: string;
  value: Expression | { readonly count: true };
}

export type Statement =
  | { readonly kind: "begin" }
  | { readonly kind: "commit" }
  | { readonly kind: "rollback" }
  | {
      readonly kind: "select";
      readonly table: string;
      readonly outputs: readonly Output[];
      readonly where: Expression | null;
      readonly order: readonly { readonly column: string; readonly descending: boolean }[];
      readonly limit: number | null;
      readonly lock: "none" | "wait" | "skip";
    }
  | {
      readonly kind: "insert";
      readonly table: string;
      /** By column; columns that are missing get their default. */
      readonly values: Readonly<Record<string, Expression>>;
      /** Names of the constraints whose violation makes the statement do nothing; null: a violation is an error. */
      readonly doNothingOn: readonly string[] | null;
      readonly returning: readonly Output[];
    }
  | {
      readonly kind: "update";
      readonly table: string;
      readonly set: Readonly<Record<string, Expression>>;
      readonly where: Expression | null;
      readonly returning: readonly Output[];
    }
  | {
      readonly kind: "delete";
      readonly table: string;
      readonly where: Expression | null;
      readonly returning: readonly Output[];
    };

/** Text → statement, for the SQL of shipped handlers: it spares the browser PostgreSQL's parser. */
export type StatementCache = Readonly<Record<string, Statement>>;
