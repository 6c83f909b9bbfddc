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
  type SqlParser,
} from "./parse-tree";
import { columnsIn, evaluate } from "./evaluate";
import { readCondition, readLiteral } from "./read-expression";
import { nextValueOf } from "./read-call";
import { ownSequenceName, ownSequences, readSequenceDefinition, serialType } from "./read-sequence";
import { parseSql } from "./read-statement";
import type { Sequence } from "./sequences";
import type { CheckConstraint, Column, Expression, SqlType, Table, Tables, UniqueConstraint } from "./statement";
import { assign, readType, wrong } from "./types";
import { ServerError } from "./values";

/**
 * Reads the tables of a scenario from its SQL: CREATE TABLE, ALTER TABLE … ADD UNIQUE, CREATE UNIQUE INDEX,
 * CREATE SEQUENCE. Returns the
 * tables, the sequences, and the statements that fill and change them, one text each.
 * @throws SqlRefused
 */
export function readSchema(
  sql: string,
  parse: SqlParser,
): { tables: Tables; sequences: Record<string, Sequence>; seeds: string[] } {
  const tables: Record<string, Table> = {};
  const sequences: Record<string, Sequence> = {};
  const seeds: string[] = [];
  const tableNamed = (node: ParseNode | undefined): Table => {
    const name = text(node ?? {}, "relname");
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    if (!table) throw new SqlRefused("unknown-table", name, null);
    return table;
  };
  for (const node of parseSql(sql, parse)) {
    const { tag, body } = tagged(child(node, "stmt") ?? {});
    if (tag === "CreateStmt") {
      const table = readTable(body);
      tables[table.name] = table;
      Object.assign(sequences, ownSequences(table));
    } else if (tag === "CreateSeqStmt") {
      const { name, sequence } = readSequenceDefinition(body);
      sequences[name] = sequence;
    } else if (tag === "AlterTableStmt") {
      const table = tableNamed(child(body, "relation"));
      tables[table.name] = children(body, "cmds").reduce(
        (altered, command) => alter(altered, tagged(command).body),
        table,
      );
    } else if (tag === "IndexStmt") {
      const table = tableNamed(child(body, "relation"));
      tables[table.name] = withIndex(table, body);
    } else if (tag === "InsertStmt" || tag === "UpdateStmt" || tag === "DeleteStmt") {
      const start = (node["stmt_location"] as number | undefined) ?? 0;
      const length = node["stmt_len"] as number | undefined;
      seeds.push(sql.slice(start, length === undefined ? undefined : start + length).trim());
    } else {
      unsupported(spelledNode(tag, body), { location: (node["stmt_location"] as number | undefined) ?? 0 });
    }
  }
  return { tables, sequences, seeds };
}

function readTable(body: ParseNode): Table {
  onlyFields(body, "CREATE TABLE", ["relation", "tableElts", "oncommit"]);
  const name = text(child(body, "relation") ?? {}, "relname");
  const columns: Column[] = [];
  // By column for a constraint that stands with its column.
  const constraints: { of: string[]; definition: ParseNode }[] = [];
  for (const element of children(body, "tableElts")) {
    const { tag, body: definition } = tagged(element);
    if (tag === "Constraint") constraints.push({ of: [], definition });
    else if (tag === "ColumnDef") {
      const column = readColumn(name, definition);
      columns.push(column);
      for (const node of children(definition, "constraints")) {
        const constraint = tagged(node).body;
        if (!["CONSTR_NOTNULL", "CONSTR_NULL", "CONSTR_DEFAULT", "CONSTR_IDENTITY"].includes(text(constraint, "contype")))
          constraints.push({ of: [column.name], definition: constraint });
      }
    } else unsupported(spelledNode(tag, definition), definition);
  }
  return constraints.reduce((table, { of, definition }) => withConstraint(table, definition, of), {
    name,
    columns,
    constraints: [],
  } as Table);
}

function readColumn(table: string, definition: ParseNode): Column {
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

function withConstraint(table: Table, constraint: ParseNode, ofColumn: string[]): Table {
  const kind = constraint["contype"];
  const given = text(constraint, "conname");
  if (kind === "CONSTR_CHECK") return withCheck(table, constraint, given);
  const columns = ofColumn.length > 0 ? ofColumn : names(children(constraint, "keys"));
  if (kind === "CONSTR_UNIQUE") {
    const unique = { name: given || `${table.name}_${columns.join("_")}_key`, columns, primary: false };
    return { ...table, constraints: [...table.constraints, unique] };
  }
  if (kind !== "CONSTR_PRIMARY")
    return unsupported(String(kind).replace("CONSTR_", "").replace("FOREIGN", "REFERENCES"), constraint);
  const primary: UniqueConstraint = { name: given || `${table.name}_pkey`, columns, primary: true };
  return {
    ...table,
    columns: table.columns.map((column) => (columns.includes(column.name) ? { ...column, notNull: true } : column)),
    // PostgreSQL creates the index of the primary key first, whatever the order in the text.
    constraints: [primary, ...table.constraints],
  };
}

/** Named after its column where it speaks of one, and checked in the order of names (RelationGetCheckConstraints). */
function withCheck(table: Table, constraint: ParseNode, given: string): Table {
  const scope = { table, alias: table.name, parameters: new Map<number, SqlType>() };
  const expression: Expression = readCondition(child(constraint, "raw_expr") ?? {}, scope, "CHECK");
  if (scope.parameters.size > 0) return unsupported("CHECK ($1)", constraint);
  const checks = table.checks ?? [];
  const columns = columnsIn(expression);
  const base = [table.name, ...(columns.length === 1 ? columns : []), "check"].join("_");
  const taken = (name: string) => checks.some((check) => check.name === name);
  let name = given || base;
  for (let number = 1; !given && taken(name); number++) name = `${base}${number}`;
  const added: CheckConstraint = { name, expression };
  return { ...table, checks: [...checks, added].sort((left, right) => (left.name < right.name ? -1 : 1)) };
}

function alter(table: Table, command: ParseNode): Table {
  if (command["subtype"] !== "AT_AddConstraint")
    return unsupported(`ALTER TABLE … ${text(command, "subtype").replace("AT_", "")}`, { location: 0 });
  return withConstraint(table, tagged(child(command, "def") ?? {}).body, []);
}

function withIndex(table: Table, body: ParseNode): Table {
  if (!body["unique"]) return unsupported("CREATE INDEX", { location: 0 });
  onlyFields(body, "CREATE UNIQUE INDEX", ["idxname", "relation", "accessMethod", "indexParams", "unique"]);
  const columns = children(body, "indexParams").map((node) => {
    const element = tagged(node).body;
    return text(element, "name") || unsupported("CREATE UNIQUE INDEX … (a + b)", { location: 0 });
  });
  const name = text(body, "idxname") || `${table.name}_${columns.join("_")}_idx`;
  return { ...table, constraints: [...table.constraints, { name, columns, primary: false }] };
}
