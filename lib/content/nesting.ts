import type { Place, Report } from "./problem";

/**
 * Runs a reader that descends into what it reads. Content that is nested so deeply that the stack ends is a problem at
 * `place`, not a crash; the answer is null then.
 */
export function withinStack<Value>(place: Place, report: Report, read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add("file-too-deep", place, {});
    return null;
  }
}
