import ts from "typescript";
import type { Report } from "../problem";
import type { CodeScan, Mark, Step } from "./scan";
import type { PortCall } from "./typescript-calls";
import { databaseNames, portCalls } from "./typescript-calls";

/** Finds steps, gaps and comments of a handler. `file` is the path below `content/`. */
export function scanTypeScript(text: string, file: string, report: Report): CodeScan {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  for (const diagnostic of diagnostics) {
    const { line, character } = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    const detail = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
    report.add("code-syntax", { file, line: line + 1, column: character + 1 }, { detail });
  }
  const walk = new HandlerWalk(source);
  walk.statements(source.statements, straight);
  walk.close();
  return { steps: walk.steps, gaps: walk.gaps, marks: [...walk.marks, ...comments(source)] };
}

/** How a statement is reached. */
interface Way {
  afterFailure: boolean;
  /** Inside `if (…) return …`: the gap before its first step is the one before the statement that follows the `if`. */
  guard: { first: boolean } | null;
}

const straight: Way = { afterFailure: false, guard: null };

class HandlerWalk {
  readonly steps: Step[] = [];
  readonly marks: Mark[] = [];
  readonly gaps = new Set<number>();
  readonly #databases: ReadonlySet<string>;
  /** Last line of the last statement on the straight way that takes a step. */
  #lastLine: number | null = null;

  constructor(private readonly source: ts.SourceFile) {
    this.#databases = databaseNames(source);
  }

  statements(list: readonly ts.Statement[], way: Way): void {
    for (const statement of list) this.#statement(statement, way);
  }

  /** Adds the gap after the last step. */
  close(): void {
    if (this.#lastLine !== null) this.gaps.add(this.#lastLine + 1);
  }

  #statement(node: ts.Statement, way: Way): void {
    if (ts.isBlock(node)) return this.statements(node.statements, way);
    if (ts.isFunctionDeclaration(node)) return this.statements(node.body?.statements ?? [], way);
    if (ts.isIfStatement(node)) {
      this.#take(node, portCalls(node.expression, this.#databases), way, this.#lineOf(node.expression.end));
      this.#statement(node.thenStatement, leaves(node.thenStatement) ? { ...way, guard: { first: true } } : way);
      if (node.elseStatement) this.#statement(node.elseStatement, way);
      return;
    }
    if (ts.isTryStatement(node)) {
      this.#statement(node.tryBlock, way);
      if (node.catchClause) this.#statement(node.catchClause.block, { ...way, afterFailure: true });
      if (node.finallyBlock) this.#statement(node.finallyBlock, way);
      return;
    }
    if (ts.isIterationStatement(node, false)) {
      const head =
        ts.isForOfStatement(node) || ts.isWhileStatement(node) ? portCalls(node.expression, this.#databases) : [];
      this.#take(node, head, way, this.#lineOf(node.getStart(this.source)));
      return this.#statement(node.statement, way);
    }
    if (ts.isSwitchStatement(node)) {
      for (const clause of node.caseBlock.clauses) this.statements(clause.statements, way);
      return;
    }
    this.#take(node, portCalls(node, this.#databases), way, this.#lineOf(node.end));
  }

  /** Notes the steps of one statement, which ends in `endLine`. */
  #take(node: ts.Node, calls: readonly PortCall[], way: Way, endLine: number): void {
    if (calls.length === 0) return;
    if (way.guard?.first) way.guard.first = false;
    else this.gaps.add(this.#lineOf(node.getStart(this.source)));
    for (const call of calls) {
      this.#step(call.name, call.callee.getStart(this.source), way);
      this.marks.push({ start: call.callee.getStart(this.source), end: call.callee.end, kind: "port" });
      if (call.work) this.statements(call.work.statements, { ...way, guard: null });
      if (!call.transaction) continue;
      if (call.work) this.gaps.add(this.#lineOf(call.work.end));
      this.#step("COMMIT", (call.work ?? call.callee).end - 1, way);
    }
    if (!way.guard && !way.afterFailure) this.#lastLine = endLine;
  }

  #step(name: string, offset: number, way: Way): void {
    const { line, character } = this.source.getLineAndCharacterOfPosition(offset);
    this.steps.push({ name, line: line + 1, column: character + 1, afterFailure: way.afterFailure });
  }

  #lineOf(offset: number): number {
    return this.source.getLineAndCharacterOfPosition(offset).line + 1;
  }
}

/** True when a branch ends the handler. */
function leaves(branch: ts.Statement): boolean {
  const last = ts.isBlock(branch) ? branch.statements.at(-1) : branch;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}

function comments(source: ts.SourceFile): Mark[] {
  const found = new Map<number, Mark>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, { start: pos, end, kind: "comment" });
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...found.values()];
}
