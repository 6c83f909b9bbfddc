import type { ContentFiles } from "./files";
import type { Place, Report } from "./problem";
import { reportUnfinished } from "./unfinished";

/** Text of an authored file, safe to hand to the parsers. */
export interface SourceText {
  /** Path below `content/`. */
  file: string;
  text: string;
}

/** A long lesson is 50 KB in Russian, any other file a few; the limits keep a wrong file from stalling the build. */
const largestInKilobytes = (file: string): number => (file.endsWith(".mdx") ? 256 : 64);

/**
 * Markdown takes time quadratic in the length of a paragraph (20,000 signs of emphasis: seconds). A question with six
 * options stays below 8,000 characters.
 */
const longestParagraph = 12_000;

/** Reads a text file, or reports why it cannot be read and returns null. A missing file is null without a report. */
export function readSource(files: ContentFiles, file: string, report: Report): SourceText | null {
  const bytes = files.read(file);
  if (!bytes) return null;
  const start = { file, line: 1, column: 1 };
  const limit = largestInKilobytes(file);
  if (bytes.length > limit * 1024) {
    report.add("file-too-large", start, { kilobytes: Math.ceil(bytes.length / 1024), limit });
    return null;
  }
  const text = decode(bytes);
  if (text === null) {
    report.add("file-not-utf8", start, { offset: firstInvalidByte(bytes) });
    return null;
  }
  const found = unreadable(text, start, report);
  reportUnfinished(text, file, report);
  return found ? null : { file, text };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  // A prefix may end inside a character, so the decoder is told that more bytes follow.
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return valid;
}

/** Reports what would make positions, hashes or parsing unreliable; true when something was found. */
function unreadable(text: string, start: Place, report: Report): boolean {
  const before = report.problems.length;
  if (text.startsWith("\uFEFF")) report.add("file-byte-order-mark", start, {});
  const carriageReturn = text.indexOf("\r");
  if (carriageReturn >= 0) report.add("file-carriage-return", placeOf(text, carriageReturn, start.file), {});
  const control = text.search(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/);
  if (control >= 0) {
    const code = `U+${text.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0")}`;
    report.add("file-control-character", placeOf(text, control, start.file), { code });
  }
  let line = 1;
  for (const paragraph of text.split(/\n[ \t]*(?=\n)/)) {
    const first = paragraph.length - paragraph.trimStart().length;
    if (paragraph.length > longestParagraph)
      report.add(
        "file-endless-paragraph",
        { ...start, line: line + paragraph.slice(0, first).split("\n").length - 1 },
        { limit: longestParagraph },
      );
    line += paragraph.split("\n").length;
  }
  return report.problems.length > before;
}

/** Line and column of an offset. */
export function placeOf(text: string, offset: number, file: string): Place {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { file, line, column: offset - before.lastIndexOf("\n") };
}
