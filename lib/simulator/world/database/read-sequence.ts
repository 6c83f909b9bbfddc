import { child, children, names, onlyFields, tagged, text, unsupported, type ParseNode } from "./parse-tree";
import type { Sequence } from "./sequences";
import type { SqlType, Table } from "./statement";

/** PostgreSQL documentation, 8.1.4: the type that `serial` and `bigserial` stand for; null for every other type. */
export function serialType(typeName: ParseNode): SqlType | null {
  const name = names(children(typeName, "names")).join(".");
  if (name === "serial" || name === "serial4") return "integer";
  return name === "bigserial" || name === "serial8" ? "bigint" : null;
}

/** The sequence that comes with a serial or identity column. */
export function ownSequenceName(table: string, column: string): string {
  return `${table}_${column}_seq`;
}

export function ownSequences(table: Pick<Table, "name" | "columns">): Record<string, Sequence> {
  const own = table.columns.filter(({ name, sequence }) => sequence === ownSequenceName(table.name, name));
  return Object.fromEntries(own.map(({ name }) => [ownSequenceName(table.name, name), { next: 1, increment: 1 }]));
}

/** CREATE SEQUENCE with START and INCREMENT; what bounds a sequence or lets it begin again is refused. */
export function readSequenceDefinition(body: ParseNode): { name: string; sequence: Sequence } {
  onlyFields(body, "CREATE SEQUENCE", ["sequence", "options"]);
  const given: Record<string, number> = {};
  for (const node of children(body, "options")) {
    const option = tagged(node).body;
    const name = text(option, "defname");
    const value = tagged(child(option, "arg") ?? {});
    if ((name !== "start" && name !== "increment") || value.tag !== "Integer")
      return unsupported(`CREATE SEQUENCE … ${name.toUpperCase()}`, option);
    given[name] = (value.body["ival"] as number | undefined) ?? 0;
  }
  const increment = given["increment"] ?? 1;
  if (increment < 1) return unsupported("CREATE SEQUENCE … INCREMENT BY -1", body);
  return { name: text(child(body, "sequence") ?? {}, "relname"), sequence: { next: given["start"] ?? 1, increment } };
}
