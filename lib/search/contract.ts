import type { Locale } from "@/lib/locale";

/** Characters and words of a query that are looked at; the rest of a longer one is left out. */
export const longestQuery = 100;
export const mostWords = 8;

export type DocumentKind = "lesson" | "section" | "question" | "term" | "scenario";

/** A stretch of text, and whether a word of the query made it a result. */
export interface Stretch {
  text: string;
  isHit: boolean;
}

/** What a search found, ready to be shown. */
export interface SearchResult {
  kind: DocumentKind;
  href: string;
  title: Stretch[];
  /** What it is a part of, or what it is called otherwise; null for what stands by itself. */
  within: string | null;
  /** Around the words that were found; `locale` is the language that they were found in. Null where there is no text. */
  excerpt: { locale: Locale; stretches: Stretch[]; isCutBefore: boolean; isCutAfter: boolean } | null;
}
