import type { PythonLine, PythonToken } from "./python-lines";
import type { CodeScan, Mark, Step } from "./scan";
import { stepName } from "./ports";
import { pythonLines } from "./python-lines";
import { sqlKeyword } from "./scan";

/** Finds steps, gaps and comments of the Python twin of a handler, by the same rules as in TypeScript. */
export function scanPython(text: string): CodeScan {
  const { lines, comments } = pythonLines(text);
  const walk = new PythonWalk(text);
  walk.block(lines, { afterFailure: false, guard: null });
  walk.close();
  const marks = [...walk.marks, ...comments.map(({ start, end }): Mark => ({ start, end, kind: "comment" }))];
  return { steps: walk.steps, gaps: walk.gaps, marks };
}

/** How a line is reached; see the TypeScript scan. */
interface Way {
  afterFailure: boolean;
  guard: { first: boolean } | null;
}

class PythonWalk {
  readonly steps: Step[] = [];
  readonly marks: Mark[] = [];
  readonly gaps = new Set<number>();
  #lastLine: number | null = null;

  constructor(private readonly text: string) {}

  block(lines: readonly PythonLine[], way: Way): void {
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (!line) break;
      const end = lines.findIndex((other, position) => position > index && other.indent <= line.indent);
      const inner = lines.slice(index + 1, end < 0 ? lines.length : end);
      this.#line(line, inner, way);
      index += inner.length;
    }
  }

  /** Adds the gap after the last step. */
  close(): void {
    if (this.#lastLine !== null) this.gaps.add(this.#lastLine + 1);
  }

  #line(line: PythonLine, inner: readonly PythonLine[], way: Way): void {
    const keyword = line.tokens[0]?.value ?? "";
    const colon = keyword === "if" || keyword === "elif" ? blockStart(line.tokens) : -1;
    if (colon >= 0) {
      const body = line.tokens.slice(colon + 1);
      const guarded = leaves(body, inner) ? { ...way, guard: { first: true } } : way;
      this.#take({ ...line, tokens: line.tokens.slice(0, colon) }, way);
      if (body.length) this.#take({ ...line, tokens: body }, guarded);
      return this.block(inner, guarded);
    }
    const opened = this.#take(line, way);
    this.block(inner, keyword === "except" ? { ...way, afterFailure: true } : way);
    if (opened.includes("transaction")) this.#step("COMMIT", line.tokens[0]?.start ?? 0, way);
  }

  /** Notes the steps of one logical line; returns the calls that it makes. */
  #take(line: PythonLine, way: Way): string[] {
    const calls = callsIn(line.tokens);
    const taken = calls.filter(({ name }) => name !== null);
    if (taken.length > 0) {
      if (way.guard?.first) way.guard.first = false;
      else this.gaps.add(line.firstLine);
      if (!way.guard && !way.afterFailure) this.#lastLine = line.lastLine;
    }
    for (const { name, start, end } of taken) {
      if (name !== null) this.#step(name, start, way);
      this.marks.push({ start, end, kind: "port" });
    }
    return calls.map(({ member }) => member);
  }

  #step(name: string, offset: number, way: Way): void {
    const before = this.text.slice(0, offset);
    const line = before.split("\n").length;
    this.steps.push({ name, line, column: offset - before.lastIndexOf("\n"), afterFailure: way.afterFailure });
  }
}

interface Call {
  name: string | null;
  /** Last word of the call. */
  member: string;
  start: number;
  end: number;
}

function callsIn(tokens: readonly PythonToken[]): Call[] {
  const calls: Call[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const first = tokens[index];
    if (first?.kind !== "word" || tokens[index - 1]?.value === "." || tokens[index - 1]?.value === "def") continue;
    let end = index;
    const words = [first.value];
    while (tokens[end + 1]?.value === "." && tokens[end + 2]?.kind === "word") {
      words.push(tokens[end + 2]?.value ?? "");
      end += 2;
    }
    if (tokens[end + 1]?.value !== "(") continue;
    const member = words.at(-1) ?? "";
    calls.push({
      name: nameOf(words, tokens[end + 2]),
      member,
      start: first.start,
      end: tokens[end]?.end ?? first.end,
    });
  }
  return calls;
}

const databases = new Set(["db", "tx", "cursor", "connection"]);

function nameOf(words: readonly string[], argument: PythonToken | undefined): string | null {
  const [root = "", member = ""] = words;
  if (databases.has(root) && words.length === 2) {
    if (member === "execute") return argument?.kind === "text" ? sqlKeyword(unquote(argument.value)) : "query";
    if (member === "transaction") return "BEGIN";
  }
  return stepName(words.join("."));
}

function unquote(literal: string): string {
  return literal.replace(/^[rbfu]{0,2}("""|'''|"|')/i, "").replace(/("""|'''|"|')$/, "");
}

/** Index of the colon that opens the block of a line. */
function blockStart(tokens: readonly PythonToken[]): number {
  let depth = 0;
  return tokens.findIndex(({ kind, value }) => {
    if (kind === "sign" && "([{".includes(value)) depth += 1;
    if (kind === "sign" && ")]}".includes(value)) depth -= 1;
    return kind === "sign" && value === ":" && depth === 0;
  });
}

/** True when a branch ends the handler. */
function leaves(body: readonly PythonToken[], inner: readonly PythonLine[]): boolean {
  const indent = inner[0]?.indent;
  const last = body[0] ?? inner.findLast((line) => line.indent === indent)?.tokens[0];
  return last?.value === "return" || last?.value === "raise";
}
