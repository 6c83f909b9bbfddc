import {
  child,
  children,
  locationOf,
  names,
  onlyFields,
  spelledNode,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
} from "./parse-tree";
import { columnsIn, evaluate } from "./evaluate";
import { readCondition, readLiteral } from "./read-expression";
import { nextValueOf } from "./read-call";
import { ownSequenceName, serialType } from "./read-sequence";
import type { CheckConstraint, Column, Expression, SqlType, Table, UniqueConstraint } from "./statement";
import { assign, readType, wrong } from "./types";
import { ServerError } from "./values";

/** Tables with their columns and constraints, from PostgreSQL's parse tree. */

/** A table as CREATE TABLE makes it. @throws SqlRefused */
export function readTable(body: ParseNode): Table {
  onlyFields(body, "CREATE TABLE", ["relation", "tableElts", "oncommit"]);
  const relation = child(body, "relation") ?? {};
  onlyFields(relation, "CREATE TABLE", ["relname", "inh", "relpersistence"]);
  if (relation["relpersistence"] !== "p") return unsupported("CREATE TEMP TABLE", relation);
  const name = text(relation, "relname");
  refuseOddName(name, relation);
  const elements = children(body, "tableElts").map(tagged);
  const other = elements.find(({ tag }) => tag !== "ColumnDef" && tag !== "Constraint");
  if (other) return unsupported(spelledNode(other.tag, other.body), other.body);
  const bodies = (wanted: string) => elements.filter(({ tag }) => tag === wanted).map((element) => element.body);
  const empty: Table = { name, columns: [], constraints: [] };
  // All columns first: a constraint may speak of one that comes after it.
  const columns = bodies("ColumnDef").reduce((table, definition) => addColumn(table, definition), empty);
  const constraints = elements.flatMap(({ tag, body: definition }) =>
    tag === "Constraint" ? [{ of: [], definition }] : constraintsOfColumn(definition),
  );
  return constraints.reduce((table, { of, definition }) => withConstraint(table, definition, of), columns);
}

/** The table with one column more, and what stands with it. @throws SqlRefused */
export function withColumn(table: Table, definition: ParseNode): Table {
  return constraintsOfColumn(definition).reduce(
    (altered, { of, definition: constraint }) => withConstraint(altered, constraint, of),
    addColumn(table, definition),
  );
}

/** Names that objects of JavaScript have from the start cannot be keys of ours. */
export function refuseOddName(name: string, at: ParseNode): void {
  if (name in {}) unsupported(`"${name}"`, at);
}

function addColumn(table: Table, definition: ParseNode): Table {
  const column = readColumn(table.name, definition);
  refuseOddName(column.name, definition);
  if (table.columns.some(({ name }) => name === column.name))
    return wrong(`column "${column.name}" of relation "${table.name}" already exists`, locationOf(definition));
  return { ...table, columns: [...table.columns, column] };
}

/** Constraints that stand with a column and are no part of it, with the column that they are of. */
function constraintsOfColumn(definition: ParseNode): { of: string[]; definition: ParseNode }[] {
  const partsOfColumn = ["CONSTR_NOTNULL", "CONSTR_NULL", "CONSTR_DEFAULT", "CONSTR_IDENTITY"];
  return children(definition, "constraints")
    .map((node) => tagged(node).body)
    .filter((constraint) => !partsOfColumn.includes(text(constraint, "contype")))
    .map((constraint) => ({ of: [text(definition, "colname")], definition: constraint }));
}

function readColumn(table: string, definition: ParseNode): Column {
  onlyFields(definition, "COLUMN", ["colname", "typeName", "is_local", "constraints"]);
  const name = text(definition, "colname");
  const typeName = child(definition, "typeName") ?? {};
  const serial = serialType(typeName);
  const type = serial ?? readType(typeName, definition);
  const constraints = children(definition, "constraints").map((node) => tagged(node).body);
  const of = (kind: string) => constraints.find((constraint) => constraint["contype"] === kind);
  const given = of("CONSTR_DEFAULT");
  const identity = of("CONSTR_IDENTITY");
  if (identity) onlyFields(identity, "AS IDENTITY", ["contype", "generated_when"]);
  const owned = serial !== null || identity ? ownSequenceName(table, name) : null;
  const sequence = owned ?? (given ? nextValueOf(child(given, "raw_expr") ?? {}) : null);
  return {
    name,
    type,
    notNull: owned !== null || of("CONSTR_NOTNULL") !== undefined,
    default: given && sequence === null ? readDefault(given, name, type) : null,
    ...(sequence === null ? {} : { sequence }),
    ...(identity?.["generated_when"] === "a" ? { alwaysGenerated: true as const } : {}),
  };
}

