import type { Root } from "mdast";
import type { MessageParameters, MessageRule } from "../catalogue";
import type { Place, Report } from "../problem";
import type { SourceText } from "../source-text";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { placeOf } from "../source-text";

/** What the parser throws; the parts that name the place and the cause. */
interface ParserMessage {
  ruleId?: string;
  source?: string;
  reason: string;
  place?: { offset?: number } | { start: { offset?: number } };
}

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkMdx).use(remarkGfm);

/** The parser stops at its first error. After this many the rest of the file is likely to be one misunderstanding. */
const mostErrors = 10;

/**
 * Parses MDX to a tree, never to a program. The parser stops at the first thing it cannot read; that sign is then
 * blanked out and the file parsed again, so that an author sees every mistake at once. Null when there was any.
 */
export function parseMarkdown(source: SourceText, report: Report): Root | null {
  let text = source.text;
  for (let errors = 0; errors < mostErrors; errors += 1) {
    try {
      const tree = parser.parse(text);
      return errors === 0 ? tree : null;
    } catch (error) {
      if (error instanceof RangeError) {
        report.add("file-too-deep", { file: source.file, line: 1, column: 1 }, {});
        return null;
      }
      const message = error as ParserMessage;
      if (!message.ruleId) throw error;
      const found = explain(message, text);
      report.add(found.rule, placeOf(source.text, found.offset, source.file), found.parameters);
      const end = found.offset + found.length;
      text = text.slice(0, found.offset) + text.slice(found.offset, end).replace(/[^\n]/g, " ") + text.slice(end);
    }
  }
  return null;
}

type Finding = { [Rule in MessageRule]: { rule: Rule; parameters: MessageParameters<Rule> } }[
  | "mdx-less-than"
  | "mdx-brace"
  | "mdx-comment"
  | "mdx-import"
  | "mdx-tag-mismatch"
  | "mdx-invalid"] & {
  /** What to point at and to blank out before parsing again. */
  offset: number;
  length: number;
};

/** Turns an error of the MDX parser into a message of ours, at the sign that the author typed. */
function explain(error: ParserMessage, text: string): Finding {
  const at = Math.max(0, Math.min(offsetOf(error) ?? 0, text.length - 1));
  if (error.ruleId === "acorn" && error.source === "micromark-extension-mdxjs-esm") {
    const offset = lastMatch(text, /^(?:import|export)\b/gm, at) ?? at;
    const word = /^\w+/.exec(text.slice(offset))?.[0] ?? "import";
    return { rule: "mdx-import", parameters: { word }, offset, length: word.length };
  }
  if (error.source === "micromark-extension-mdx-expression" || error.ruleId === "acorn") {
    const offset = lastMatch(text, /\{/g, at) ?? at;
    return { rule: "mdx-brace", parameters: { excerpt: excerpt(text, offset) }, offset, length: 1 };
  }
  if (error.source === "mdast-util-mdx-jsx") {
    const named = /for `<[^`]*>` \((\d+):(\d+)/.exec(error.reason);
    const offset = named ? offsetAt(text, Number(named[1]), Number(named[2])) : lastMatch(text, /</g, at) ?? at;
    const detail = excerpt(text, offset);
    return { rule: "mdx-tag-mismatch", parameters: { detail }, offset, length: tagLength(text, offset) };
  }
  const offset = lastMatch(text, /</g, at) ?? at;
  if (text.startsWith("<!--", offset)) {
    const end = text.indexOf("-->", offset);
    const comment = text.slice(offset, end < 0 ? offset + 4 : end + 3);
    return { rule: "mdx-comment", parameters: {}, offset, length: comment.search(/\n|$/) };
  }
  if (text[offset] === "<") return { rule: "mdx-less-than", parameters: { excerpt: excerpt(text, offset) }, offset, length: 1 };
  return { rule: "mdx-invalid", parameters: { detail: error.reason }, offset: at, length: 1 };
}

function offsetOf(error: ParserMessage): number | undefined {
  const place = error.place;
  if (!place) return undefined;
  return "start" in place ? place.start.offset : place.offset;
}

function offsetAt(text: string, line: number, column: number): number {
  let offset = 0;
  for (let passed = 1; passed < line; passed += 1) offset = text.indexOf("\n", offset) + 1;
  return offset + column - 1;
}

/** Offset of the last match that starts at or before `limit`. */
function lastMatch(text: string, pattern: RegExp, limit: number): number | null {
  let found: number | null = null;
  for (const match of text.slice(0, limit + 1).matchAll(pattern)) found = match.index;
  return found;
}

/** The sign and what follows it in its line, short enough for a message. */
function excerpt(text: string, offset: number): string {
  return text.slice(offset, offset + 24).split("\n")[0]?.trim() ?? "";
}

function tagLength(text: string, offset: number): number {
  const end = text.indexOf(">", offset);
  const tag = text.slice(offset, end < 0 ? offset + 1 : end + 1);
  return tag.includes("\n") ? 1 : Math.max(tag.length, 1);
}

/** Place of a node of the tree. */
export function placeOfNode(node: { position?: { start: { line: number; column: number } } | undefined }, file: string): Place {
  return { file, line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}
