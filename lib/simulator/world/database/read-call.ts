import { child, children, names, onlyFields, spelledNode, tagged, text, unsupported, type ParseNode } from "./parse-tree";
import { readExpression } from "./read-expression";
import type { AdvisoryFunction, CallStatement, Table } from "./statement";
import { assign, type ParameterTypes } from "./types";

const advisoryFunctions: readonly string[] = [
  "pg_advisory_lock",
  "pg_advisory_xact_lock",
  "pg_try_advisory_lock",
  "pg_try_advisory_xact_lock",
  "pg_advisory_unlock",
] satisfies AdvisoryFunction[];

/** Where there is no table there are no columns. */
const noTable: Table = { name: "", columns: [], constraints: [] };

/** `SELECT f(…)` without a table: advisory locks and sequences. */
export function readCall(body: ParseNode, parameters: ParameterTypes): CallStatement {
  onlyFields(body, "SELECT", ["targetList", "limitOption", "op"]);
  const [target, second] = children(body, "targetList").map((node) => tagged(node).body);
  const { tag, body: call } = tagged(child(target ?? {}, "val") ?? {});
  if (!target || second || tag !== "FuncCall") return unsupported("SELECT 1", { location: 0 });
  const called = names(children(call, "funcname")).at(-1) ?? "";
  const name = text(target, "name") || called;
  if (called === "nextval" || called === "currval")
    return { kind: "call", parameters: 0, call: { function: called, sequence: readSequence(call) }, name };
  if (!advisoryFunctions.includes(called)) return unsupported(spelledNode(tag, call), call);
  const [key, ...more] = children(call, "args");
  if (!key || more.length > 0) return unsupported(`${called}(a, b)`, call);
  const scope = { table: noTable, alias: "", parameters };
  return {
    kind: "call",
    parameters: 0,
    call: { function: called as AdvisoryFunction, key: assign(readExpression(key, scope), "key", "bigint", parameters) },
    name,
  };
}

/** The sequence that `nextval('a')` and `currval('a'::regclass)` speak of. */
export function readSequence(call: ParseNode): string {
  const [argument, ...more] = children(call, "args").map(tagged);
  const literal = argument?.tag === "TypeCast" ? tagged(child(argument.body, "arg") ?? {}) : argument;
  const name = text(child(literal?.body ?? {}, "sval") ?? {}, "sval");
  // Without quotes a name is folded to lower case, and so is one that a text names.
  if (more.length > 0 || literal?.tag !== "A_Const" || !/^[a-z_][a-z0-9_]*$/i.test(name))
    return unsupported("nextval(…)", call);
  return name.toLowerCase();
}

/** The sequence whose next value an expression takes; null when it is another expression. */
export function nextValueOf(node: ParseNode): string | null {
  const { tag, body } = tagged(node);
  return tag === "FuncCall" && names(children(body, "funcname")).at(-1) === "nextval" ? readSequence(body) : null;
}
