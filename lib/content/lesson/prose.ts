import type { Locale } from "@/lib/locale";
import type { Code, Nodes, Root } from "mdast";
import type { TermWords } from "../glossary/term-uses";
import type { Place, Report } from "../problem";
import { flatTexts } from "../flat-text";
import { isSafeLink } from "../links";
import { reportNumbers } from "../numbers";
import { attributeOf, checkComponent, componentPlace, isComponent } from "./components";
import { isClosed, placeOfNode } from "./markdown";

/** What checking the prose needs to know about the rest of the content. */
export interface ProseContext {
  file: string;
  locale: Locale;
  source: string;
  /** Every form of the counted nouns in this language. */
  nouns: readonly string[];
  isSource: (name: string) => boolean;
  terms: TermWords;
  /** The computed number that `<Claim of>` shows. */
  claimText: (of: string, place: Place) => string;
  /** The log of the schedule that `<Log of>` names, a line each. */
  logLines: (of: string, place: Place) => readonly string[];
  report: Report;
}

/** Pictures that the page can draw, in `components/lesson/pictures`. */
export const pictures = ["two-deliveries"] as const;

/** Markdown that lessons do without, and what to write in its place. */
const unsupported: Partial<Record<Nodes["type"], readonly [what: string, instead: string]>> = {
  image: ["images", "show code as a <Snippet>; figures belong to the simulator"],
  imageReference: ["images", "show code as a <Snippet>; figures belong to the simulator"],
  linkReference: ["link references", "write the address in the link: [text](https://…)"],
  definition: ["link references", "write the address in the link: [text](https://…)"],
  footnoteReference: ["footnotes", "use <Note> or <Given>"],
  footnoteDefinition: ["footnotes", "use <Note> or <Given>"],
  delete: ["struck text", "delete the text, or write a single ~ as \\~"],
  html: ["HTML", "use Markdown"],
};

/** Checks every number in the words of a lesson: it is part of code, a fact with a source, or computed. */
export function checkNumbers(tree: Root, context: Omit<ProseContext, "source">): void {
  for (const flat of flatTexts(tree))
    reportNumbers(flat.text, context, (offset) => ({ file: context.file, ...flat.position(offset) }), context.report);
}

/** Checks every node of a lesson against the closed list of what a page can show. */
export function checkProse(tree: Root, context: ProseContext): void {
  checkChildren(tree, context);
}

function checkChildren(parent: Nodes, context: ProseContext): void {
  if (!("children" in parent)) return;
  for (const node of parent.children as Nodes[]) {
    checkNode(node, parent, context);
    checkChildren(node, context);
  }
}

function checkNode(node: Nodes, parent: Nodes, context: ProseContext): void {
  const { file, report } = context;
  const place = placeOfNode(node, file);
  const refused = unsupported[node.type];
  if (refused) report.add("markdown-unsupported", place, { what: refused[0], instead: refused[1] });
  switch (node.type) {
    case "heading":
      if (node.depth === 1 || node.depth > 3) {
        const what = `headings of level ${node.depth}`;
        report.add("markdown-unsupported", place, {
          what,
          instead: 'use "##" for a section and "###" inside it; the title of the page is in the front matter',
        });
      }
      refuseTerms(node, context);
      break;
    case "listItem":
      if (typeof node.checked === "boolean")
        report.add("markdown-unsupported", place, { what: "task lists", instead: "write an ordinary list" });
      break;
    case "link":
      if (!isSafeLink(node.url)) report.add("link-unsafe", place, { url: node.url });
      refuseTerms(node, context);
      break;
    case "code":
      checkFence(node, parent, context);
      break;
    case "mdxFlowExpression":
    case "mdxTextExpression":
      report.add("mdx-brace", place, { excerpt: `{${node.value.split("\n")[0]?.slice(0, 24) ?? ""}}` });
      break;
    case "mdxjsEsm":
      report.add("mdx-import", place, { word: /^\w+/.exec(node.value)?.[0] ?? "import" });
      break;
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      if (!isComponent(node) || !checkComponent(node, parent, file, report)) break;
      if (node.name === "Given") {
        const source = attributeOf(node, "source");
        if (!context.isSource(source)) report.add("given-source-unknown", place, { source });
      } else if (node.name === "Term") {
        const term = attributeOf(node, "id");
        if (!context.terms.has(term)) report.add("term-unknown", place, { term });
      } else if (node.name === "Claim") {
        const value = context.claimText(attributeOf(node, "of"), place);
        node.attributes.push({ type: "mdxJsxAttribute", name: "value", value });
      } else if (node.name === "Log") {
        const value = context.logLines(attributeOf(node, "of"), place).join("\n");
        node.attributes.push({ type: "mdxJsxAttribute", name: "lines", value });
      } else if (node.name === "Picture") {
        const of = attributeOf(node, "of");
        if (!pictures.some((known) => known === of)) report.add("picture-unknown", place, { of, known: pictures });
      }
      break;
  }
}

/** A term is a link, and a link holds no other. */
function refuseTerms(node: Nodes, { file, report }: Pick<ProseContext, "file" | "report">): void {
  if (isComponent(node) && node.name === "Term")
    report.add("component-misplaced", placeOfNode(node, file), { name: "Term", place: componentPlace("Term") });
  if ("children" in node) for (const child of node.children as Nodes[]) refuseTerms(child, { file, report });
}

function checkFence(node: Code, parent: Nodes, { file, source, report }: ProseContext): void {
  const place = placeOfNode(node, file);
  if (!isClosed(node, source)) report.add("block-not-closed", place, {});
  else if (node.lang === "predict" && (parent.type !== "root" || place.column !== 1))
    report.add("question-misplaced", place, {});
}
