import type { CodeLine } from "../compiled";

/** One request to the outside world, in the order of the text. */
export interface Step {
  /** The same in every language: an SQL keyword, `charge`, `ack`, … */
  name: string;
  line: number;
  column: number;
  /** Taken only after something failed (`catch`, `except`). */
  afterFailure: boolean;
}

/** A stretch of the source that is set apart. Offsets, end exclusive. */
export interface Mark {
  start: number;
  end: number;
  kind: "port" | "comment";
}

/** What a reader of the code has to see, found without running it. */
export interface CodeScan {
  steps: Step[];
  marks: Mark[];
  /**
   * Lines before which a process can die. The gap after the last step stands before the line that follows it, which may
   * be one past the end of the file.
   */
  gaps: Set<number>;
}

/** The first word of an SQL statement in capitals: what the step is called. */
export function sqlKeyword(sql: string): string {
  return /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? "query";
}

/** Cuts the source into lines and segments. */
export function codeLines(source: string, scan: CodeScan): CodeLine[] {
  const texts = source.replace(/\n$/, "").split("\n");
  if (scan.gaps.has(texts.length + 1)) texts.push("");
  const marks = [...scan.marks].sort((a, b) => a.start - b.start);
  let offset = 0;
  return texts.map((text, index) => {
    const number = index + 1;
    const segments = segmentsOf(text, offset, marks);
    offset += text.length + 1;
    return { number, segments, gapBefore: scan.gaps.has(number) };
  });
}

function segmentsOf(text: string, offset: number, marks: readonly Mark[]): CodeLine["segments"] {
  const segments: CodeLine["segments"] = [];
  const add = (end: number, kind: CodeLine["segments"][number]["kind"]): void => {
    if (end > done) segments.push({ text: text.slice(done, end), kind });
    done = Math.max(done, end);
  };
  let done = 0;
  for (const mark of marks) {
    const start = mark.start - offset;
    const end = Math.min(mark.end - offset, text.length);
    if (end <= 0 || start >= text.length) continue;
    add(Math.max(start, 0), "plain");
    add(end, mark.kind);
  }
  add(text.length, "plain");
  return segments;
}
