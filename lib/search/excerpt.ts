import type { Word } from "@/lib/content/word-stems";
import type { Stretch } from "./contract";

/** Characters of an excerpt, about two lines of a page; and how many of them stand before the first word that was found. */
const excerptLength = 180;
const lengthBefore = 40;

export interface Excerpt {
  stretches: Stretch[];
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/** The part of a text that holds most of the different words that were found, cut between words. */
export function excerptOf(text: string, hits: readonly Word[]): Excerpt {
  const start = startOfWord(text, bestStart(hits) - lengthBefore);
  const end = endOfWord(text, start + excerptLength);
  const inside = hits.filter((hit) => hit.start >= start && hit.end <= end);
  const shifted = inside.map((hit) => ({ ...hit, start: hit.start - start, end: hit.end - start }));
  return { stretches: stretchesOf(text.slice(start, end), shifted), isCutBefore: start > 0, isCutAfter: end < text.length };
}

/** A text with the words that were found set apart. */
export function stretchesOf(text: string, hits: readonly Pick<Word, "start" | "end">[]): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const { start, end } of hits) {
    stretches.push({ text: text.slice(at, start), isHit: false }, { text: text.slice(start, end), isHit: true });
    at = end;
  }
  stretches.push({ text: text.slice(at), isHit: false });
  return stretches.filter((stretch) => stretch.text !== "");
}

/** Where the excerpt's first word of the query stands; 0 without any. */
function bestStart(hits: readonly Word[]): number {
  const differentFrom = (start: number): number =>
    new Set(hits.filter((hit) => hit.start >= start && hit.end <= start + excerptLength - lengthBefore).map(({ stem }) => stem)).size;
  return hits.reduce<{ start: number; different: number }>(
    (best, { start }) => {
      const different = differentFrom(start);
      return different > best.different ? { start, different } : best;
    },
    { start: 0, different: 0 },
  ).start;
}

function startOfWord(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(" ", at);
  return space < 0 ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  return space <= 0 ? at : space;
}
