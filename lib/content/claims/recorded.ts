import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ClaimResults } from "./results";

/** What was recorded in `file`; null when there is no such file. */
export function readClaims(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}

/** Records the results, when any had to be executed. As a whole: another process reads the old text or the new one. */
export function writeClaims(file: string, results: ClaimResults): void {
  if (results.executed === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, results.record());
  renameSync(`${file}.${process.pid}`, file);
}
