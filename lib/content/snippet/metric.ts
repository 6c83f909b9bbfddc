import type { CodeScan } from "./scan";

/** Lines of a metric: nothing runs in them, only comments are set apart. */
export function scanMetric(text: string): CodeScan {
  const marks = [...text.matchAll(/^[ \t]*#[^\n]*/gm)].map(({ index, 0: comment }) => ({
    start: index,
    end: index + comment.length,
    kind: "comment" as const,
  }));
  return { steps: [], marks, gaps: new Set() };
}
