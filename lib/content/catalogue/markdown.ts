import { alternatives, problem } from "./message";

/** Messages about the text of a lesson: MDX, components, headings, links. */
export const markdownMessages = {
  "mdx-less-than": problem((p: { excerpt: string }) => [
    `"${p.excerpt}" is read as the start of a component`,
    'write "\\<", or put the expression in `code`',
  ]),
  "mdx-brace": problem((p: { excerpt: string }) => [
    `"${p.excerpt}" is read as a program, and lessons hold none`,
    'write "\\{", or put the text in `code`',
  ]),
  "mdx-comment": problem(() => ["lessons have no HTML comments", "delete the comment"]),
  "mdx-import": problem((p: { word: string }) => [
    `a paragraph that starts with "${p.word}" is read as a program, and lessons hold none`,
    "start the paragraph with another word; components need no import",
  ]),
  "mdx-tag-mismatch": problem((p: { tag: string }) => [
    `${p.tag} is opened and not closed, or the reverse`,
    "write every component as <Name …>text</Name> or <Name … />, closed in the paragraph, list or quote that opened it",
  ]),
  "mdx-invalid": problem((p: { tag: string; detail: string }) => [
    `"${p.tag}" cannot be read: ${p.detail}`,
    'write a component as <Name attribute="text">, with every value in quotes',
  ]),
  "block-not-closed": problem(() => ["this block is never closed", "end it with a line of three backticks"]),
  "component-unknown": problem((p: { name: string; known: readonly string[] }) => [
    `<${p.name}> is not a component of lessons`,
    `use Markdown, or ${alternatives(p.known.map((name) => `<${name}>`))}`,
  ]),
  "component-attribute-not-text": problem((p: { name: string; attribute: string }) => [
    `<${p.name}>: ${p.attribute} is not literal text`,
    `write the value in quotes: ${p.attribute === "…" ? 'id="…"' : `${p.attribute}="…"`}`,
  ]),
  "component-attribute-unknown": problem((p: { name: string; attribute: string; known: readonly string[] }) => [
    `<${p.name}> has no attribute "${p.attribute}"`,
    p.known.length ? `remove it, or use ${alternatives(p.known)}` : "remove it",
  ]),
  "component-attribute-missing": problem((p: { name: string; attribute: string }) => [
    `<${p.name}> needs the attribute "${p.attribute}"`,
    `write <${p.name} ${p.attribute}="…">`,
  ]),
  "component-misplaced": problem((p: { name: string; place: string }) => [
    `<${p.name}> cannot stand here`,
    `put it ${p.place}`,
  ]),
  "component-empty": problem((p: { name: string }) => [
    `<${p.name}> holds no text`,
    `write the text between <${p.name} …> and </${p.name}>`,
  ]),
  "component-not-empty": problem((p: { name: string }) => [
    `<${p.name}> holds text, but what it shows is computed`,
    `write <${p.name} … /> and move the text out of it`,
  ]),
  "markdown-unsupported": problem((p: { what: string; instead: string }) => [`lessons have no ${p.what}`, p.instead]),
  "link-unsafe": problem((p: { url: string }) => [
    `the link "${p.url}" is not https:, mailto:, an anchor or a path of this site`,
    "link to an https:// address, to /path or to #anchor",
  ]),
  "heading-without-id": problem((p: { heading: string }) => [
    `the heading "${p.heading}" has no anchor`,
    "end it with [#words-joined-by-dashes], the same in both languages",
  ]),
  "heading-empty": problem(() => ["this heading has no words", "write the heading before its anchor, or delete it"]),
  "anchor-twice": problem((p: { id: string }) => [
    `the anchor "${p.id}" exists already in this lesson`,
    "give this heading or question an id of its own",
  ]),
  "outside-section": problem((p: { what: string }) => [
    `${p.what} stands before the first "##" heading`,
    "move it below a heading",
  ]),
  "given-source-unknown": problem((p: { source: string }) => [
    `the source "${p.source}" is not in sources.yaml`,
    `add "${p.source}:" with its title and url to content/sources.yaml, or correct the name`,
  ]),
  "picture-unknown": problem((p: { of: string; known: readonly string[] }) => [
    `there is no picture "${p.of}"`,
    `use ${alternatives(p.known)}`,
  ]),
  "log-reference-invalid": problem((p: { of: string }) => [
    `"${p.of}" names no claim about one schedule`,
    'write <Log of="scenario/claim" />, where the claim has an id and a schedule',
  ]),
  "snippet-unknown": problem((p: { id: string }) => [
    `the snippet "${p.id}" has no files`,
    `add content/scenarios/${p.id}/handlers/given.ts, or metric.txt beside it`,
  ]),
  "snippet-id-invalid": problem((p: { id: string }) => [
    `"${p.id}" cannot be the id of a snippet`,
    "name a folder of content/scenarios, for instance select-then-act",
  ]),
  "snippet-twice": problem((p: { id: string }) => [
    `the snippet "${p.id}" is shown twice in this lesson`,
    "show it once and refer to it in words",
  ]),
  "number-typed": problem((p: { number: string }) => [
    `the number ${p.number} is typed into the text`,
    'put it in `code` if it is part of a program, in <Given source="…"> if it is a fact, or let <Claim of="…" /> compute it',
  ]),
  "number-word-typed": problem((p: { words: string }) => [
    `"${p.words}" states how often an effect happens`,
    'let <Claim of="…" /> compute it, or put it in <Given source="…"> if it is a fact',
  ]),
};
