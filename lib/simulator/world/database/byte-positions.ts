import type { ParseNode } from "./parse-tree";

const positions = ["location", "stmt_location"];

/**
 * PostgreSQL counts positions in a text as bytes of UTF-8; here they are characters. Returns the same tree with such
 * positions, and with the lengths of its statements.
 */
export function inCharacters(tree: readonly ParseNode[], sql: string): readonly ParseNode[] {
  const characters = charactersByByte(sql);
  // Nothing but ASCII: both counts are the same.
  if (characters.length === sql.length + 1) return tree;
  const charactersTo = (byte: number) => characters[byte] ?? sql.length;
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== "object" || value === null) return value;
    const node = value as ParseNode;
    const fields = Object.entries(node).map(([field, inner]) => [
      field,
      typeof inner === "number" && positions.includes(field) ? charactersTo(inner) : convert(inner),
    ]);
    const { stmt_location: start = 0, stmt_len: length } = node;
    const isCut = typeof start === "number" && typeof length === "number";
    return { ...Object.fromEntries(fields), ...(isCut && { stmt_len: charactersTo(start + length) - charactersTo(start) }) };
  };
  return convert(tree) as readonly ParseNode[];
}

/** For each byte of the text, and for its end, how many characters stand before it. */
function charactersByByte(sql: string): number[] {
  const characters: number[] = [];
  let index = 0;
  for (const character of sql) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let byte = 0; byte < bytes; byte++) characters.push(index);
    index += character.length;
  }
  return [...characters, index];
}
