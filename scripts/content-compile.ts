import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeBrowserEngine } from "@/lib/content/browser-engine";
import { writeBrowserEditor } from "@/lib/content/browser-editor";
import { readClaims, writeClaims } from "@/lib/content/claims/recorded";
import { ClaimResults } from "@/lib/content/claims/results";
import { compileContent } from "@/lib/content/compile";
import { countOf } from "@/lib/content/count-of";
import { diskFiles } from "@/lib/content/files";
import { writeOutput } from "@/lib/content/output";
import { formatProblem, Report } from "@/lib/content/problem";
import { writeProver } from "@/lib/content/prover-bundle";

/**
 * Checks the content and writes it to `generated/content`, and the engine that runs it in the browser to
 * `public/engine`, the editor for repairs to `public/editor`, and the program that runs proofs for the server to
 * `generated/prover.js`. With problems it prints them, writes nothing and exits with 1. With `--drafts` open places are
 * compiled as they are, and problems leave what was compiled before as it is.
 */
const drafts = process.argv.includes("--drafts");
const recorded = join(process.cwd(), "generated", "claims.json");
const results = new ClaimResults(readClaims(recorded));
const { report, lessons, questions, output } = compileContent(
  diskFiles(join(process.cwd(), "content")),
  results,
  new Report(drafts ? "shown" : "refused"),
);
for (const problem of report.problems) console.error(formatProblem(problem));
if (output) {
  writeClaims(recorded, results);
  const changed = writeOutput(join(process.cwd(), "generated", "content"), output);
  writeBrowserEngine(join(process.cwd(), "public", "engine"));
  await writeBrowserEditor(join(process.cwd(), "public", "editor"));
  writeProver(join(process.cwd(), "generated", "prover.js"));
  const state = changed ? "compiled" : "unchanged";
  console.log(`content: ${countOf(lessons, "lesson")}, ${countOf(questions, "question")} ${state}`);
} else {
  console.error(`content: ${countOf(report.problems.length, "problem")}, nothing written`);
  if (!drafts || !existsSync(join(process.cwd(), "generated", "content"))) process.exitCode = 1;
}
