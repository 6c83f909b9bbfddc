import type { Source } from "./compiled";
import type { SourceFile } from "./course-file";
import type { Locale } from "@/lib/locale";

/** The sources of these names in one language, sorted by name. Unknown names, which are reported elsewhere, are left out. */
export function sourcesNamed(names: Iterable<string>, sources: SourceFile | null, locale: Locale): Record<string, Source> {
  return Object.fromEntries(
    [...names].sort().flatMap((name) => {
      const source = sources?.get(name);
      return source ? [[name, source[locale]]] : [];
    }),
  );
}

/** The same in both languages. */
export function sourceTitles(names: Iterable<string>, sources: SourceFile | null): Record<Locale, Record<string, Source>> {
  const all = [...names];
  return { ru: sourcesNamed(all, sources, "ru"), en: sourcesNamed(all, sources, "en") };
}
