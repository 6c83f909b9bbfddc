import ts from "typescript";
import { stepName } from "./ports";
import { sqlKeyword } from "./scan";

/** A call of a port inside an expression. */
export interface PortCall {
  name: string;
  /** The words of the call, `db.query`: what is set in bold. */
  callee: ts.Expression;
  /** The work handed to a transaction or to the coordinator, when it is written in place. */
  work: ts.Block | null;
  /** True for `db.transaction`, which ends with a step of its own. */
  transaction: boolean;
}

/** The calls of ports in an expression or statement, in the order in which they are made. Blocks of work are not entered. */
export function portCalls(node: ts.Node, databases: ReadonlySet<string>): PortCall[] {
  const found: PortCall[] = [];
  const visit = (current: ts.Node): void => {
    const call = ts.isCallExpression(current) ? portCall(current, databases) : null;
    // A transaction begins before its work; any other call is made after its arguments are known.
    if (call?.work) found.push(call);
    ts.forEachChild(current, (child) => {
      if (child !== workFunction(call, current)) visit(child);
    });
    if (call && !call.work) found.push(call);
  };
  visit(node);
  return found;
}

function workFunction(call: PortCall | null, node: ts.Node): ts.Node | undefined {
  if (!call?.work || !ts.isCallExpression(node)) return undefined;
  return node.arguments.find((argument) => "body" in argument && argument.body === call.work);
}

function portCall(call: ts.CallExpression, databases: ReadonlySet<string>): PortCall | null {
  const words = wordsOf(call.expression);
  if (!words) return null;
  const callee = call.expression;
  const [root = "", ...rest] = words;
  const member = rest.join(".");
  if (databases.has(root)) {
    if (member === "query") return { name: sqlKeyword(firstText(call)), callee, work: null, transaction: false };
    if (member === "transaction") return { name: "BEGIN", callee, work: workOf(call), transaction: true };
  }
  const name = stepName(words.join("."));
  return name === null ? null : { name, callee, work: workOf(call), transaction: false };
}

/** `db.query` as words; `receiver("shop").call` as receiver, call; null for anything computed. */
function wordsOf(expression: ts.Expression): string[] | null {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isCallExpression(expression)) return wordsOf(expression.expression);
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const before = wordsOf(expression.expression);
  return before && [...(before[0] === "ports" ? before.slice(1) : before), expression.name.text];
}

function firstText(call: ts.CallExpression): string {
  const first = call.arguments[0];
  if (first && (ts.isStringLiteralLike(first) || ts.isNoSubstitutionTemplateLiteral(first))) return first.text;
  return first && ts.isTemplateExpression(first) ? first.head.text : "";
}

function workOf(call: ts.CallExpression): ts.Block | null {
  const last = call.arguments.at(-1);
  return last && (ts.isArrowFunction(last) || ts.isFunctionExpression(last)) && ts.isBlock(last.body)
    ? last.body
    : null;
}

/** Names that hold a database session: `db`, and what a transaction hands to its work. */
export function databaseNames(source: ts.SourceFile): Set<string> {
  const names = new Set(["db"]);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && wordsOf(node.expression)?.at(-1) === "transaction")
      for (const argument of node.arguments)
        if (ts.isArrowFunction(argument) || ts.isFunctionExpression(argument)) {
          const parameter = argument.parameters[0]?.name;
          if (parameter && ts.isIdentifier(parameter)) names.add(parameter.text);
        }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
