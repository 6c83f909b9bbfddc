import type { Code, Root } from "mdast";
import type { Place, Report } from "../problem";
import type { SourceText } from "../source-text";
import type { ParserMessage } from "./markdown-errors";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { placeOf } from "../source-text";
import { explain } from "./markdown-errors";

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkMdx).use(remarkGfm);

/** The parser stops at its first error. After this many the rest of the file is likely to be one misunderstanding. */
const mostErrors = 10;

/**
 * Parses MDX to a tree, never to a program. The parser stops at the first thing it cannot read; that sign is then
 * blanked out and the file parsed again, so that an author sees every mistake at once. Null when nothing can be read.
 */
export function parseMarkdown(source: SourceText, report: Report): Root | null {
  let text = source.text;
  for (let errors = 0; errors < mostErrors; errors += 1) {
    try {
      return parser.parse(text);
    } catch (error) {
      const message = error as ParserMessage;
      if (!message.ruleId) throw error;
      const { rule, parameters, offset, blank } = explain(message, text);
      report.add(rule, placeOf(source.text, offset, source.file), parameters);
      const [start, end] = blank;
      text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
    }
  }
  return null;
}

/** True when a fenced block ends with a fence of its own, not with the end of the file. */
export function isClosed(block: Code, text: string): boolean {
  const { start, end } = block.position ?? { start: { line: 1 }, end: { line: 1 } };
  return end.line > start.line && /^[\s>]*(`{3,}|~{3,})\s*$/.test(text.split("\n")[end.line - 1] ?? "");
}

/** Place of a node of the tree. */
export function placeOfNode(
  node: { position?: { start: { line: number; column: number } } | undefined },
  file: string,
): Place {
  return { file, line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}
