import type { Nodes } from "mdast";
import { attributeOf } from "./lesson/components";

/** Stands in a flattened text for what is not text of its own: code, facts, computed values. */
const placeholder = "\uFFFC";

/** The words of a paragraph as one string, with the way back to the file. */
export interface FlatText {
  text: string;
  /** Line and column (from 1) of an offset, in the source that was parsed. */
  position: (offset: number) => { line: number; column: number };
  /** The stretches inside `<Term id>`, and where the mark itself stands. */
  marks: { term: string; start: number; end: number; position: { line: number; column: number } }[];
}

/** Elements whose content no check of words looks at. */
function isOpaque(node: Nodes): boolean {
  if (node.type === "mdxJsxTextElement") return node.name === "Given" || node.name === "Claim";
  return node.type === "inlineCode" || node.type === "code" || node.type === "html";
}

/** Flattens the text blocks (paragraphs, headings, table cells) below a node. */
export function flatTexts(node: Nodes): FlatText[] {
  if (isOpaque(node)) return [];
  if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") return [flatten(node)];
  return "children" in node ? node.children.flatMap((child: Nodes) => flatTexts(child)) : [];
}

function flatten(block: Nodes): FlatText {
  const pieces: { start: number; line: number; column: number }[] = [];
  const marks: FlatText["marks"] = [];
  let text = "";
  const add = (node: Nodes): void => {
    const position = node.position?.start ?? block.position?.start ?? { line: 1, column: 1 };
    if (node.type === "text") {
      pieces.push({ start: text.length, line: position.line, column: position.column });
      text += node.value;
    } else if (isOpaque(node)) text += placeholder;
    else if (node.type === "break") text += " ";
    else if ("children" in node) {
      const start = text.length;
      node.children.forEach(add);
      if (node.type === "mdxJsxTextElement" && node.name === "Term")
        marks.push({ term: attributeOf(node, "id"), start, end: text.length, position });
    }
  };
  if ("children" in block) block.children.forEach(add);
  return {
    text,
    marks,
    position: (offset) => {
      const piece = pieces.findLast(({ start }) => start <= offset) ?? { start: 0, line: 1, column: 1 };
      const before = text.slice(piece.start, offset);
      const lines = before.split("\n");
      const last = lines.at(-1) ?? "";
      return lines.length === 1
        ? { line: piece.line, column: piece.column + last.length }
        : { line: piece.line + lines.length - 1, column: last.length + 1 };
    },
  };
}

/** The plain words of a node, code included. */
export function plainText(node: Nodes): string {
  if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value;
  return "children" in node ? node.children.map((child: Nodes) => plainText(child)).join("") : "";
}
