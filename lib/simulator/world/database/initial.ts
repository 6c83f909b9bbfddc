import type { SqlParser } from "./parse-tree";
import { SqlRefused } from "./parse-tree";
import { execute } from "./execute";
import { readSchema } from "./read-schema";
import { readStatement } from "./read-statement";
import type { Tables } from "./statement";
import type { Sequence } from "./sequences";
import type { DatabaseState } from "./store";
import { endSession } from "./transactions";

/** A database with the tables of a setup and the rows that its INSERTs put in. @throws SqlRefused */
export function initialDatabase(setup: string, parse: SqlParser): { tables: Tables; state: DatabaseState } {
  const { tables, sequences, seeds } = readSchema(setup, parse);
  let state = emptyDatabase(tables, sequences);
  for (const seed of seeds) {
    const execution = execute(state, tables, "setup", readStatement(seed, tables, parse), []);
    if (execution.outcome !== "done") {
      throw new SqlRefused(
        "syntax",
        execution.outcome === "error" ? execution.error.message : "waits for itself",
        setup.indexOf(seed),
      );
    }
    state = execution.state;
  }
  return { tables, state: endSession(state, "setup") };
}

export function emptyDatabase(tables: Tables, sequences: Readonly<Record<string, Sequence>> = {}): DatabaseState {
  return {
    rows: Object.fromEntries(Object.keys(tables).map((name) => [name, []])),
    transactions: {},
    ...(Object.keys(sequences).length > 0 ? { sequences } : {}),
  };
}
