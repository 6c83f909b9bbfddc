import type { ElementContent, Root, RootContent } from "hast";
import type { Glossary, LabScenario, PublicLesson, Rich } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import type { DocumentKind } from "./contract";

type Both = Record<Locale, string>;

/** Something that a search can find: a page, or a place on one. */
export interface SearchDocument {
  kind: DocumentKind;
  /** Below the language, without a leading slash. */
  path: string;
  title: Both;
  within: Both | null;
  /** Other names, which are found as the title is. */
  names: Both;
  text: Both;
}

/**
 * Everything that can be found, in the order of the course. Public halves only: of questions what is asked, without the
 * options; of scenarios no repair; of lessons no summary, which the page keeps folded until the questions are answered.
 */
export function documentsOf(
  lessons: readonly Record<Locale, PublicLesson>[],
  glossary: Glossary,
  scenarios: readonly LabScenario[],
): SearchDocument[] {
  return [...lessons.flatMap(documentsOfLesson), ...documentsOfGlossary(glossary), ...scenarios.map(documentOfScenario)];
}

const nothing: Both = { ru: "", en: "" };

function documentsOfLesson(lesson: Record<Locale, PublicLesson>): SearchDocument[] {
  const both = (textOf: (one: PublicLesson) => string | undefined): Both => ({ ru: textOf(lesson.ru) ?? "", en: textOf(lesson.en) ?? "" });
  const title = both((one) => one.title);
  const path = `lessons/${lesson.ru.slug}`;
  const prose = { ru: proseBySection(lesson.ru.body), en: proseBySection(lesson.en.body) };
  const sections = lesson.ru.sections.flatMap(({ id, kind, questions }): SearchDocument[] => {
    if (kind === "summary") return [];
    const section: SearchDocument = {
      kind: "section",
      path: `${path}#${id}`,
      title: both(({ sections: all }) => all.find((one) => one.id === id)?.title),
      within: title,
      names: nothing,
      text: both(({ locale }) => prose[locale].get(id)),
    };
    const asked = questions.map((question): SearchDocument => ({
      kind: "question",
      path: `lessons/${question.replace("/", "#")}`,
      title: both(({ questions: all }) => all[question]?.title),
      within: title,
      names: nothing,
      text: both(({ questions: all }) => plainText(all[question]?.prompt ?? [])),
    }));
    return [section, ...asked];
  });
  return [{ kind: "lesson", path, title, within: null, names: nothing, text: both((one) => one.gist) }, ...sections];
}

function documentsOfGlossary({ themes }: Glossary): SearchDocument[] {
  return themes.flatMap((theme) =>
    theme.terms.map(({ id, name, also, definition }): SearchDocument => ({
      kind: "term",
      path: `glossary#${id}`,
      title: name,
      within: theme.title,
      names: { ru: also.ru.join(", "), en: also.en.join(", ") },
      text: { ru: plainText(definition.ru), en: plainText(definition.en) },
    })),
  );
}

/** Of the handlers only what is asked about and its variants: the names of repairs would answer questions. */
function documentOfScenario({ scenario }: LabScenario): SearchDocument {
  const open = scenario.handlers.filter(({ name }) => /^(?:given|variant)(?:-|$)/.test(name));
  const textIn = (locale: Locale): string => [...open.map(({ title }) => title[locale]), ...scenario.parts].join(" · ");
  return {
    kind: "scenario",
    path: `lab/${scenario.slug}`,
    title: scenario.title,
    within: null,
    names: { ru: scenario.slug, en: scenario.slug },
    text: { ru: textIn("ru"), en: textIn("en") },
  };
}

/** The words of a formatted text. */
function plainText(rich: Rich): string {
  return rich.map((node) => (typeof node === "string" ? node : plainText(node.children))).join("");
}

/** The prose under each heading of the second level, by its anchor; what the page computes or draws is no prose. */
function proseBySection({ children }: Root): Map<string, string> {
  const prose = new Map<string, string>();
  let section = "";
  for (const node of children) {
    if (node.type === "element" && node.tagName === "h2") section = String(node.properties.id ?? "");
    else prose.set(section, `${prose.get(section) ?? ""} ${wordsOf(node)}`.trim());
  }
  return prose;
}

const drawn = new Set<string | null>(["Snippet", "Question", "Summary", "Picture", "Log"]);

function wordsOf(node: RootContent | ElementContent): string {
  if (node.type === "text") return node.value.replace(/\s+/g, " ");
  if (node.type === "element") return inBlocks(node.children.map(wordsOf), node.tagName);
  if (node.type !== "mdxJsxFlowElement" && node.type !== "mdxJsxTextElement") return "";
  if (drawn.has(node.name)) return "";
  const value = node.attributes.find((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "value")?.value;
  return node.name === "Claim" ? String(value ?? "") : node.children.map(wordsOf).join("");
}

/** Items of a list and rows of a table are no one sentence. */
function inBlocks(words: readonly string[], tagName: string): string {
  return words.join(["ul", "ol", "table", "tr", "blockquote"].includes(tagName) ? " " : "");
}
