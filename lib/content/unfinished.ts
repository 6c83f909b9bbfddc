import type { Report } from "./problem";
import { placeOf } from "./source-text";

/** A place that scaffolds leave open: what belongs there, in words. Nothing with such a place is published. */
export function fillIn(what: string): string {
  return `FILL IN (${what})`;
}

/** An id that scaffolds leave open. */
export const idToFillIn = "fill-in-the-misconception";

/** Open places of texts, and of ids, which hold no spaces. */
const openPlace = /FILL IN \(([^)\n]*)\)|(?<![\w-])fill-in-([a-z-]+)/g;

/** Reports every place of a file that a scaffold has left open. */
export function reportUnfinished(text: string, file: string, report: Report): void {
  for (const { 1: words, 2: id, index } of text.matchAll(openPlace))
    report.add("place-unfinished", placeOf(text, index, file), { what: words ?? id?.replaceAll("-", " ") ?? "" });
}
