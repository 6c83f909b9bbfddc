import { z } from "zod";
import type { Glossary, GlossaryTerm, Rich } from "../compiled";
import type { SourceFile } from "../course-file";
import type { ContentFiles } from "../files";
import type { Place, Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { Locale } from "@/lib/locale";
import { locales } from "@/lib/locale";
import { fields, readFields, slug, text } from "../fields";
import { readRich } from "../question/rich";
import { sourceTitles } from "../source-titles";
import { phraseOf } from "../word-stems";
import { readYamlFile } from "../yaml-file";

/** Longer definitions cover the text that they are shown over. */
const longestDefinition = 420;

/** Hints of glossary.yaml; each is proved by a fixture. */
export const glossaryHints = {
  glossary: 'write "themes:" as a list, each theme with id, title and terms',
  themes: 'write each theme as "- id: …" with title: { ru: …, en: … } and terms',
  term: "write each term with id, ru and en; explained and related where there is something to name",
  id: "write the id in lowercase words joined by dashes, for instance visibility-timeout",
  common: "write common: true for a word that texts use in its ordinary sense too, or leave it out",
  title: "write the title of the theme in both languages: title: { ru: …, en: … }",
  words: "write the language as { name: …, text: … }, with also: […] for other names",
  name: "write the name as it stands in the middle of a sentence",
  also: "write also as a list of other names, or leave it out",
  text: `write text with one to three sentences, at most ${longestDefinition} characters`,
  explained: 'write explained as "lesson#section", or leave it out',
  related: "write related as a list of ids of terms, or leave it out",
} as const;

const wordsSchema = fields(
  {
    name: text(glossaryHints.name),
    also: z.array(text(glossaryHints.also), { error: glossaryHints.also }).default([]),
    text: text(glossaryHints.text).max(longestDefinition, { error: glossaryHints.text }),
  },
  glossaryHints.words,
);
const termSchema = fields(
  {
    id: slug(glossaryHints.id),
    common: z.boolean({ error: glossaryHints.common }).default(false),
    ru: wordsSchema,
    en: wordsSchema,
    explained: z.string({ error: glossaryHints.explained }).regex(/^[a-z0-9-]+#[a-z0-9-]+$/, { error: glossaryHints.explained }).optional(),
    related: z.array(slug(glossaryHints.related), { error: glossaryHints.related }).default([]),
  },
  glossaryHints.term,
);
const glossarySchema = fields(
  {
    themes: z.array(
      fields(
        {
          id: slug(glossaryHints.id),
          title: fields({ ru: text(glossaryHints.title), en: text(glossaryHints.title) }, glossaryHints.title),
          terms: z.array(termSchema, { error: glossaryHints.themes }),
        },
        glossaryHints.themes,
      ),
      { error: glossaryHints.glossary },
    ),
  },
  glossaryHints.glossary,
);

/** What the definitions need to know about the rest of the content. */
export interface GlossaryContext {
  files: ContentFiles;
  report: Report;
  nouns: Record<Locale, readonly string[]>;
  /** Null when they cannot be read; no name is refused then. */
  sources: SourceFile | null;
  claimText: (of: string, place: Place, locale: Locale) => string;
}

/** The glossary, and what it says of the lessons, to be compared with them once they are read. */
export interface ReadGlossary {
  glossary: Glossary;
  /** By id. */
  terms: ReadonlyMap<string, GlossaryTerm>;
  /** Every `explained`, and where it stands. */
  explanations: readonly { term: string; explained: string; place: Place }[];
}

/** Reads glossary.yaml. Without the file there are no terms; null when it cannot be used. */
export function readGlossary(context: GlossaryContext): ReadGlossary | null {
  const { files, report } = context;
  if (!files.read("glossary.yaml")) return { glossary: { themes: [], sources: sourceTitles([], null) }, terms: new Map(), explanations: [] };
  const yaml = readYamlFile(files, "glossary.yaml", "it explains the terms", report);
  const written = yaml && readFields(glossarySchema, yaml, null, report);
  if (!yaml || !written) return null;
  const explanations: { term: string; explained: string; place: Place }[] = [];
  const given = new Set<string>();
  const themes = written.themes.map((theme, themeIndex) => ({
    ...theme,
    terms: theme.terms.map(({ id, common, ru, en, explained = null, related }, index): GlossaryTerm => {
      const path = ["themes", themeIndex, "terms", index] as const;
      if (explained !== null) explanations.push({ term: id, explained, place: yaml.place([...path, "explained"]) });
      const define = (locale: Locale, definition: string): Rich => defined(definition, { yaml, id, path: [...path, locale, "text"], locale, given }, context);
      return {
        id,
        name: { ru: ru.name, en: en.name },
        also: { ru: ru.also, en: en.also },
        common,
        definition: { ru: define("ru", ru.text), en: define("en", en.text) },
        explained,
        related,
      };
    }),
  }));
  const terms = checkNames(themes, yaml, report);
  themes.forEach((theme, themeIndex) =>
    theme.terms.forEach(({ id, related }, index) =>
      related.forEach((other, position) => {
        if (other === id || !terms.has(other))
          report.add("glossary-related-unknown", yaml.place(["themes", themeIndex, "terms", index, "related", position]), { term: id, related: other });
      }),
    ),
  );
  return { glossary: { themes, sources: sourceTitles(given, context.sources) }, terms, explanations };
}

function defined(
  definition: string,
  at: { yaml: YamlSource; id: string; path: YamlPath; locale: Locale; given: Set<string> },
  { nouns, sources, claimText, report }: GlossaryContext,
): Rich {
  const { yaml, id, path, locale, given } = at;
  return readRich(definition, {
    field: `${id}: text`,
    placeAt: (position) => yaml.textPlace(path, position),
    singleParagraph: true,
    numbers: {
      locale,
      nouns: nouns[locale],
      isSource: (name) => {
        given.add(name);
        return sources === null || sources.has(name);
      },
      claimText: (of, place) => claimText(of, place, locale),
    },
    terms: null,
    report,
  });
}

/** Every id and every name belongs to one term: a word of a text has to lead to one definition. */
function checkNames(themes: Glossary["themes"], yaml: YamlSource, report: Report): Map<string, GlossaryTerm> {
  const terms = new Map<string, GlossaryTerm>();
  const owners = new Map<string, string>();
  themes.forEach((theme, themeIndex) =>
    theme.terms.forEach((term, index) => {
      const path = ["themes", themeIndex, "terms", index] as const;
      if (terms.has(term.id)) report.add("glossary-term-twice", yaml.place([...path, "id"]), { term: term.id });
      terms.set(term.id, term);
      for (const locale of locales)
        for (const name of [term.name[locale], ...term.also[locale]]) {
          const key = `${locale} ${phraseOf(name).join(" ")}`;
          const owner = owners.get(key);
          if (owner === undefined) owners.set(key, term.id);
          else report.add("glossary-name-twice", yaml.place([...path, locale, "name"]), { term: term.id, name, owner });
        }
    }),
  );
  return terms;
}
