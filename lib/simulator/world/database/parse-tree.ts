/** PostgreSQL's parse tree as JSON, as far as this folder looks into it. Fields that hold zero, false or nothing are absent. */
export type ParseNode = { readonly [field: string]: unknown };

/** PostgreSQL's own grammar, passed in by the caller: `parseSync` of `libpg-query`, or the same in a browser. */
export type SqlParser = (sql: string) => { readonly stmts?: readonly ParseNode[] };

/** Why a text of SQL cannot be executed here. `position` counts characters of the text from 0; null where unknown. */
export class SqlRefused extends Error {
  constructor(
    readonly reason:
      | "syntax"
      | "unsupported"
      | "unknown-table"
      | "unknown-column"
      | "unknown-constraint"
      | "too-deep"
      | "no-parser",
    readonly what: string,
    readonly position: number | null,
  ) {
    super(`${reason}: ${what}`);
    this.name = "SqlRefused";
  }
}

/** Refuses a construct at its place in the text. `what` is the shape of the construct in SQL, which is the same in every language. */
export function unsupported(what: string, node?: ParseNode): never {
  throw new SqlRefused("unsupported", what, locationOf(node));
}

export function locationOf(node: ParseNode | undefined): number | null {
  const location = node?.["location"];
  return typeof location === "number" && location >= 0 ? location : null;
}

/** Field of a node that is itself a node; absent becomes undefined. */
export function child(node: ParseNode, field: string): ParseNode | undefined {
  return node[field] as ParseNode | undefined;
}

export function children(node: ParseNode, field: string): readonly ParseNode[] {
  return (node[field] as readonly ParseNode[] | undefined) ?? [];
}

export function text(node: ParseNode, field: string): string {
  return (node[field] as string | undefined) ?? "";
}

/** The single key of a tagged node such as `{ ColumnRef: {…} }`, and what it holds. */
export function tagged(node: ParseNode): { tag: string; body: ParseNode } {
  const [tag = "nothing"] = Object.keys(node);
  return { tag, body: (node[tag] as ParseNode | undefined) ?? {} };
}

/** Refuses the node when it has a field that the caller does not handle. Every reader of a node must call this. */
export function onlyFields(node: ParseNode, construct: string, handled: readonly string[]): void {
  const other = Object.keys(node).find((field) => !handled.includes(field) && field !== "location");
  if (other !== undefined) unsupported(`${construct} … ${spelled(other)}`, node);
}

/** Names of parse-tree fields that an author would not recognise, in SQL. */
const sqlNames: Record<string, string> = {
  withClause: "WITH",
  fromClause: "FROM",
  groupClause: "GROUP BY",
  havingClause: "HAVING",
  distinctClause: "DISTINCT",
  windowClause: "WINDOW",
  limitOffset: "OFFSET",
  larg: "UNION",
  usingClause: "USING",
  alias: "AS",
  catalogname: "database.",
  schemaname: "schema.",
  agg_filter: "FILTER",
  over: "OVER",
  options: "ISOLATION LEVEL",
  savepoint_name: "SAVEPOINT",
  whereClause: "WHERE",
  chain: "AND CHAIN",
  agg_distinct: "DISTINCT",
  agg_order: "ORDER BY",
  func_variadic: "VARIADIC",
  indirection: "[…]",
  missing_ok: "IF EXISTS",
  if_not_exists: "IF NOT EXISTS",
  deferrable: "DEFERRABLE",
  initdeferred: "INITIALLY DEFERRED",
  nulls_not_distinct: "NULLS NOT DISTINCT",
  skip_validation: "NOT VALID",
  is_no_inherit: "NO INHERIT",
  collClause: "COLLATE",
  indexname: "USING INDEX",
  including: "INCLUDE",
};

function spelled(field: string): string {
  return sqlNames[field] ?? field;
}

/** Values of `String` nodes: the parts of a name. */
export function names(nodes: readonly ParseNode[]): string[] {
  return nodes.map((node) => text(tagged(node).body, "sval"));
}

/** The SQL name of a node that is refused. */
export function spelledNode(tag: string, body: ParseNode): string {
  if (tag === "FuncCall") return `${names(children(body, "funcname")).join(".")}()`;
  if (tag === "SubLink") return "(SELECT …)";
  if (tag === "SetToDefault") return "DEFAULT";
  if (tag === "SQLValueFunction") return text(body, "op").replace(/^SVFOP_|_N$/g, "");
  return tag
    .replace(/Stmt$|Expr$/, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toUpperCase();
}
