import type { Locale } from "@/lib/locale";
import type { CourseLesson, PublicLesson, Rich, SecretLesson, Snippet, Source } from "./compiled";
import type { CompleteQuestion } from "./compile-question";
import type { CourseFile, SourceFile } from "./course-file";
import type { ClaimResults } from "./claims/results";
import type { ClaimValues } from "./claims/values";
import type { ContentFiles } from "./files";
import type { ReadGlossary } from "./glossary/glossary-file";
import type { LessonText } from "./lesson/lesson-text";
import type { Place, Report } from "./problem";
import type { SourceQuestion, TranslatedQuestion } from "./question/question";
import { checkStyle } from "./checks/style";
import { checkTerms, type TermsBefore } from "./checks/terms";
import { checkParts, checkStaleness, checkTranslatedQuestion, isStale } from "./checks/translation";
import { completeQuestion, optionsIn, publicQuestion, secretQuestion } from "./compile-question";
import { TermWords } from "./glossary/term-uses";
import { readLessonText } from "./lesson/lesson-text";
import { readingMinutes } from "./minutes";
import { withinStack } from "./nesting";
import { checkPlaces } from "./question/places";
import { readSourceQuestion, readTranslatedQuestion } from "./question/question";
import { readSnippet } from "./snippet/snippet";
import { sourcesNamed } from "./source-titles";
import { readSource } from "./source-text";

/** What the lessons of a course share. */
export interface CourseContext {
  files: ContentFiles;
  report: Report;
  effects: CourseFile["effects"];
  /** Null when they cannot be read; no name is refused then. */
  sources: SourceFile | null;
  glossary: ReadGlossary | null;
  /** Lessons that come before each lesson. */
  before: ReadonlyMap<string, readonly string[]>;
  /** By lesson: the anchors of its sections, where they could be read without doubt. */
  sections: Map<string, readonly string[]>;
  /** Numbers that pages show. */
  values: ClaimValues;
  /** What searches have found, each made once. */
  results: ClaimResults;
  /** Where each question id of the course was first used. */
  questionIds: Map<string, string>;
}

/** By question: the terms that the page explains beside it. */
type AskedTerms = ReadonlyMap<string, readonly string[]>;

export interface CompiledLesson {
  public: Record<Locale, PublicLesson>;
  secret: SecretLesson;
  entry: Pick<CourseLesson, "minutes" | "questions">;
  /** By `lesson/question`: the scenarios that its claims are about. */
  scenarios: ReadonlyMap<string, readonly string[]>;
}

/** Reads, checks and splits one lesson. Null when it has problems; they are in the report. */
export function compileLesson(slug: string, context: CourseContext): CompiledLesson | null {
  const { report } = context;
  const ru = readLanguage(slug, "ru", context);
  const en = readLanguage(slug, "en", context);
  const snippets = new Map<string, Snippet>();
  for (const { id, place } of [...(ru?.snippets ?? []), ...(en?.snippets ?? [])]) {
    const snippet = snippets.get(id) ?? readSnippet(id, context.files, report);
    if (snippet) snippets.set(id, snippet);
    else if (id) report.add("snippet-unknown", place, { id });
  }
  const sources = new Map(
    ru?.blocks.map((block) => [block.id, readSourceQuestion(block, questionContext("ru", context))]),
  );
  const translations = new Map(
    en?.blocks.map((block) => [
      block.id,
      readTranslatedQuestion(block, sources.get(block.id)?.fields.kind ?? null, questionContext("en", context)),
    ]),
  );
  const asked: Record<Locale, AskedTerms> = { ru: new Map(), en: new Map() };
  if (ru) {
    noteQuestionIds(ru, context);
    if (ru.sound) context.sections.set(slug, ru.sections.map(({ id }) => id));
    asked.ru = checkTerms(ru.passages, (id) => sources.get(id)?.texts ?? [], termsBefore(ru, context), report);
  }
  if (en) asked.en = checkTerms(en.passages, (id) => translations.get(id)?.texts ?? [], termsBefore(en, context), report);
  if (!ru || !en) return null;
  checkStaleness(en, ru, report);
  if (ru.sound && en.sound) checkParts(en, ru, report);
  for (const source of sources.values())
    if (source) checkQuestionStyle(source, translations.get(source.block.id) ?? null, report);
  const questions = ru.blocks.flatMap(({ id, snippet }) => {
    const [source, translated, code] = [sources.get(id), translations.get(id), snippets.get(snippet)];
    if (source && translated) checkTranslatedQuestion(translated, source, report);
    if (source && code && source.fields.kind === "place")
      checkPlaces(source.fields, { question: id, yaml: source.yaml, snippet: code, report });
    return (source && translated && code && completeQuestion(slug, source, translated, code)) || [];
  });
  return report.clean ? splitLesson({ ru, en }, asked, snippets, questions, context) : null;
}

