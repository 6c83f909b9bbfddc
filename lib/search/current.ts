import "server-only";
import { course, glossary, labScenarios, publicLesson } from "@/lib/content/load";
import type { Locale } from "@/lib/locale";
import type { SearchResult } from "./contract";
import { documentsOf } from "./documents";
import { indexDocuments, search, type SearchIndex } from "./search";

let kept: SearchIndex | null = null;

/** Searches the content of this build. Made once; in development every time, because authors change what is searched. */
export function searchContent(query: string, locale: Locale): SearchResult[] {
  if (process.env.NODE_ENV === "development") kept = null;
  kept ??= currentIndex();
  return search(kept, query, locale);
}

function currentIndex(): SearchIndex {
  const lessons = course().lessons.flatMap(({ slug }) => {
    const [ru, en] = [publicLesson(slug, "ru"), publicLesson(slug, "en")];
    return ru && en ? [{ ru, en }] : [];
  });
  return indexDocuments(documentsOf(lessons, glossary(), labScenarios()));
}