function readDefault(constraint: ParseNode, column: string, type: SqlType): Column["default"] {
  const literal = readLiteral(child(constraint, "raw_expr") ?? {}) ?? unsupported("DEFAULT f(x)", constraint);
  try {
    return evaluate(assign(literal, column, type, new Map()), {}, []);
  } catch (error) {
    if (error instanceof ServerError) return wrong(error.message, locationOf(constraint));
    throw error;
  }
}

/** The table with one constraint more. `ofColumn` is empty for one that names its columns itself. @throws SqlRefused */
export function withConstraint(table: Table, constraint: ParseNode, ofColumn: string[]): Table {
  const kind = constraint["contype"];
  const given = text(constraint, "conname");
  refuseOddName(given || "constraint", constraint);
  if (kind === "CONSTR_CHECK") return withCheck(table, constraint, given);
  if (kind !== "CONSTR_UNIQUE" && kind !== "CONSTR_PRIMARY")
    return unsupported(String(kind).replace("CONSTR_", "").replace("FOREIGN", "REFERENCES"), constraint);
  onlyFields(constraint, kind === "CONSTR_UNIQUE" ? "UNIQUE" : "PRIMARY KEY", ["contype", "conname", "keys"]);
  const columns = ofColumn.length > 0 ? ofColumn : names(children(constraint, "keys"));
  refuseUnknown(table, columns, constraint);
  if (kind === "CONSTR_UNIQUE") {
    const name = nameOfIndex(table, given, `${table.name}_${columns.join("_")}_key`, constraint);
    return { ...table, constraints: [...table.constraints, { name, columns, primary: false }] };
  }
  if (table.constraints.some(({ primary }) => primary))
    return wrong(`multiple primary keys for table "${table.name}" are not allowed`, locationOf(constraint));
  const name = nameOfIndex(table, given, `${table.name}_pkey`, constraint);
  const primary: UniqueConstraint = { name, columns, primary: true };
  return {
    ...table,
    columns: table.columns.map((column) => (columns.includes(column.name) ? { ...column, notNull: true } : column)),
    // PostgreSQL creates the index of the primary key first, whatever the order in the text.
    constraints: [primary, ...table.constraints],
  };
}

function refuseUnknown(table: Table, columns: readonly string[], at: ParseNode): void {
  const unknown = columns.find((column) => !table.columns.some(({ name }) => name === column));
  if (unknown !== undefined) throw new SqlRefused("unknown-column", unknown, locationOf(at));
}

/** The name that is given, which must be free, or PostgreSQL's own choice: with a number behind it where it is taken (ChooseRelationName). */
function nameOfIndex(table: Table, given: string, base: string, at: ParseNode): string {
  const taken = (name: string) => table.constraints.some((constraint) => constraint.name === name);
  if (given && taken(given)) return wrong(`relation "${given}" already exists`, locationOf(at));
  return given || freeName(base, taken);
}

function freeName(base: string, taken: (name: string) => boolean): string {
  let name = base;
  for (let number = 1; taken(name); number++) name = `${base}${number}`;
  return name;
}

/** Named after its column where it speaks of one, and checked in the order of names (RelationGetCheckConstraints). */
function withCheck(table: Table, constraint: ParseNode, given: string): Table {
  onlyFields(constraint, "CHECK", ["contype", "conname", "raw_expr", "is_enforced", "initially_valid"]);
  const scope = { table, alias: table.name, parameters: new Map<number, SqlType>() };
  const expression: Expression = readCondition(child(constraint, "raw_expr") ?? {}, scope, "CHECK");
  if (scope.parameters.size > 0) return unsupported("CHECK ($1)", constraint);
  const checks = table.checks ?? [];
  const columns = columnsIn(expression);
  const base = [table.name, ...(columns.length === 1 ? columns : []), "check"].join("_");
  const taken = (name: string) => checks.some((check) => check.name === name);
  if (given && taken(given))
    return wrong(`constraint "${given}" for relation "${table.name}" already exists`, locationOf(constraint));
  const added: CheckConstraint = { name: given || freeName(base, taken), expression };
  return { ...table, checks: [...checks, added].sort((left, right) => (left.name < right.name ? -1 : 1)) };
}

/** The table with a unique index, which is a constraint of its own. @throws SqlRefused */
export function withIndex(table: Table, body: ParseNode, at: ParseNode): Table {
  if (!body["unique"]) return unsupported("CREATE INDEX", at);
  onlyFields(body, "CREATE UNIQUE INDEX", ["idxname", "relation", "accessMethod", "indexParams", "unique"]);
  const columns = children(body, "indexParams").map((node) => {
    const element = tagged(node).body;
    return text(element, "name") || unsupported("CREATE UNIQUE INDEX … (a + b)", at);
  });
  refuseUnknown(table, columns, at);
  const name = nameOfIndex(table, text(body, "idxname"), `${table.name}_${columns.join("_")}_idx`, at);
  refuseOddName(name, at);
  return { ...table, constraints: [...table.constraints, { name, columns, primary: false }] };
}
