import type { Glossary, GlossaryTerm, PublicLesson, Rich } from "@/lib/content/compiled";
import { locales, type Locale } from "@/lib/locale";

/** A section of a lesson, as a link. */
export interface TermPlace {
  href: string;
  lesson: string;
  section: string;
}

/** A term as its page shows it in one language. */
export interface GlossaryEntry {
  id: string;
  name: string;
  /** Other names in the language of the page. */
  also: string[];
  /** The name in the other language, where that is another word. */
  foreign: { locale: Locale; name: string } | null;
  definition: Rich;
  /** The section that explains it at length. */
  explained: TermPlace | null;
  /** By lesson, the first section that names it; without the one that explains it. */
  used: TermPlace[];
  related: { id: string; name: string }[];
}

export interface GlossaryTheme {
  id: string;
  title: string;
  entries: GlossaryEntry[];
}

/** The glossary in one language. `lessons` are those of the same language, in the order of the course. */
export function themesOf({ themes }: Glossary, lessons: readonly PublicLesson[], locale: Locale): GlossaryTheme[] {
  const names = new Map(themes.flatMap(({ terms }) => terms.map(({ id, name }) => [id, name[locale]])));
  const entryOf = (term: GlossaryTerm): GlossaryEntry => {
    const explained = term.explained === null ? null : placeNamed(term.explained, lessons);
    return {
      id: term.id,
      name: term.name[locale],
      also: term.also[locale],
      foreign: foreignName(term, locale),
      definition: term.definition[locale],
      explained,
      used: lessons.flatMap((lesson) => {
        const [section] = lesson.terms[term.id] ?? [];
        const place = section === undefined ? null : placeNamed(`${lesson.slug}#${section}`, lessons);
        return place && place.lesson !== explained?.lesson ? [place] : [];
      }),
      related: term.related.flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    };
  };
  return themes.map(({ id, title, terms }) => ({ id, title: title[locale], entries: terms.map(entryOf) }));
}

/** All names with their anchors, in the order of the alphabet, by first letter. */
export function indexOf(themes: readonly GlossaryTheme[], locale: Locale): { letter: string; entries: GlossaryEntry[] }[] {
  const collator = new Intl.Collator(locale);
  const sorted = themes.flatMap(({ entries }) => entries).sort((a, b) => collator.compare(a.name, b.name));
  const letters: { letter: string; entries: GlossaryEntry[] }[] = [];
  for (const entry of sorted) {
    const letter = entry.name.charAt(0).toLocaleUpperCase(locale);
    const last = letters.at(-1);
    if (last?.letter === letter) last.entries.push(entry);
    else letters.push({ letter, entries: [entry] });
  }
  return letters;
}

function foreignName({ name }: GlossaryTerm, locale: Locale): GlossaryEntry["foreign"] {
  const other = locales.find((one) => one !== locale);
  return other === undefined || name[other] === name[locale] ? null : { locale: other, name: name[other] };
}

function placeNamed(address: string, lessons: readonly PublicLesson[]): TermPlace | null {
  const [slug, anchor] = address.split("#");
  const lesson = lessons.find((one) => one.slug === slug);
  const section = lesson?.sections.find(({ id }) => id === anchor);
  if (!lesson || !section) return null;
  return { href: `/${lesson.locale}/lessons/${address}`, lesson: lesson.title, section: section.title };
}