function checkQuestionStyle(source: SourceQuestion, translated: TranslatedQuestion | null, report: Report): void {
  const question = source.block.id;
  const { fields } = source;
  const isChosen = fields.kind === "choice" || fields.kind === "several";
  const keys = isChosen ? fields.options.flatMap(({ id, correct }) => (correct ? [id] : [])) : [];
  checkStyle(source.words, { question, keys, yaml: source.yaml, locale: "ru" }, report);
  if (translated) checkStyle(translated.words, { question, keys, yaml: translated.yaml, locale: "en" }, report);
}

function readLanguage(slug: string, locale: Locale, context: CourseContext): LessonText | null {
  const file = `lessons/${slug}/${locale}.mdx`;
  if (!context.files.read(file)) {
    context.report.add("file-missing", { file, line: 1, column: 1 }, { file, why: "every lesson has both languages" });
    return null;
  }
  const source = readSource(context.files, file, context.report);
  const place = { file, line: 1, column: 1 };
  return (
    source && withinStack(place, context.report, () => readLessonText(slug, source, questionContext(locale, context)))
  );
}

/** What a reader knows who has come to this lesson by the way of the course. */
function termsBefore({ slug, sections }: LessonText, { glossary, before }: CourseContext): TermsBefore {
  const explained = new Set<string>();
  const explainedHere = new Map<string, string>();
  for (const { id, explained: place } of glossary?.terms.values() ?? []) {
    const [lesson = "", section = ""] = place?.split("#") ?? [];
    if (lesson === slug) explainedHere.set(id, section);
    else if (before.get(slug)?.includes(lesson)) explained.add(id);
  }
  return { explained, explainedHere, sections: sections.map(({ id }) => id) };
}

function questionContext(locale: Locale, { files, report, effects, sources, glossary, values }: CourseContext) {
  return {
    locale,
    files,
    report,
    nouns: effects[locale],
    terms: new TermWords(glossary && glossary.terms, locale),
    isSource: (name: string) => sources === null || sources.has(name),
    claimText: (of: string, place: Place) => values.textOf(of, place, locale),
    logLines: (of: string, place: Place) => values.logOf(of, place),
  };
}

/** Learners' records name questions: an id is used once in the whole course. */
function noteQuestionIds(ru: LessonText, { questionIds, report }: CourseContext): void {
  for (const { id, place } of ru.blocks) {
    const first = questionIds.get(id);
    if (first) report.add("question-id-twice", place, { id, first });
    else questionIds.set(id, `content/${place.file}:${place.line}`);
  }
}

