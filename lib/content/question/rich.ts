import type { Nodes, Paragraph, PhrasingContent } from "mdast";
import type { Rich, RichNode } from "../compiled";
import type { TermUse, TermWords } from "../glossary/term-uses";
import type { Place, Report } from "../problem";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { flatTexts } from "../flat-text";
import { isSafeLink } from "../links";
import { withinStack } from "../nesting";
import { reportNumbers } from "../numbers";
import type { Locale } from "@/lib/locale";

/** What a text of a question may be. */
export interface RichRules {
  /** How the field is called in messages. */
  field: string;
  /** Place of a position inside the text. */
  placeAt: (position: { line: number; column: number }) => Place;
  /** True where the page has room for one line only: titles, options. */
  singleParagraph: boolean;
  /** Present where numbers need a source, and `<Given>` and `<Claim>` are allowed: feedback and explanations. */
  numbers: {
    locale: Locale;
    nouns: readonly string[];
    isSource: (name: string) => boolean;
    claimText: (of: string, place: Place) => string;
  } | null;
  /** The glossary, and who is told which terms the text names; null where the text is part of the glossary. */
  terms: { known: TermWords; note: (uses: TermUse[]) => void } | null;
  report: Report;
}

const allowed = ["**strong**", "*emphasis*", "`code`", "links", "lists", "code blocks", "paragraphs"];

const processor = unified()
  .use(remarkParse)
  // Questions hold `a < b` and `{}`, so their texts are Markdown without MDX; a line never turns into a block of HTML.
  .data("micromarkExtensions", [{ disable: { null: ["htmlFlow", "codeIndented"] } }]);

/**
 * Reads the Markdown of one text field. A text of one paragraph becomes inline content, a longer one a list of blocks.
 * What cannot be shown is reported and left out.
 */
export function readRich(text: string, rules: RichRules): Rich {
  return withinStack(rules.placeAt({ line: 1, column: 1 }), rules.report, () => compile(text, rules)) ?? [];
}

function compile(text: string, rules: RichRules): Rich {
  const tree = processor.parse(text);
  readComponents(tree, rules);
  const { numbers, terms } = rules;
  const flats = flatTexts(tree);
  if (numbers)
    for (const flat of flats)
      reportNumbers(flat.text, numbers, (offset) => rules.placeAt(flat.position(offset)), rules.report);
  terms?.note(flats.flatMap((flat) => terms.known.usesIn(flat, rules.placeAt)));
  const [first, ...others] = tree.children;
  if (first?.type === "paragraph" && others.length === 0) return convertAll(first.children, rules);
  if (rules.singleParagraph) rules.report.add("text-not-one-paragraph", place(tree, rules), { field: rules.field });
  return convertAll(tree.children, rules);
}

const claimElement = { type: "mdxJsxTextElement" as const, name: "Claim", attributes: [] };

/**
 * Replaces `<Given source="…">…</Given>` and `<Term id="…">…</Term>`, which Markdown reads as two pieces of HTML, by one
 * element around the text, and `<Claim of="…" />` by its number.
 */
