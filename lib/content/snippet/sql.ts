import type { CodeScan, Mark, Step } from "./scan";
import { sqlKeyword } from "./scan";

const token =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:''|[^'])*'|"(?:""|[^"])*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<end>;)|(?<sign>\S)/g;

/** The words of a statement that are set in bold. */
const head = /^(?:INSERT\s+INTO|DELETE\s+FROM|[a-z]+)/i;

/** Finds statements, gaps and comments of an SQL file: each statement is a step. */
export function scanSql(text: string): CodeScan {
  const steps: Step[] = [];
  const marks: Mark[] = [];
  const gaps = new Set<number>();
  let start: number | null = null;
  let end = 0;
  const close = (): void => {
    if (start === null) return;
    const statement = text.slice(start, end);
    const { line, column } = lineAndColumn(text, start);
    steps.push({ name: sqlKeyword(statement), line, column, afterFailure: false });
    marks.push({ start, end: start + (head.exec(statement)?.[0].length ?? 0), kind: "port" });
    gaps.add(line);
    start = null;
  };
  for (const match of text.matchAll(token)) {
    const stop = match.index + match[0].length;
    if (match.groups?.["comment"] !== undefined) {
      marks.push({ start: match.index, end: stop, kind: "comment" });
      continue;
    }
    end = stop;
    if (match.groups?.["end"] !== undefined) close();
    else start ??= match.index;
  }
  close();
  if (steps.length > 0) gaps.add(lineAndColumn(text, end - 1).line + 1);
  return { steps, marks, gaps };
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
