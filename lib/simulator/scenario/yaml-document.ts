import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from "yaml";

export interface Place {
  line: number;
  column: number;
}

export interface ScenarioDocument {
  value: unknown;
  /** Place of the value at a path; of the nearest value around it when there is none. */
  placeOf: (path: readonly PropertyKey[]) => Place;
  /** Place of a position inside a text value: for SQL in a block. */
  placeInside: (path: readonly PropertyKey[], offset: number) => Place;
}

/** Reads YAML as data, without tags, anchors and aliases. Of syntax errors only the first is told: the others follow from it. */
export function readDocument(text: string): { document: ScenarioDocument } | { error: Place & { sentence: string } } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    schema: "core",
    prettyErrors: false,
    logLevel: "silent",
  });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = document.errors;
  if (error) return { error: { ...place(error.pos[0]), sentence: error.message.split("\n")[0] ?? "" } };
  const value = plainValue(document);
  if (value instanceof Error) return { error: { line: 1, column: 1, sentence: value.message } };
  return {
    document: {
      value,
      placeOf: (path) => place(find(document, path)?.range?.[0] ?? 0),
      placeInside(path, offset) {
        const node = find(document, path);
        const start = node?.range?.[0] ?? 0;
        if (!isScalar(node) || node.type !== "BLOCK_LITERAL") return place(start);
        const before = String(node.value).slice(0, offset).split("\n");
        const head = place(start);
        const firstLine = text.split("\n")[head.line] ?? "";
        const indent = firstLine.length - firstLine.trimStart().length;
        return { line: head.line + before.length, column: indent + (before.at(-1) ?? "").length + 1 };
      },
    },
  };
}

/** The document as data, or the error of one that refers to itself or is nested without end. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function find(document: Document, path: readonly PropertyKey[]): Node | null {
  let node: Node | null = document.contents;
  for (const segment of path) {
    const next: unknown = isMap(node)
      ? node.items.find((pair) => isScalar(pair.key) && pair.key.value === segment)?.value
      : isSeq(node) && typeof segment === "number"
        ? node.items[segment]
        : null;
    if (!isNode(next)) return node;
    node = next;
  }
  return node;
}
