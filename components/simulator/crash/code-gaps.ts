import type { CrashPoint } from "@/lib/simulator/explore/crash-scale";

/** A place between two lines of code in which a process can die. */
export interface CodeGap {
  /** It lies just before this line, counted from 1; one past the last where nothing follows. */
  line: number;
  /** Gaps of the delivery that lie here, in their order: more than one where calls have no line of their own. */
  gaps: readonly number[];
  violates: CrashPoint["violates"];
}

const order = ["all", "some", "none"] as const;

/**
 * Where the gaps of a delivery lie in a text: before the line of the call that would be next, or after the statement of
 * the call before it where the next one stands further up, as the end of a transaction does.
 *
 * @param calls line of each call of the delivery; undefined for one that the text does not show
 */
export function codeGapsOf(points: readonly Pick<CrashPoint, "violates">[], calls: readonly (number | undefined)[], text: readonly string[]): CodeGap[] {
  const gaps = new Map<number, { line: number; gaps: number[]; violates: CrashPoint["violates"] }>();
  for (const [gap, { violates }] of points.entries()) {
    const line = lineOfGap(gap, calls, text);
    if (line === null) continue;
    const known = gaps.get(line);
    if (!known) gaps.set(line, { line, gaps: [gap], violates });
    else {
      known.gaps.push(gap);
      known.violates = order.find((worst) => worst === violates || worst === known.violates) ?? violates;
    }
  }
  return [...gaps.values()].sort((one, other) => one.line - other.line);
}

function lineOfGap(gap: number, calls: readonly (number | undefined)[], text: readonly string[]): number | null {
  const before = calls.slice(0, gap).findLast((line) => line !== undefined);
  const next = calls.slice(gap).find((line) => line !== undefined);
  if (next !== undefined && (before === undefined || next > before)) return next;
  return before === undefined ? null : endOfStatement(text, before) + 1;
}

/** Last line of the statement that begins on a line: where its brackets are closed. */
function endOfStatement(text: readonly string[], start: number): number {
  let depth = 0;
  for (let line = start; line <= text.length; line++) {
    for (const sign of text[line - 1] ?? "") {
      if ("([{".includes(sign)) depth++;
      if (")]}".includes(sign)) depth--;
    }
    if (depth <= 0) return line;
  }
  return start;
}
