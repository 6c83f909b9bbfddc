import type { Document, Node, Pair, Scalar, YAMLError } from "yaml";
import { LineCounter, isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Place, Report } from "./problem";
import { withinStack } from "./nesting";

/** Where a piece of YAML stands in its file. */
export interface YamlOrigin {
  file: string;
  /** Line of the file that holds the first line of the YAML. */
  firstLine: number;
  /** Where to point when a field of the outermost level is missing. */
  whole: Place;
}

export type YamlPath = readonly PropertyKey[];

/** YAML as plain data, with the place of each field. */
export interface YamlSource {
  value: unknown;
  /** Place of a value; of the nearest enclosing value when it does not exist. */
  place: (path: YamlPath) => Place;
  /** Place of a field's name. */
  keyPlace: (path: YamlPath) => Place;
  /** Place of a position (line and column from 1) inside a text value. */
  textPlace: (path: YamlPath, position: { line: number; column: number }) => Place;
}

/** Names that JavaScript objects give a meaning of their own; `constructor` and the like are no words for content. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads YAML, or reports why it cannot be read and returns null. Refuses anchors, aliases, tags, duplicate and
 * reserved names: authored content needs none of them.
 */
export function readYaml(text: string, origin: YamlOrigin, report: Report): YamlSource | null {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.max(0, Math.min(offset, text.length)));
    return { file: origin.file, line: origin.firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  };
  return withinStack(origin.whole, report, () => {
    const document = parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: true,
      schema: "core",
      logLevel: "silent",
      prettyErrors: false,
    });
    const errors = [...document.errors, ...document.warnings];
    // The library turns an overflow of its own recursion into one error per bracket.
    if (errors.some(({ message }) => message.includes("call stack"))) throw new RangeError("nested too deeply");
    for (const error of errors) reportError(error, text, placeAt, report);
    const refused = refuse(document, placeAt, report);
    if (errors.length > 0 || refused) return null;
    return {
      value: document.toJS(),
      place: (path) => {
        const { node, exact } = find(document, path);
        return !exact && path.length <= 1 ? origin.whole : node?.range ? placeAt(node.range[0]) : origin.whole;
      },
      keyPlace: (path) => {
        const parent = find(document, path.slice(0, -1)).node;
        const key = isMap(parent) ? pairOf(parent.items, path.at(-1))?.key : null;
        return isNode(key) && key.range ? placeAt(key.range[0]) : origin.whole;
      },
      textPlace: (path, position) => {
        const { node } = find(document, path);
        return isScalar(node) && node.range ? textPlace(node, text, position, placeAt) : origin.whole;
      },
    };
  });
}

function reportError(error: YAMLError, text: string, placeAt: (offset: number) => Place, report: Report): void {
  const [start] = error.pos;
  if (error.code === "DUPLICATE_KEY") {
    report.add("yaml-duplicate-key", placeAt(start), { key: /^[^:\n]*/.exec(text.slice(start))?.[0].trim() ?? "" });
    return;
  }
  const sentence = error.message.split("\n")[0] ?? "";
  report.add("yaml-invalid", placeAt(start), { detail: sentence.charAt(0).toLowerCase() + sentence.slice(1) });
}

/** Reports anchors, aliases and names that are no plain words; true when there are any. */
function refuse(document: Document, placeAt: (offset: number) => Place, report: Report): boolean {
  let refused = false;
  const add = (node: Node, sign: string): void => {
    refused = true;
    report.add("yaml-alias", placeAt(node.range?.[0] ?? 0), { sign });
  };
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) add(node, `*${node.source}`);
      else if (node.anchor) add(node, `&${node.anchor}`);
    },
    Pair(_, pair) {
      const key = pair.key;
      const word = isScalar(key) ? String(key.value) : "[…]";
      if (isScalar(key) && typeof key.value === "string" && !reserved.has(word)) return;
      refused = true;
      report.add("yaml-key-not-word", placeAt(isNode(key) ? (key.range?.[0] ?? 0) : 0), { key: word.slice(0, 40) });
    },
  });
  return refused;
}

/** The node at a path, or the deepest one on the way to it. A single value stands for a list of one. */
function find(document: Document, path: YamlPath): { node: Node | null; exact: boolean } {
  let node: Node | null = document.contents;
  for (const segment of path) {
    let next: unknown = null;
    if (isSeq(node)) next = typeof segment === "number" ? node.items[segment] : null;
    else if (segment === 0) next = node;
    else if (isMap(node)) next = pairOf(node.items, segment)?.value;
    if (!isNode(next)) return { node, exact: false };
    node = next;
  }
  return { node, exact: true };
}

function pairOf(items: readonly unknown[], name: PropertyKey | undefined): Pair | undefined {
  return items.find((item): item is Pair => isPair(item) && isScalar(item.key) && item.key.value === name);
}

function textPlace(
  node: Scalar,
  text: string,
  position: { line: number; column: number },
  placeAt: (offset: number) => Place,
): Place {
  const [start] = node.range ?? [0];
  const head = placeAt(start);
  if (node.type === "BLOCK_LITERAL") {
    const body = text.slice(text.indexOf("\n", start) + 1);
    const indent = /^(?:[ \t]*\n)*([ ]*)/.exec(body)?.[1]?.length ?? 0;
    return { ...head, line: head.line + position.line, column: indent + position.column };
  }
  if (node.type === "BLOCK_FOLDED" || text.slice(start, node.range?.[1]).includes("\n")) return head;
  const quote = node.type === "PLAIN" ? 0 : 1;
  return { ...head, column: head.column + quote + position.column - 1 };
}
