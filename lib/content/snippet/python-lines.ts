/** A piece of Python that matters here. Offsets, end exclusive. */
export interface PythonToken {
  kind: "word" | "text" | "sign" | "comment";
  value: string;
  start: number;
  end: number;
}

/** A logical line: it may run over several lines inside brackets and long strings. */
export interface PythonLine {
  tokens: PythonToken[];
  /** Width of the indentation. */
  indent: number;
  /** Lines of the file, counted from 1. */
  firstLine: number;
  lastLine: number;
}

const token =
  /(?<comment>#[^\n]*)|(?<text>[rbfuRBFU]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<newline>\n)|(?<sign>[^\s])/gu;

/** Splits Python into logical lines. Comments stand in `comments`, lines without code nowhere. */
export function pythonLines(text: string): { lines: PythonLine[]; comments: PythonToken[] } {
  const lines: PythonLine[] = [];
  const comments: PythonToken[] = [];
  let open: PythonToken[] = [];
  let depth = 0;
  let row = 1;
  let firstLine = 1;
  const close = (): void => {
    const first = open[0];
    if (first) lines.push({ tokens: open, indent: indentOf(text, first.start), firstLine, lastLine: row });
    open = [];
  };
  for (const match of text.matchAll(token)) {
    const value = match[0];
    const groups = match.groups ?? {};
    const piece = { value, start: match.index, end: match.index + value.length };
    if (groups["comment"] !== undefined) comments.push({ kind: "comment", ...piece });
    else if (groups["newline"] !== undefined) {
      if (depth === 0) close();
      row += 1;
    } else {
      if (open.length === 0) firstLine = row;
      const kind = groups["text"] !== undefined ? "text" : groups["word"] !== undefined ? "word" : "sign";
      open.push({ kind, ...piece });
      row += value.split("\n").length - 1;
      if (kind === "sign") depth = Math.max(0, depth + ("([{".includes(value) ? 1 : ")]}".includes(value) ? -1 : 0));
    }
  }
  close();
  return { lines, comments };
}

function indentOf(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0].length ?? 0;
}
