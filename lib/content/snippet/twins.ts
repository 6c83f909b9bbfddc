import type { Report } from "../problem";
import type { CodeScan, Step } from "./scan";

/** Statements that an SQL twin can show; charges, mails and acks are outside of it. */
const statements = new Set(["BEGIN", "COMMIT", "ROLLBACK", "SELECT", "INSERT", "UPDATE", "DELETE"]);

interface Twin {
  file: string;
  scan: CodeScan;
  language: "python" | "sql";
  text: string;
}

/**
 * Compares the steps of a twin with those of the handler that runs. SQL shows the statements of the way on which
 * nothing fails. Reports the first difference.
 */
export function checkTwin(original: { file: string; scan: CodeScan }, twin: Twin, report: Report): void {
  const expected = shownSteps(original.scan, twin.language);
  const found = shownSteps(twin.scan, twin.language);
  const length = Math.max(expected.length, found.length);
  for (let index = 0; index < length; index += 1) {
    const [theirs, ours] = [expected[index], found[index]];
    if (theirs && ours && theirs.name === ours.name && theirs.afterFailure === ours.afterFailure) continue;
    const name = original.file.split("/").at(-1) ?? original.file;
    const place = ours ?? { line: twin.text.replace(/\n$/, "").split("\n").length, column: 1 };
    report.add(
      "twin-differs",
      { file: twin.file, line: place.line, column: place.column },
      {
        found: describe(ours),
        expected: describe(theirs),
        original: theirs ? `content/${original.file}:${theirs.line}:${theirs.column}` : name,
      },
    );
    return;
  }
}

/** The steps that a twin in this language can show. */
export function shownSteps({ steps }: CodeScan, language: Twin["language"]): Step[] {
  return steps.filter((step) => language === "python" || (statements.has(step.name) && !step.afterFailure));
}

function describe(step: Step | undefined): string {
  if (!step) return "takes no further step";
  return `takes the step ${step.name}${step.afterFailure ? " after a failure" : ""}`;
}
