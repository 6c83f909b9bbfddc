import { join } from "node:path";
import { compileContent } from "@/lib/content/compile";
import { countOf } from "@/lib/content/count-of";
import { diskFiles } from "@/lib/content/files";
import { checkHandlerTypes } from "@/lib/content/handler-types";
import { formatProblem } from "@/lib/content/problem";

/** Prints everything that is wrong with the content, by file and line, and exits with 1 when that is more than warnings. */
const root = join(process.cwd(), "content");
const { report, lessons, questions } = compileContent(diskFiles(root));
checkHandlerTypes(join(root, "tsconfig.json"), report);
const { problems, warnings } = report;
for (const problem of [...problems, ...warnings]) console.log(formatProblem(problem));
const counts = [
  countOf(lessons, "lesson"),
  countOf(questions, "question"),
  countOf(problems.length, "problem"),
  countOf(warnings.length, "warning"),
  `not yet proved: ${report.unproved}`,
];
console.log(`content: ${counts.join(", ")}`);
if (problems.length > 0) process.exitCode = 1;
