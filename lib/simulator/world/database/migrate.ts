import { execute } from "./execute";
import { child, SqlRefused, tagged, text, type ParseNode, type SqlParser } from "./parse-tree";
import { applyDefinition, isDataChange, startOfStatement, textOfStatement, type Schema } from "./read-schema";
import { parseSql, readStatement } from "./read-statement";
import { checkedRow, uniqueViolation } from "./row-changes";
import { nextValue } from "./sequences";
import type { Column, Table, Tables } from "./statement";
import { addVersion, checkUnique, type DatabaseState, type Row, type RowVersion } from "./store";
import { endSession } from "./transactions";
import { convert, ServerError } from "./values";

/** Tables, and what is in them. */
export interface Database {
  tables: Tables;
  state: DatabaseState;
}

/** Why a migration is refused beyond what every text of SQL can be refused for. */
export class MigrationRefused extends Error {
  constructor(
    readonly reason: "rows" | "given-rows",
    readonly what: string,
    /** Counts characters of the migration from 0. */
    readonly position: number,
  ) {
    super(`${reason}: ${what}`);
    this.name = "MigrationRefused";
  }
}

const session = "migration";

/**
 * The database after a migration: what was there stays, tables, columns, constraints and sequences are added, statement
 * by statement. The rows that were there are facts: nothing may change them but the value of a new column, and they
 * have to fit every new constraint, as PostgreSQL has it. Only tables of the migration itself may be filled.
 * @throws SqlRefused | MigrationRefused
 */
export function migrate(before: Database, migration: string, parse: SqlParser): Database {
  return parseSql(migration, parse).reduce((database, statement) => {
    const position = startOfStatement(statement);
    try {
      if (!isDataChange(statement)) return defined(database, statement);
      const table = tableOf(statement);
      if (Object.hasOwn(before.tables, table)) throw new MigrationRefused("given-rows", table, position);
      return filled(database, textOfStatement(migration, statement), parse);
    } catch (error) {
      if (error instanceof ServerError) throw new MigrationRefused("rows", error.message, position);
      if (!(error instanceof SqlRefused)) throw error;
      // What fills a table was read as a text of its own.
      const from = isDataChange(statement) ? position : 0;
      throw new SqlRefused(error.reason, error.what, error.position === null ? position : from + error.position);
    }
  }, before);
}

function tableOf(statement: ParseNode): string {
  const { body } = tagged(child(statement, "stmt") ?? {});
  return text(child(body, "relation") ?? {}, "relname");
}

/** Rows of the migration's own tables. @throws ServerError */
function filled({ tables, state }: Database, sql: string, parse: SqlParser): Database {
  const execution = execute(state, tables, session, readStatement(sql, tables, parse), []);
  if (execution.outcome === "waits") throw new SqlRefused("unsupported", sql, null);
  if (execution.outcome === "error") throw execution.error;
  return { tables, state: endSession(execution.state, session) };
}

/** CREATE and ALTER, and what becomes of the rows that are there. @throws SqlRefused | ServerError */
function defined({ tables, state }: Database, statement: ParseNode): Database {
  const schema: Schema = applyDefinition({ tables, sequences: state.sequences ?? {} }, statement);
  let changed: DatabaseState = { ...state, ...(Object.keys(schema.sequences).length > 0 && { sequences: schema.sequences }) };
  for (const table of Object.values(schema.tables)) {
    if (table === tables[table.name]) continue;
    changed = refitted(changed, table, tables[table.name]?.columns ?? []);
  }
  return { tables: schema.tables, state: changed };
}

/** The rows of a table with its new columns, in its new order. @throws ServerError for a row that does not fit */
function refitted(state: DatabaseState, table: Table, columnsBefore: readonly Column[]): DatabaseState {
  const added = table.columns.filter(({ name }) => !columnsBefore.some((column) => column.name === name));
  let changed = state;
  let versions: readonly RowVersion[] = [];
  for (const version of state.rows[table.name] ?? []) {
    const row: Record<string, Row[string]> = { ...version.values };
    for (const { name, type, sequence, default: value } of added) {
      if (sequence === undefined) row[name] = value;
      else {
        const taken = nextValue(changed, session, sequence);
        row[name] = convert(taken.value, "bigint", type);
        changed = taken.state;
      }
    }
    checkedRow(table, row);
    const broken = table.constraints.find((constraint) => checkUnique(versions, constraint, row, session).result !== "free");
    if (broken) throw uniqueViolation(table, broken.name, broken.columns, row);
    versions = addVersion(versions, { ...version, values: row }, table);
  }
  return endSession({ ...changed, rows: { ...changed.rows, [table.name]: versions } }, session);
}
