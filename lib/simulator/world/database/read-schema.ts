import {
  child,
  children,
  names,
  onlyFields,
  SqlRefused,
  tagged,
  text,
  unsupported,
  type ParseNode,
  type SqlParser,
} from "./parse-tree";
import { literal, spelledNode } from "./read-expression";
import { joinedName, parseSql } from "./read-statement";
import type { Column, SqlType, SqlValue, Table, Tables, UniqueConstraint } from "./statement";

const types: Record<string, SqlType> = {
  text: "text",
  varchar: "text",
  int: "integer",
  int4: "integer",
  integer: "integer",
  int8: "bigint",
  bigint: "bigint",
  bool: "boolean",
  boolean: "boolean",
};

/**
 * Reads the tables of a scenario from its SQL: CREATE TABLE, ALTER TABLE … ADD UNIQUE, CREATE UNIQUE INDEX. Returns the
 * tables, and the statements that fill and change them, one text each.
 * @throws SqlRefused
 */
export function readSchema(sql: string, parse: SqlParser): { tables: Tables; seeds: string[] } {
  const tables: Record<string, Table> = {};
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
  return { tables, seeds };
}

function readTable(body: ParseNode): Table {
  onlyFields(body, "CREATE TABLE", ["relation", "tableElts", "oncommit"]);
  const name = text(child(body, "relation") ?? {}, "relname");
  const columns: Column[] = [];
  const constraints: UniqueConstraint[] = [];
  for (const element of children(body, "tableElts")) {
    const { tag, body: definition } = tagged(element);
    if (tag === "Constraint") constraints.push(readConstraint(definition, name, []));
    else if (tag === "ColumnDef") columns.push(readColumn(definition, name, constraints));
    else unsupported(spelledNode(tag, definition), definition);
  }
  const primary = constraints.filter((constraint) => constraint.primary).flatMap((constraint) => constraint.columns);
  const rest = constraints.filter((constraint) => !constraint.primary);
  return {
    name,
    columns: columns.map((column) => (primary.includes(column.name) ? { ...column, notNull: true } : column)),
    // PostgreSQL creates the index of the primary key first, whatever the order in the text.
    constraints: [...constraints.filter((constraint) => constraint.primary), ...rest],
  };
}

function readColumn(definition: ParseNode, table: string, constraints: UniqueConstraint[]): Column {
  const name = text(definition, "colname");
  const typeName = joinedName(children(child(definition, "typeName") ?? {}, "names"));
  const type = types[typeName] ?? unsupported(typeName, definition);
  let notNull = false;
  let defaultValue: SqlValue = null;
  for (const node of children(definition, "constraints")) {
    const constraint = tagged(node).body;
    if (constraint["contype"] === "CONSTR_NOTNULL") notNull = true;
    else if (constraint["contype"] === "CONSTR_DEFAULT") defaultValue = readDefault(constraint);
    else if (constraint["contype"] !== "CONSTR_NULL") constraints.push(readConstraint(constraint, table, [name]));
  }
  return { name, type, notNull, default: defaultValue };
}

function readDefault(constraint: ParseNode): SqlValue {
  const value = literal(child(constraint, "raw_expr") ?? {});
  return value ? value.constant : unsupported("DEFAULT f(x)", constraint);
}

function readConstraint(constraint: ParseNode, table: string, ofColumn: string[]): UniqueConstraint {
  const kind = constraint["contype"];
  const columns = ofColumn.length > 0 ? ofColumn : names(children(constraint, "keys"));
  const given = text(constraint, "conname");
  if (kind === "CONSTR_PRIMARY") return { name: given || `${table}_pkey`, columns, primary: true };
  if (kind === "CONSTR_UNIQUE") return { name: given || `${table}_${columns.join("_")}_key`, columns, primary: false };
  return unsupported(String(kind).replace("CONSTR_", "").replace("FOREIGN", "REFERENCES"), constraint);
}

function alter(table: Table, command: ParseNode): Table {
  if (command["subtype"] !== "AT_AddConstraint")
    return unsupported(`ALTER TABLE … ${String(command["subtype"]).replace("AT_", "")}`, { location: 0 });
  return {
    ...table,
    constraints: [...table.constraints, readConstraint(tagged(child(command, "def") ?? {}).body, table.name, [])],
  };
}

function withIndex(table: Table, body: ParseNode): Table {
  if (!body["unique"]) return unsupported("CREATE INDEX", { location: 0 });
  onlyFields(body, "CREATE UNIQUE INDEX", ["idxname", "relation", "accessMethod", "indexParams", "unique"]);
  const columns = children(body, "indexParams").map((node) => text(tagged(node).body, "name"));
  const name = text(body, "idxname") || `${table.name}_${columns.join("_")}_idx`;
  return { ...table, constraints: [...table.constraints, { name, columns, primary: false }] };
}
