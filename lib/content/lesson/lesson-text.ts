import type { Locale } from "@/lib/locale";
import type { Root as HastRoot } from "hast";
import type { Code, Nodes } from "mdast";
import type { Passage } from "../checks/terms";
import type { PublicLesson } from "../compiled";
import type { Place } from "../problem";
import type { QuestionBlock } from "../question/fence";
import type { SourceText } from "../source-text";
import type { FrontMatter } from "./front-matter";
import type { ProseContext } from "./prose";
import { snippetPattern } from "../fields";
import { flatTexts, plainText } from "../flat-text";
import { readFence } from "../question/fence";
import { compileBody, component } from "./body";
import type { Component } from "./components";
import { attributeOf, isComponent, liftBlocks } from "./components";
import { readFrontMatter } from "./front-matter";
import { readHeading } from "./headings";
import { isClosed, parseMarkdown, placeOfNode } from "./markdown";
import { checkNumbers, checkProse } from "./prose";

/** A piece of a lesson that must exist in both languages. */
export interface Part {
  kind: "heading" | "snippet" | "question" | "note" | "picture" | "log" | "given" | "claim" | "term";
  /** The piece as an author would call it. Equal in both languages. */
  name: string;
  /** Section that it stands in; empty before the first heading. */
  section: string;
  place: Place;
}

type Section = PublicLesson["sections"][number];

/** One language of a lesson: its structure checked, its questions not yet read. */
export interface LessonText {
  slug: string;
  locale: Locale;
  source: SourceText;
  front: FrontMatter;
  /** `questions` hold the ids of the blocks. */
  sections: Section[];
  parts: Part[];
  blocks: QuestionBlock[];
  /** What names terms of the glossary, in the order of the page. */
  passages: Passage[];
  /** In the order of the page. */
  snippets: { id: string; place: Place }[];
  /** Names of the sources of the prose. */
  given: Set<string>;
  body: HastRoot;
  /** Words of the prose, without code and questions. */
  words: number;
  /** False when parts may have been misread; comparing them with the other language would only repeat the problem. */
  sound: boolean;
}

/** Reads the structure of one file: front matter, sections, snippets, question blocks. Null when it cannot be read. */
export function readLessonText(
  slug: string,
  source: SourceText,
  context: Omit<ProseContext, "file" | "source">,
): LessonText | null {
  const { report, locale } = context;
  const before = report.problems.length;
  const tree = parseMarkdown(source, report);
  if (!tree) return null;
  const front = readFrontMatter(tree, { file: source.file, locale, nouns: context.nouns }, report);
  // Without its second line of dashes the front matter is read as a heading: nothing below can be trusted.
  if (tree.children[0]?.type !== "yaml") return null;
  tree.children = liftBlocks(tree.children.filter((node) => node.type !== "yaml")) as typeof tree.children;
  const walk = new LessonWalk(slug, source, context);
  const body = tree.children.flatMap((node) => walk.block(node));
  checkProse(tree, { ...context, file: source.file, source: source.text });
  const sound = report.problems.length === before;
  checkNumbers(tree, { ...context, file: source.file });
  if (!front) return null;
  const { sections, parts, passages, blocks, snippets, given } = walk;
  const words =
    tree.children
      .map((node) => (node.type === "code" ? "" : plainText(node)))
      .join(" ")
      .match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return {
    slug,
    locale,
    source,
    front,
    sections,
    parts,
    blocks,
    passages,
    snippets,
    given,
    body: compileBody(walk.fold(body)),
    words,
    sound,
  };
}

/** Goes through the blocks of a lesson in the order of the page. */
class LessonWalk {
  readonly sections: Section[] = [];
  readonly parts: Part[] = [];
  readonly blocks: QuestionBlock[] = [];
  readonly passages: Passage[] = [];
  readonly snippets: { id: string; place: Place }[] = [];
  readonly given = new Set<string>();
  readonly #anchors = new Set<string>();
  private readonly report: ProseContext["report"];
  readonly #terms: ProseContext["terms"];

  constructor(
    private readonly slug: string,
    private readonly source: SourceText,
    { report, terms }: Pick<ProseContext, "report" | "terms">,
  ) {
    this.report = report;
    this.#terms = terms;
  }