function splitLesson(
  { ru, en }: Record<Locale, LessonText>,
  asked: Record<Locale, AskedTerms>,
  snippets: ReadonlyMap<string, Snippet>,
  questions: CompleteQuestion[],
  context: CourseContext,
): CompiledLesson {
  const { slug } = ru;
  const minutes = readingMinutes({
    words: ru.words + questions.reduce((sum, { source }) => sum + wordsAsked(source), 0),
    codeLines: [...snippets.values()].reduce((sum, { tabs }) => sum + (tabs[0]?.lines.length ?? 0), 0),
    questions: questions.length,
  });
  const publicLesson = (text: LessonText): PublicLesson => ({
    slug,
    locale: text.locale,
    title: text.front.title,
    gist: text.front.gist,
    description: text.front.description,
    minutes,
    stale: text.locale !== "ru" && isStale(text, ru),
    sections: text.sections.map((section) => ({
      ...section,
      questions: section.questions.map((id) => `${slug}/${id}`),
    })),
    body: text.body,
    snippets: Object.fromEntries(snippets),
    questions: Object.fromEntries(questions.map((question) => [question.id, publicQuestion(question, text.locale)])),
    sources: sourcesOf(text, questions, context.sources),
    ...termsOf(text, asked[text.locale], context),
  });
  const sectionOf = (id: string): string => ru.sections.find((section) => section.questions.includes(id))?.id ?? "";
  return {
    public: { ru: publicLesson(ru), en: publicLesson(en) },
    secret: {
      slug,
      questions: Object.fromEntries(questions.map((question) => [question.id, secretQuestion(question, context.files, context.report, context.results)])),
    },
    entry: {
      minutes,
      questions: questions.map(({ id, version, source, translated }) => ({
        id,
        version,
        section: sectionOf(source.block.id),
        title: { ru: source.words.title, en: translated.words.title },
      })),
    },
    scenarios: new Map(questions.map(({ id, source }) => [id, [...new Set(scenariosIn(source.fields))]])),
  };
}

/** What is shown over the marks of the prose, and which sections name which terms. */
function termsOf(
  { slug, passages, locale }: LessonText,
  askedTerms: AskedTerms,
  { glossary }: CourseContext,
): Pick<PublicLesson, "glosses" | "asked" | "terms"> {
  const known = new TermWords(glossary && glossary.terms, locale);
  const glosses: PublicLesson["glosses"] = {};
  const terms: PublicLesson["terms"] = {};
  for (const passage of passages)
    for (const { term, isMarked } of "uses" in passage ? passage.uses : []) {
      if (isMarked) glosses[term] ??= known.glossOf(term);
      const sections = (terms[term] ??= []);
      if (!sections.includes(passage.section)) sections.push(passage.section);
    }
  const asked = Object.fromEntries(
    [...askedTerms].map(([question, named]) => [`${slug}/${question}`, named.map((term) => ({ term, name: known.nameOf(term) }))]),
  );
  for (const term of [...askedTerms.values()].flat()) glosses[term] ??= known.glossOf(term);
  return { glosses, asked, terms };
}

/** Every scenario that a claim somewhere in these fields names. */
function scenariosIn(fields: unknown): string[] {
  if (typeof fields !== "object" || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    name === "scenario" && typeof value === "string" ? [value] : scenariosIn(value),
  );
}

function wordsAsked({ fields }: SourceQuestion): number {
  const texts = [fields.prompt, ...optionsIn(fields).map((option) => ("text" in option ? option.text : ""))];
  return texts.join(" ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** The sources that the page may have to show: those of the prose and, once answered, of the feedback. */
function sourcesOf(
  text: LessonText,
  questions: readonly CompleteQuestion[],
  sources: SourceFile | null,
): Record<string, Source> {
  const names = new Set(text.given);
  for (const question of questions) {
    const { words }: SourceQuestion | TranslatedQuestion = text.locale === "ru" ? question.source : question.translated;
    const { explanation, options, number, pairs, right, otherwise, incomplete } = words;
    const told = [...options, ...(number?.wrong ?? []), ...pairs].map(({ feedback }) => feedback);
    for (const rich of [explanation, ...told, right, otherwise, incomplete]) addGiven(rich ?? [], names);
  }
  return sourcesNamed(names, sources, text.locale);
}

function addGiven(rich: Rich, names: Set<string>): void {
  for (const node of rich) {
    if (typeof node === "string") continue;
    if (node.tag === "given") names.add(node.source);
    addGiven(node.children, names);
  }
}
