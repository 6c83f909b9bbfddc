import type { TermUse } from "../glossary/term-uses";
import type { Report } from "../problem";

/** A stretch of a lesson in the order of the page: a block of prose, or a question. */
export type Passage = { section: string } & ({ uses: TermUse[] } | { question: string });

/**
 * A text of a question: `asked` texts (prompt, options) hold no marks, so the page explains their terms beside the
 * question; `told` ones (feedback, explanation) each bring their own, because nobody reads all of them.
 */
export interface QuestionText {
  kind: "asked" | "told";
  uses: TermUse[];
}

/** What is known where a lesson begins. */
export interface TermsBefore {
  /** Ids of the terms that lessons before this one explain. */
  explained: ReadonlySet<string>;
  /** By id: the section of this lesson that explains the term. */
  explainedHere: ReadonlyMap<string, string>;
  sections: readonly string[];
}

/**
 * No term before it is explained: a term may be named in plain words from the section on that its entry names in
 * `explained`, after a lesson that did, and after its first mark in the prose. Everywhere else it has to be a mark,
 * which brings the definition. Headings and titles announce and are exempt.
 * @returns by question: the terms that it asks about and that nothing has explained before it
 */
export function checkTerms(
  passages: readonly Passage[],
  textsOf: (question: string) => readonly QuestionText[],
  before: TermsBefore,
  report: Report,
): Map<string, string[]> {
  const asked = new Map<string, string[]>();
  const marked = new Set<string>();
  const markedIn = new Map<string, string>();
  const isExplained = (term: string, section: string): boolean => {
    const here = before.explainedHere.get(term);
    const isReached = here !== undefined && before.sections.indexOf(here) <= before.sections.indexOf(section);
    return isReached || marked.has(term) || before.explained.has(term);
  };
  for (const passage of passages) {
    if ("uses" in passage) {
      for (const { term, isMarked, words, place } of passage.uses) {
        if (!isMarked && !isExplained(term, passage.section)) report.add("term-unexplained", place, { term, words });
        if (isMarked && markedIn.get(term) === passage.section) report.add("term-marked-twice", place, { term });
        if (isMarked) markedIn.set(term, passage.section);
        // Once told, a term is not told again.
        marked.add(term);
      }
      continue;
    }
    const texts = textsOf(passage.question);
    const unexplained = texts.flatMap(({ kind, uses }) => (kind === "asked" ? uses : [])).filter(({ term }) => !isExplained(term, passage.section));
    if (unexplained.length > 0) asked.set(passage.question, [...new Set(unexplained.map(({ term }) => term))]);
    for (const { term } of unexplained) marked.add(term);
    for (const { kind, uses } of texts) {
      const own = new Set<string>();
      for (const { term, isMarked, words, place } of kind === "told" ? uses : []) {
        if (!isMarked && !own.has(term) && !isExplained(term, passage.section)) report.add("term-unexplained", place, { term, words });
        own.add(term);
      }
    }
  }
  return asked;
}