  /** Notes what a block contributes and returns what the page shows in its place. */
  block(node: Nodes): Nodes[] {
    const place = placeOfNode(node, this.source.file);
    if (node.type === "heading" && (node.depth === 2 || node.depth === 3)) {
      const heading = readHeading(node, this.source.file, this.report);
      if (heading && this.#anchor(heading.id, place)) {
        if (node.depth === 2)
          this.sections.push({
            ...heading,
            kind: heading.id === "goal" || heading.id === "summary" ? heading.id : "prose",
            questions: [],
          });
        this.#part("heading", `the heading [#${heading.id}]`, place);
      }
    } else if (node.type === "code" && node.lang === "predict") return this.#question(node, place);
    else if (isComponent(node) && node.name === "Snippet") this.#snippet(node, place);
    this.#inline(node);
    if (node.type !== "heading") this.#passage(node);
    return [node];
  }

  /** Puts the content of the section `summary` into a `Summary`, which the page shows folded. */
  fold(blocks: readonly Nodes[]): Nodes[] {
    const start = blocks.findIndex(
      (node) => node.type === "heading" && node.depth === 2 && node.data?.hProperties?.["id"] === "summary",
    );
    if (start < 0) return [...blocks];
    const next = blocks.findIndex((node, index) => index > start && node.type === "heading" && node.depth === 2);
    const end = next < 0 ? blocks.length : next;
    return [
      ...blocks.slice(0, start + 1),
      component("Summary", {}, blocks.slice(start + 1, end)),
      ...blocks.slice(end),
    ];
  }

  #question(node: Code, place: Place): Nodes[] {
    const block = isClosed(node, this.source.text) && readFence(node, this.source.file, this.report);
    if (!block) return [];
    const section = this.sections.at(-1);
    if (!section) this.report.add("outside-section", place, { what: `the question "${block.id}"` });
    // A snippet whose id cannot be read may be the one that is meant.
    if (!this.snippets.some(({ id }) => id === block.snippet || id === ""))
      this.report.add("question-snippet-not-shown", place, { snippet: block.snippet });
    if (!this.#anchor(block.id, place)) return [];
    section?.questions.push(block.id);
    this.blocks.push(block);
    this.passages.push({ section: section?.id ?? "", question: block.id });
    this.#part("question", `the question "${block.id}"`, place);
    return [component("Question", { id: `${this.slug}/${block.id}` })];
  }

  #snippet(node: Component, place: Place): void {
    const written = attributeOf(node, "id");
    const id = snippetPattern.test(written) ? written : "";
    if (id !== written) this.report.add("snippet-id-invalid", place, { id: written });
    const section = this.sections.at(-1);
    if (!section) this.report.add("outside-section", place, { what: `<Snippet id="${id}" />` });
    else if (section.kind === "prose") section.kind = "snippet";
    if (id !== "" && this.snippets.some((snippet) => snippet.id === id))
      this.report.add("snippet-twice", place, { id });
    else this.snippets.push({ id, place });
    this.#part("snippet", `<Snippet id="${id}" />`, place);
  }

  #inline(node: Nodes): void {
    if (isComponent(node)) {
      const place = placeOfNode(node, this.source.file);
      if (node.name === "Note") this.#part("note", "<Note>", place);
      if (node.name === "Picture") this.#part("picture", `<Picture of="${attributeOf(node, "of")}" />`, place);
      if (node.name === "Log") this.#part("log", `<Log of="${attributeOf(node, "of")}" />`, place);
      if (node.name === "Term") this.#part("term", `<Term id="${attributeOf(node, "id")}">`, place);
      if (node.name === "Claim") this.#part("claim", `<Claim of="${attributeOf(node, "of")}" />`, place);
      if (node.name === "Given") {
        const source = attributeOf(node, "source");
        this.given.add(source);
        this.#part("given", `<Given source="${source}">`, place);
      }
    }
    if ("children" in node) for (const child of node.children as Nodes[]) this.#inline(child);
  }

  #passage(node: Nodes): void {
    const placeAt = (position: { line: number; column: number }): Place => ({ file: this.source.file, ...position });
    const uses = flatTexts(node).flatMap((flat) => this.#terms.usesIn(flat, placeAt));
    if (uses.length > 0) this.passages.push({ section: this.sections.at(-1)?.id ?? "", uses });
  }

  #part(kind: Part["kind"], name: string, place: Place): void {
    this.parts.push({ kind, name, section: this.sections.at(-1)?.id ?? "", place });
  }

  #anchor(id: string, place: Place): boolean {
    if (this.#anchors.has(id)) {
      this.report.add("anchor-twice", place, { id });
      return false;
    }
    this.#anchors.add(id);
    return true;
  }
}
