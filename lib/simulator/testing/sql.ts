import { parseSql } from "@/lib/content/engine";
import { execute } from "../world/database/execute";
import type { Execution } from "../world/database/execution";
import { initialDatabase } from "../world/database/initial";
import { readStatement } from "../world/database/read-statement";
import type { SqlValue } from "../world/database/statement";
import type { DatabaseState } from "../world/database/store";

/** A database in which statements of named sessions are executed one after the other. */
export interface Desk {
  state: () => DatabaseState;
  /** Executes `session`'s statement. A statement that waits changes nothing and says for whom. */
  run: (session: string, sql: string, ...params: SqlValue[]) => Reply;
}

export type Reply =
  | { rows: Record<string, SqlValue>[]; rowCount: number | null; command: string }
  | { waitsFor: string; reason: "key" | "row" | "advisory" }
  | { code: string; constraint?: string };

export function desk(setup: string): Desk {
  const { tables, state: initial } = initialDatabase(setup, parseSql);
  let state = initial;
  return {
    state: () => state,
    run(session, sql, ...params) {
      const execution = execute(state, tables, session, readStatement(sql, tables, parseSql), params);
      if (execution.outcome !== "waits") ({ state } = execution);
      return summary(execution);
    },
  };
}

function summary(execution: Execution): Reply {
  if (execution.outcome === "waits") return { waitsFor: execution.for, reason: execution.reason };
  if (execution.outcome === "error") {
    const { code, fields } = execution.error;
    return typeof fields["constraint"] === "string" ? { code, constraint: fields["constraint"] } : { code };
  }
  const { rows, rowCount, command } = execution.reply;
  return { rows: rows.map((row) => ({ ...row })), rowCount, command };
}
