import type { MessageParameters, MessageRule } from "../catalogue";

/** What the MDX parser throws: the parts that name the cause and the place. */
export interface ParserMessage {
  ruleId?: string;
  source?: string;
  reason: string;
  place?: { offset?: number } | { start: { offset?: number } };
}

type Rule = Extract<MessageRule, `mdx-${string}`>;

export type Finding = { [One in Rule]: { rule: One; parameters: MessageParameters<One> } }[Rule] & {
  /** What to point at. */
  offset: number;
  /** What to blank out before parsing again; end exclusive. */
  blank: readonly [start: number, end: number];
};

/** Turns an error of the MDX parser into a message of ours, at the sign that the author typed. */
export function explain(error: ParserMessage, text: string): Finding {
  const at = Math.max(0, Math.min(offsetOf(error) ?? 0, text.length - 1));
  if (error.source === "micromark-extension-mdxjs-esm") {
    const offset = lastMatch(text, /^(?:import|export)\b/gm, at) ?? at;
    const word = /^\w+/.exec(text.slice(offset))?.[0] ?? "import";
    return { rule: "mdx-import", parameters: { word }, offset, blank: [offset, offset + word.length] };
  }
  if (error.source === "micromark-extension-mdx-expression" || error.ruleId === "acorn") {
    const offset = lastMatch(text, /\{/g, at) ?? at;
    return { rule: "mdx-brace", parameters: { excerpt: excerpt(text, offset) }, offset, blank: [offset, offset + 1] };
  }
  const named = /for `<[^`]*>` \((\d+):(\d+)/.exec(error.reason);
  const offset = named ? offsetAt(text, Number(named[1]), Number(named[2])) : (lastMatch(text, /</g, at) ?? at);
  const tag = tagAt(text, offset);
  if (error.source === "mdast-util-mdx-jsx")
    return { rule: "mdx-tag-mismatch", parameters: { tag }, offset, blank: [offset, offset + tag.length] };
  if (text.startsWith("<!--", offset)) {
    const line = /^[^\n]*?(?:-->|(?=\n)|$)/.exec(text.slice(offset))?.[0] ?? "<!--";
    return { rule: "mdx-comment", parameters: {}, offset, blank: [offset, offset + line.length] };
  }
  const name = /^<\/?[A-Z]\w*/.exec(text.slice(offset))?.[0];
  if (name === undefined)
    return {
      rule: "mdx-less-than",
      parameters: { excerpt: excerpt(text, offset) },
      offset,
      blank: [offset, offset + 1],
    };
  const detail = error.reason.split(", expected")[0] ?? error.reason;
  // Without its attributes the tag can be read, and still closes or is closed.
  const blank = tag.endsWith(">")
    ? ([offset + name.length, offset + tag.length - 1] as const)
    : ([offset, offset + 1] as const);
  return { rule: "mdx-invalid", parameters: { tag, detail }, offset, blank };
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
  return (
    text
      .slice(offset, offset + 24)
      .split("\n")[0]
      ?.trim() ?? ""
  );
}

/** The tag at an offset, or the sign alone when the tag does not end in its line. */
function tagAt(text: string, offset: number): string {
  return /^<[^>\n]*>/.exec(text.slice(offset, offset + 400))?.[0] ?? text.slice(offset, offset + 1);
}
