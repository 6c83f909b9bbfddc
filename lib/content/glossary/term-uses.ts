import type { FlatText } from "../flat-text";
import type { Place } from "../problem";
import type { Locale } from "@/lib/locale";
import type { GlossaryTerm, Rich, RichNode } from "../compiled";
import { phraseOf, wordsIn } from "../word-stems";

/** A place where a text names a term, marked as one or in plain words. */
export interface TermUse {
  /** Id of the term. */
  term: string;
  isMarked: boolean;
  /** The words as they stand there; empty for a mark. */
  words: string;
  place: Place;
}

/** The terms of the glossary as one language of a text sees them. */
export class TermWords {
  /** By the stem of the first word of a name; longer names first. */
  readonly #phrases = new Map<string, { term: string; stems: string[] }[]>();

  /** @param terms null when the glossary cannot be read; no term is refused then */
  constructor(
    private readonly terms: ReadonlyMap<string, GlossaryTerm> | null,
    private readonly locale: Locale,
  ) {
    for (const { id, name, also, common } of terms?.values() ?? [])
      for (const words of [name[locale], ...also[locale]]) {
        const stems = phraseOf(words);
        const first = stems[0];
        if (first === undefined || common) continue;
        const known = [...(this.#phrases.get(first) ?? []), { term: id, stems }];
        this.#phrases.set(first, known.sort((a, b) => b.stems.length - a.stems.length));
      }
  }

  has(term: string): boolean {
    return this.terms === null || this.terms.has(term);
  }

  /** As it stands in the middle of a sentence; the id itself for an unknown one. */
  nameOf(term: string): string {
    return this.terms?.get(term)?.name[this.locale] ?? term;
  }

  /** Where a term is explained, as an address of this site. */
  hrefOf(term: string): string {
    return `/${this.locale}/glossary#${term}`;
  }

  /** What is shown over a term: its name and its definition, without links. Empty for an unknown one. */
  glossOf(term: string): Rich {
    const found = this.terms?.get(term);
    if (!found) return [];
    const name = this.nameOf(term);
    const head: RichNode = { tag: "strong", children: [`${name.charAt(0).toUpperCase()}${name.slice(1)}.`] };
    return [head, " ", ...withoutLinks(found.definition[this.locale])];
  }

  /**
   * Where a paragraph names terms, in its order. Of names that overlap the longer one counts: «окно краша» is no use of
   * «краш». Words inside a mark, or in code, are no use of their own.
   */
  usesIn({ text, marks, position }: FlatText, placeAt: (position: { line: number; column: number }) => Place): TermUse[] {
    const marked = marks.map((mark) => ({ at: mark.start, use: { term: mark.term, isMarked: true, words: "", place: placeAt(mark.position) } }));
    const words = wordsIn(text);
    const plain: typeof marked = [];
    for (let index = 0; index < words.length; index += 1) {
      const found = this.#phraseAt(words, index, text);
      const [first, last] = [words[index], found && words[index + found.stems.length - 1]];
      if (!found || !first || !last) continue;
      index += found.stems.length - 1;
      if (marks.some(({ start, end }) => first.start < end && start < last.end)) continue;
      const use = { term: found.term, isMarked: false, words: text.slice(first.start, last.end).replace(/\s+/g, " "), place: placeAt(position(first.start)) };
      plain.push({ at: first.start, use });
    }
    return [...marked, ...plain].sort((a, b) => a.at - b.at).map(({ use }) => use);
  }

  #phraseAt(words: ReturnType<typeof wordsIn>, index: number, text: string) {
    const candidates = this.#phrases.get(words[index]?.stem ?? "") ?? [];
    return candidates.find(({ stems }) =>
      stems.every((stem, offset) => {
        const word = words[index + offset];
        const before = words[index + offset - 1];
        if (word?.stem !== stem) return false;
        return offset === 0 || before === undefined || /^[\s\u00a0\u2010-\u2011-]+$/.test(text.slice(before.end, word.start));
      }),
    );
  }
}

/** A text that can stand over a page: facts keep their words and lose the link to their source. */
function withoutLinks(rich: Rich): Rich {
  return rich.flatMap((node): Rich => {
    if (typeof node === "string") return [node];
    const children = withoutLinks(node.children);
    return node.tag === "given" || node.tag === "a" || node.tag === "term" ? children : [{ ...node, children }];
  });
}
