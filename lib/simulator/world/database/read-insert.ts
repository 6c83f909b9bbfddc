import { needsRow } from "./evaluate";
import { child, children, locationOf, onlyFields, SqlRefused, tagged, text, unsupported, type ParseNode } from "./parse-tree";
import { columnOf, readAssigned, readCondition, type Scope } from "./read-expression";
import { nextValueOf } from "./read-call";
import { readReturning } from "./read-outputs";
import type { Assigned, Assignments, Column, ConflictClause, DataStatement, Table } from "./statement";
import { assign, typed, wrong } from "./types";

/** INSERT … VALUES, and what it does where a key is taken. */
export function readInsert(body: ParseNode, scope: Scope): DataStatement {
  onlyFields(body, "INSERT", ["relation", "cols", "selectStmt", "onConflictClause", "returningClause", "override"]);
  if (body["override"] !== "OVERRIDING_NOT_SET") return unsupported("OVERRIDING VALUE", { location: 0 });
  const { table } = scope;
  const targets = children(body, "cols").map((node) => tagged(node).body);
  const columns = targets.map((target) => {
    onlyFields(target, "INSERT", ["name"]);
    return columnOf(table, text(target, "name"), locationOf(target));
  });
  const conflict = child(body, "onConflictClause");
  return {
    kind: "insert",
    table: table.name,
    parameters: 0,
    rows: readRows(child(body, "selectStmt"), columns, scope),
    onConflict: conflict ? readConflict(conflict, scope) : null,
    returning: readReturning(body, scope),
  };
}

function readRows(source: ParseNode | undefined, named: readonly Table["columns"][number][], scope: Scope): Assignments[] {
  // INSERT … DEFAULT VALUES
  if (!source) return [{}];
  const select = tagged(source).body;
  const lists = children(select, "valuesLists");
  if (lists.length === 0) return unsupported("INSERT … SELECT", { location: 0 });
  onlyFields(select, "VALUES", ["valuesLists", "limitOption", "op"]);
  return lists.map((list) => {
    const items = children(tagged(list).body, "items");
    const columns = named.length > 0 ? named : scope.table.columns;
    if (items.length > columns.length) return wrong("INSERT has more expressions than target columns", null);
    if (named.length > 0 && items.length < columns.length)
      return wrong("INSERT has more target columns than expressions", null);
    return Object.fromEntries(
      items.map((item, index) => {
        const column = columns[index] as Table["columns"][number];
        const value = readValue(item, column, scope);
        if (value && column.alwaysGenerated)
          return wrong(`cannot insert a non-DEFAULT value into column "${column.name}"`, locationOf(tagged(item).body));
        if (value && !("sequence" in value) && needsRow(value)) return wrong("a column cannot be read in VALUES", locationOf(tagged(item).body));
        return [column.name, value];
      }),
    );
  });
}

function readValue(node: ParseNode, column: Column, scope: Scope): Assigned | null {
  if (tagged(node).tag === "SetToDefault") return null;
  const sequence = nextValueOf(node);
  if (sequence === null) return readAssigned(node, column, scope);
  // A bigint in an assignment: its type is checked as that of any other value.
  assign(typed({ constant: null }, "bigint", node), column.name, column.type, scope.parameters);
  return { sequence };
}

/** `SET a = 1, b = DEFAULT` of an UPDATE and of ON CONFLICT DO UPDATE. */
export function readAssignments(nodes: readonly ParseNode[], scope: Scope): Assignments {
  const set: Record<string, Assigned | null> = {};
  for (const node of nodes) {
    const target = tagged(node).body;
    onlyFields(target, "SET", ["name", "val"]);
    const column = columnOf(scope.table, text(target, "name"), locationOf(target));
    if (Object.hasOwn(set, column.name))
      return wrong(`multiple assignments to same column "${column.name}"`, locationOf(target));
    const value = child(target, "val") ?? {};
    if (tagged(value).tag === "MultiAssignRef") return unsupported("SET (a, b) = …", target);
    const assigned = readValue(value, column, scope);
    if (assigned && column.alwaysGenerated)
      return wrong(`column "${column.name}" can only be updated to DEFAULT`, locationOf(target));
    set[column.name] = assigned;
  }
  return set;
}

function readConflict(conflict: ParseNode, scope: Scope): ConflictClause {
  const constraints = readTarget(child(conflict, "infer"), scope.table);
  if (conflict["action"] === "ONCONFLICT_NOTHING")
    return { constraints: constraints ?? scope.table.constraints.map(({ name }) => name), update: null };
  if (constraints === null)
    return wrong("ON CONFLICT DO UPDATE requires inference specification or constraint name", locationOf(conflict));
  const inner: Scope = { ...scope, withExcluded: true };
  const where = child(conflict, "whereClause");
  return {
    constraints,
    update: {
      set: readAssignments(children(conflict, "targetList"), inner),
      where: where ? readCondition(where, inner, "WHERE") : null,
    },
  };
}

/** Which constraints `ON CONFLICT` speaks of: the one named, or those over exactly the columns named; null: none is named. */
function readTarget(target: ParseNode | undefined, table: Table): string[] | null {
  if (!target) return null;
  onlyFields(target, "ON CONFLICT", ["indexElems", "conname"]);
  const named = text(target, "conname");
  const columns = children(target, "indexElems").map((node) => {
    const element = tagged(node).body;
    onlyFields(element, "ON CONFLICT", ["name", "ordering", "nulls_ordering"]);
    return text(element, "name");
  });
  const same = (other: readonly string[]) =>
    other.length === new Set(columns).size && other.every((column) => columns.includes(column));
  const found = table.constraints.filter((constraint) =>
    named ? constraint.name === named : same(constraint.columns),
  );
  if (found.length === 0)
    throw new SqlRefused("unknown-constraint", named || `(${columns.join(", ")})`, locationOf(target));
  return found.map(({ name }) => name);
}
