import { wordsIn, type Word } from "@/lib/content/word-stems";
import { locales, type Locale } from "@/lib/locale";
import { longestQuery, mostWords, type DocumentKind, type SearchResult } from "./contract";
import type { SearchDocument } from "./documents";
import { excerptOf, stretchesOf } from "./excerpt";

/** What a word weighs that stands in the title: pages first, then places on them, then terms. Texts come after all of them. */
const titleWeight: Record<DocumentKind, number> = { lesson: 8, scenario: 7, section: 6, question: 5, term: 4 };
const textWeight: Record<DocumentKind, number> = { lesson: 2, scenario: 1, section: 1, question: 1, term: 2 };

/** Shorter beginnings would find words by chance. */
const shortestBeginning = 4;
/** A word that only begins as asked weighs so much less. */
const beginningFactor = 0.6;

/** One language of a document, its words found once. */
interface IndexedText {
  text: string;
  words: Word[];
}

interface IndexedDocument {
  document: SearchDocument;
  title: Record<Locale, IndexedText>;
  names: Record<Locale, IndexedText>;
  text: Record<Locale, IndexedText>;
}

export type SearchIndex = readonly IndexedDocument[];

/** Prepares documents to be searched. */
export function indexDocuments(documents: readonly SearchDocument[]): SearchIndex {
  const indexed = (text: string): IndexedText => ({ text, words: wordsIn(text) });
  const both = ({ ru, en }: Record<Locale, string>) => ({ ru: indexed(ru), en: indexed(en) });
  return documents.map((document) => ({ document, title: both(document.title), names: both(document.names), text: both(document.text) }));
}

/**
 * What a reader may have meant: documents with as many of the words as any document has, in either language, the
 * weightiest first. Forms of a word count as the word; so does what it begins with, from four letters on.
 */
export function search(index: SearchIndex, query: string, locale: Locale): SearchResult[] {
  const wanted = stemsOf(query);
  if (wanted.length === 0) return [];
  const scored = index.map((entry) => ({ entry, ...scoreOf(entry, wanted) })).filter(({ found }) => found > 0);
  const most = Math.max(0, ...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === most)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => resultOf(entry, wanted, locale));
}

/** The different words of a query, each by its stem. */
function stemsOf(query: string): string[] {
  const stems = wordsIn(query.slice(0, longestQuery)).map(({ stem }) => stem);
  return [...new Set(stems)].slice(0, mostWords);
}

function scoreOf({ document: { kind }, title, names, text }: IndexedDocument, wanted: readonly string[]): { found: number; score: number } {
  const scores = wanted.map((stem) => {
    const inTitle = Math.max(...locales.flatMap((locale) => [bestMatch(title[locale], stem), bestMatch(names[locale], stem)]));
    const inText = Math.max(...locales.map((locale) => bestMatch(text[locale], stem)));
    return Math.max(inTitle * titleWeight[kind], inText * textWeight[kind]);
  });
  return { found: scores.filter((score) => score > 0).length, score: scores.reduce((sum, score) => sum + score, 0) };
}

function bestMatch({ words }: IndexedText, stem: string): number {
  return words.reduce((best, word) => Math.max(best, match(word, stem)), 0);
}

function match(word: Word, stem: string): number {
  if (word.stem === stem) return 1;
  return stem.length >= shortestBeginning && word.stem.startsWith(stem) ? beginningFactor : 0;
}

function resultOf({ document, title, text }: IndexedDocument, wanted: readonly string[], locale: Locale): SearchResult {
  const hitsIn = ({ words }: IndexedText): Word[] => words.filter((word) => wanted.some((stem) => match(word, stem) > 0));
  // Words of the other language are shown where they stand only there: the reader sees why this was found.
  const other = locales.find((one) => one !== locale && hitsIn(text[locale]).length === 0 && hitsIn(text[one]).length > 0);
  const shown = other ?? locale;
  return {
    kind: document.kind,
    href: `/${locale}/${document.path}`,
    title: stretchesOf(title[locale].text, hitsIn(title[locale])),
    within: document.kind === "term" ? foreignName(document, locale) : (document.within?.[locale] ?? null),
    excerpt: text[shown].text === "" ? null : { locale: shown, ...excerptOf(text[shown].text, hitsIn(text[shown])) },
  };
}

function foreignName({ title }: SearchDocument, locale: Locale): string | null {
  const other = locales.find((one) => one !== locale);
  return other === undefined || title[other] === title[locale] ? null : title[other];
}
