import { loadModule, parseSync } from "libpg-query";
import type { SqlParser } from "@/lib/simulator/world/database/parse-tree";

/** PostgreSQL's own grammar. Its file is looked for beside the worker's. */
export async function loadGrammar(): Promise<SqlParser> {
  await loadModule();
  return (sql) => parseSync(sql) as unknown as ReturnType<SqlParser>;
}
