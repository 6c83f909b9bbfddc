import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { proveClaims } from "@/lib/content/claims/prove";
import { readClaims, writeClaims } from "@/lib/content/claims/recorded";
import { ClaimResults } from "@/lib/content/claims/results";
import { checkTraffic, recordedTraffic, runAllTraffic, trafficFile } from "@/lib/content/claims/traffic";
import { compileContent } from "@/lib/content/compile";
import { countOf } from "@/lib/content/count-of";
import { diskFiles } from "@/lib/content/files";
import { checkHandlerTypes } from "@/lib/content/handler-types";
import { formatProblem, Report } from "@/lib/content/problem";
import { readScenario } from "@/lib/content/scenarios";

/**
 * Prints everything that is wrong with the content, by file and line, and exits with 1 when that is more than warnings.
 * Executes every claim; results of the same handlers, bounds and engine are taken from the last time, unless `--fresh`.
 * Traffic takes seconds for each cause: its results are kept beside the scenario, and `--write` renews them.
 */
const root = join(process.cwd(), "content");
const recorded = join(process.cwd(), "generated", "claims.json");
const files = diskFiles(root);
if (process.argv.includes("--write")) await recordTraffic();
const results = new ClaimResults(process.argv.includes("--fresh") ? null : readClaims(recorded));
const { report, lessons, questions, unresolved } = compileContent(files, results);
checkTraffic(files, report);
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

/** Runs the traffic of every scenario anew whose results are missing or outdated, and writes them beside the scenario. */
async function recordTraffic(): Promise<void> {
  for (const slug of files.folders("scenarios")) {
    const read = readScenario(slug, files, new Report());
    if (!read?.scenario.traffic || recordedTraffic(read, files)?.isCurrent) continue;
    console.log(`Running the traffic of ${slug} …`);
    writeFileSync(join(root, trafficFile(slug)), await runAllTraffic(read));
  }
}
