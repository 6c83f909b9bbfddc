import {
  child,
  children,
  locationOf,
  onlyFields,
  spelledNode,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
  type SqlParser,
} from "./parse-tree";
import { ownSequences, readSequenceDefinition } from "./read-sequence";
import { parseSql } from "./read-statement";
import { readTable, refuseOddName, withColumn, withConstraint, withIndex } from "./read-table";
import type { Sequence } from "./sequences";
import type { Table, Tables } from "./statement";
import { wrong } from "./types";

/** What CREATE and ALTER make. */
export interface Schema {
  readonly tables: Tables;
  readonly sequences: Readonly<Record<string, Sequence>>;
}

/**
 * Reads the tables of a scenario from its SQL: CREATE TABLE, ALTER TABLE … ADD CONSTRAINT and ADD COLUMN, CREATE UNIQUE
 * INDEX, CREATE SEQUENCE. Returns the tables, the sequences, and the statements that fill and change them, one text each.
 * @throws SqlRefused
 */
export function readSchema(sql: string, parse: SqlParser): Schema & { seeds: string[] } {
  let schema: Schema = { tables: {}, sequences: {} };
  const seeds: string[] = [];
  for (const node of parseSql(sql, parse)) {
    if (isDataChange(node)) seeds.push(textOfStatement(sql, node));
    else schema = applyDefinition(schema, node);
  }
  return { ...schema, seeds };
}

/** INSERT, UPDATE and DELETE. */
export function isDataChange(statement: ParseNode): boolean {
  return ["InsertStmt", "UpdateStmt", "DeleteStmt"].includes(tagged(child(statement, "stmt") ?? {}).tag);
}

export function startOfStatement(statement: ParseNode): number {
  return (statement["stmt_location"] as number | undefined) ?? 0;
}

export function textOfStatement(sql: string, statement: ParseNode): string {
  const start = startOfStatement(statement);
  const length = statement["stmt_len"] as number | undefined;
  return sql.slice(start, length === undefined ? undefined : start + length).trim();
}

/** The schema after one more statement of it. @throws SqlRefused */
export function applyDefinition(schema: Schema, statement: ParseNode): Schema {
  const { tag, body } = tagged(child(statement, "stmt") ?? {});
  const start = { location: startOfStatement(statement) };
  const withTable = (table: Table): Schema => ({ ...schema, tables: { ...schema.tables, [table.name]: table } });
  switch (tag) {
    case "CreateStmt": {
      const table = readTable(body);
      refuseTaken(schema, [table.name, ...Object.keys(ownSequences(table))], start);
      return { ...withTable(table), sequences: { ...schema.sequences, ...ownSequences(table) } };
    }
    case "CreateSeqStmt": {
      const { name, sequence } = readSequenceDefinition(body);
      refuseOddName(name, start);
      refuseTaken(schema, [name], start);
      return { ...schema, sequences: { ...schema.sequences, [name]: sequence } };
    }
    case "AlterTableStmt": {
      onlyFields(body, "ALTER TABLE", ["relation", "cmds", "objtype"]);
      return children(body, "cmds").reduce(
        (altered, command) => alter(altered, tableNamed(altered, child(body, "relation")), tagged(command).body, start),
        schema,
      );
    }
    case "IndexStmt":
      return withTable(withIndex(tableNamed(schema, child(body, "relation")), body, start));
    default:
      return unsupported(spelledNode(tag, body), start);
  }
}

function tableNamed({ tables }: Schema, relation: ParseNode = {}): Table {
  onlyFields(relation, "TABLE", ["relname", "inh", "relpersistence"]);
  const name = text(relation, "relname");
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (!table) throw new SqlRefused("unknown-table", name, locationOf(relation));
  return table;
}

/** Tables and sequences share their names (PostgreSQL: 42P07). */
function refuseTaken({ tables, sequences }: Schema, names: readonly string[], at: ParseNode): void {
  const taken = names.find((name) => Object.hasOwn(tables, name) || Object.hasOwn(sequences, name));
  if (taken !== undefined) wrong(`relation "${taken}" already exists`, locationOf(at));
}

/** One command of an ALTER TABLE. */
function alter(schema: Schema, table: Table, command: ParseNode, at: ParseNode): Schema {
  const { body: definition } = tagged(child(command, "def") ?? {});
  const withTable = (altered: Table): Schema => ({ ...schema, tables: { ...schema.tables, [table.name]: altered } });
  const isAddition = command["subtype"] === "AT_AddConstraint" || command["subtype"] === "AT_AddColumn";
  if (isAddition) onlyFields(command, "ALTER TABLE … ADD", ["subtype", "def", "behavior"]);
  switch (command["subtype"]) {
    case "AT_AddConstraint":
      return withTable(withConstraint(table, definition, []));
    case "AT_AddColumn": {
      const altered = withColumn(table, definition);
      const added = altered.columns.filter(({ name }) => !table.columns.some((column) => column.name === name));
      const sequences = ownSequences({ name: table.name, columns: added });
      refuseTaken(schema, Object.keys(sequences), at);
      return { ...withTable(altered), sequences: { ...schema.sequences, ...sequences } };
    }
    default:
      return unsupported(`ALTER TABLE … ${spelledCommand(text(command, "subtype"))}`, at);
  }
}

/** `AT_DropColumn` as it stands in SQL. */
function spelledCommand(subtype: string): string {
  return subtype.replace("AT_", "").replace(/(?<=[a-z])(?=[A-Z])/g, " ").toUpperCase();
}
