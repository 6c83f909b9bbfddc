import { hasAggregate, needsRow } from "./evaluate";
import { child, children, names, onlyFields, tagged, text, unsupported, type ParseNode } from "./parse-tree";
import { readExpression, type Scope } from "./read-expression";
import type { Output } from "./statement";
import { settle, wrong } from "./types";

/** A list of results: `*`, columns, expressions with or without a name, aggregates. */
export function readOutputs(nodes: readonly ParseNode[], scope: Scope): Output[] {
  const outputs = nodes.flatMap((node): Output[] => {
    const target = tagged(node).body;
    onlyFields(target, "SELECT", ["name", "val"]);
    const value = child(target, "val") ?? {};
    const { tag, body } = tagged(value);
    if (tag === "ColumnRef" && children(body, "fields").some((field) => tagged(field).tag === "A_Star")) {
      return scope.table.columns.map(({ name }) => ({ name, value: { column: name } }));
    }
    const read = settle(readExpression(value, scope), "text", scope.parameters);
    return [{ name: text(target, "name") || nameOf(value) || "?column?", value: read }];
  });
  const aggregated = outputs.some(({ value }) => hasAggregate(value));
  if (aggregated && outputs.some(({ value }) => needsRow(value)))
    return unsupported("SELECT count(*), a", { location: 0 });
  return outputs;
}

/** RETURNING: one result for each row that was written. */
export function readReturning(body: ParseNode, scope: Scope): Output[] {
  const outputs = readOutputs(children(child(body, "returningClause") ?? {}, "exprs"), scope);
  if (outputs.some(({ value }) => hasAggregate(value)))
    return wrong("aggregate functions are not allowed in RETURNING", null);
  return outputs;
}

/** The name that PostgreSQL gives a result without AS (FigureColname in parse_target.c); null where it has none. */
function nameOf(node: ParseNode): string | null {
  const { tag, body } = tagged(node);
  switch (tag) {
    case "ColumnRef":
      return names(children(body, "fields")).at(-1) ?? null;
    case "FuncCall":
      return names(children(body, "funcname")).at(-1) ?? null;
    case "CoalesceExpr":
      return "coalesce";
    case "TypeCast":
      return nameOf(child(body, "arg") ?? {}) ?? names(children(child(body, "typeName") ?? {}, "names")).at(-1) ?? null;
    default:
      return null;
  }
}
