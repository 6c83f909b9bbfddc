import { join } from "node:path";
import { proveClaims } from "@/lib/content/claims/prove";
import { readClaims, writeClaims } from "@/lib/content/claims/recorded";
import { ClaimResults } from "@/lib/content/claims/results";
import { compileContent } from "@/lib/content/compile";
import { countOf } from "@/lib/content/count-of";
import { diskFiles } from "@/lib/content/files";
import { checkHandlerTypes } from "@/lib/content/handler-types";
import { formatProblem } from "@/lib/content/problem";

/**
 * Prints everything that is wrong with the content, by file and line, and exits with 1 when that is more than warnings.
 * Executes every claim; results of the same handlers, bounds and engine are taken from the last time, unless `--fresh`.
 */
const root = join(process.cwd(), "content");
const recorded = join(process.cwd(), "generated", "claims.json");
const files = diskFiles(root);
const results = new ClaimResults(process.argv.includes("--fresh") ? null : readClaims(recorded));
const { report, lessons, questions, unresolved } = compileContent(files, results);
checkHandlerTypes(join(root, "tsconfig.json"), report);
const { proved, unproved } = proveClaims(files, report, results);
writeClaims(recorded, results);
const { problems, warnings } = report;
for (const problem of [...problems, ...warnings]) console.log(formatProblem(problem));
const counts = [
  countOf(lessons, "lesson"),
  countOf(questions, "question"),
  countOf(problems.length, "problem"),
  countOf(warnings.length, "warning"),
  `${countOf(proved, "claim")} proved`,
  `not yet proved: ${unproved + unresolved}`,
];
console.log(`content: ${counts.join(", ")}`);
if (problems.length > 0) process.exitCode = 1;