function readComponents(parent: Nodes, rules: RichRules): void {
  if (!("children" in parent)) return;
  const children = parent.children as Nodes[];
  for (let index = 0; index < children.length; index += 1) {
    const node = children[index];
    if (node?.type !== "html") {
      if (node) readComponents(node, rules);
      continue;
    }
    const claim = /^<Claim\s+of=(?:"([^"]*)"|'([^']*)')\s*\/>$/.exec(node.value);
    if (claim && rules.numbers) {
      const value = rules.numbers.claimText(claim[1] ?? claim[2] ?? "", place(node, rules));
      children[index] = { ...claimElement, children: [{ type: "text", value }], position: node.position };
      continue;
    }
    const opening = /^<(Given|Term)\s+(source|id)=(?:"([^"]*)"|'([^']*)')\s*>$/.exec(node.value);
    const [, name = "", attribute = ""] = opening ?? [];
    const value = opening?.[3] ?? opening?.[4] ?? "";
    const end = children.findIndex(
      (other, position) => position > index && other.type === "html" && other.value === `</${name}>`,
    );
    if (!opening || end < 0 || !isAllowed(name, attribute, parent, rules)) continue;
    const inner = children.slice(index + 1, end) as PhrasingContent[];
    if (name === "Given" && !rules.numbers?.isSource(value)) rules.report.add("given-source-unknown", place(node, rules), { source: value });
    if (name === "Term" && !rules.terms?.known.has(value)) rules.report.add("term-unknown", place(node, rules), { term: value });
    if (inner.length === 0) rules.report.add("component-empty", place(node, rules), { name });
    children.splice(index, end - index + 1, {
      type: "mdxJsxTextElement",
      name,
      attributes: [{ type: "mdxJsxAttribute", name: attribute, value }],
      children: inner,
      position: node.position,
    });
  }
}

/** Both stand in feedback and explanations; a term is a link, and a link holds no other. */
function isAllowed(name: string, attribute: string, parent: Nodes, { numbers, terms }: RichRules): boolean {
  if (name === "Given") return attribute === "source" && numbers !== null;
  return attribute === "id" && numbers !== null && terms !== null && parent.type !== "link";
}

function place(node: Nodes, rules: RichRules): Place {
  return rules.placeAt(node.position?.start ?? { line: 1, column: 1 });
}

function convertAll(nodes: readonly Nodes[], rules: RichRules): Rich {
  return nodes.flatMap((node) => convert(node, rules));
}

function convert(node: Nodes, rules: RichRules): RichNode[] {
  const children = (): Rich => ("children" in node ? convertAll(node.children, rules) : []);
  switch (node.type) {
    case "text":
      return [node.value.replace(/\s*\n\s*/g, " ")];
    case "paragraph":
      return [{ tag: "p", children: children() }];
    case "strong":
      return [{ tag: "strong", children: children() }];
    case "emphasis":
      return [{ tag: "em", children: children() }];
    case "inlineCode":
      return [{ tag: "code", children: [node.value] }];
    case "code":
      return [{ tag: "pre", children: [node.value] }];
    case "list":
      return [{ tag: node.ordered ? "ol" : "ul", children: children() }];
    case "listItem":
      return [{ tag: "li", children: node.spread ? children() : convertAll(node.children.flatMap(tight), rules) }];
    case "link":
      if (!isSafeLink(node.url)) rules.report.add("link-unsafe", place(node, rules), { url: node.url });
      return [{ tag: "a", href: node.url, children: children() }];
    case "mdxJsxTextElement":
      if (node.name === "Claim") return children();
      return [marked(node.name, String(node.attributes[0]?.value), children(), rules)];
    case "html":
      rules.report.add("text-html", place(node, rules), { tag: node.value.slice(0, 40) });
      return [];
    default:
      rules.report.add("text-unsupported", place(node, rules), { what: nameOf(node), allowed });
      return [];
  }
}

function marked(name: string | null, value: string, children: Rich, { terms }: RichRules): RichNode {
  if (name !== "Term" || !terms) return { tag: "given", source: value, children };
  return { tag: "term", href: terms.known.hrefOf(value), gloss: terms.known.glossOf(value), children };
}

/** The content of a list item without empty lines stands in no paragraph of its own. */
function tight(node: Nodes): Nodes[] {
  return node.type === "paragraph" ? (node satisfies Paragraph).children : [node];
}

function nameOf(node: Nodes): string {
  const names: Partial<Record<Nodes["type"], string>> = {
    heading: "headings",
    blockquote: "quotes",
    thematicBreak: "rules",
    break: "forced line ends",
    image: "images",
    definition: "link references",
    linkReference: "link references",
    imageReference: "images",
  };
  return names[node.type] ?? node.type;
}
