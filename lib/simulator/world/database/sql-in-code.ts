/** A string of a handler that reads like SQL, and the line it starts on. */
export interface SqlLiteral {
  sql: string;
  line: number;
}

const firstWords = /^\s*(?:select|insert|update|delete|begin|start|commit|rollback|savepoint|release|set\s+transaction)\b/i;

/**
 * Finds the SQL that stands in a source as one literal. SQL that is put together while the handler runs is not found;
 * it is read when it comes.
 */
export function sqlLiterals(source: string): SqlLiteral[] {
  const found: SqlLiteral[] = [];
  const literal = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\]*)`/g;
  for (const match of source.matchAll(literal)) {
    const sql = match[1] ?? match[2] ?? match[3];
    if (sql === undefined || sql.includes("${") || !firstWords.test(sql)) continue;
    found.push({ sql, line: source.slice(0, match.index).split("\n").length });
  }
  return found;
}
