import { isLocale, type Locale } from "@/lib/locale";

/**
 * The address of the same page in another language. `path` starts with a slash, `query` has no question mark. A path
 * without a language (a page that does not exist) leads to the start page.
 */
export function samePlaceIn(locale: Locale, path: string, query: string): string {
  const [, first, ...rest] = path.split("/");
  if (!isLocale(first)) return `/${locale}`;
  return ["", locale, ...rest].join("/") + (query ? `?${query}` : "");
}

/**
 * The id of the section that is being read: the last one that has begun above the upper third of the window. Sections
 * have the same ids in every language. Null at the top of a page, where no anchor is needed.
 */
export function sectionInView(page: Document): string | null {
  const line = page.documentElement.clientHeight / 3;
  let reading: string | null = null;
  for (const section of page.querySelectorAll("main section[id]")) {
    if (section.getBoundingClientRect().top <= line) reading = section.id;
  }
  return (page.defaultView?.scrollY ?? 0) > 0 ? reading : null;
}
