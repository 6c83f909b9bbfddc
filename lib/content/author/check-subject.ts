import type { ClaimResults } from "../claims/results";
import { describeFound, describeStated, holds } from "../claims/compare";
import { proveClaims, type JudgedClaim } from "../claims/prove";
import { compileContent } from "../compile";
import type { ContentFiles } from "../files";
import { shortHash } from "../hash";
import { Report, type Problem } from "../problem";
import { claimEdits } from "./claim-edits";
import type { ShownClaim, ShownProblem, SubjectState } from "./contract";
import { focusedFiles, type Subject } from "./focus";

export interface CheckedSubject {
  /** Compiled files of the subject, open places included; null while a problem keeps them from being shown. */
  output: ReadonlyMap<string, string> | null;
  /** How it stands before its claims are executed, which may take a while. */
  state: SubjectState;
  /** Executes them. */
  prove: () => SubjectState;
}

/** Checks a lesson or scenario by itself, the way `content:check` checks all of them, except for the types of handlers. */
export function checkSubject(subject: Subject, all: ContentFiles, results: ClaimResults): CheckedSubject {
  const files = focusedFiles(subject, all);
  const report = new Report("shown");
  const { output } = compileContent(files, results, report);
  // What stands in the shared files is told with the lessons.
  const own = (problems: readonly Problem[]): ShownProblem[] =>
    problems.filter(({ file }) => file.includes("/") || subject.startsWith("lessons/")).map((problem) => withExcerpt(problem, files));
  const stateWith = (claims: SubjectState["claims"]): SubjectState => ({
    problems: own(report.problems),
    warnings: own(report.warnings),
    isShown: output !== null,
    claims,
  });
  return {
    output,
    state: stateWith(null),
    prove: () => {
      const { judged } = proveClaims(files, report, results);
      return stateWith(judged.map((claim) => shownClaim(claim, files)));
    },
  };
}

function withExcerpt(problem: Problem, files: ContentFiles): ShownProblem {
  return { ...problem, excerpt: textOf(problem.file, files).split("\n")[problem.line - 1] ?? "" };
}

function shownClaim({ field, place, scenario, handler, stated, result }: JudgedClaim, files: ContentFiles): ShownClaim {
  const text = textOf(place.file, files);
  const [owner = "", name] = field.split(": ");
  return {
    id: `${place.file}:${place.line}:${place.column}`,
    field: name ?? owner,
    question: name === undefined ? null : owner,
    scenario,
    handler,
    claimed: describeStated(stated),
    found: result.stopped ?? describeFound(stated, result),
    holds: holds(stated, result),
    edits: claimEdits(text, place, stated, result),
    fileHash: shortHash(text, 32),
  };
}

function textOf(file: string, files: ContentFiles): string {
  return new TextDecoder().decode(files.read(file) ?? new Uint8Array());
}
