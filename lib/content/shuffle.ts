import { seededRandom } from "@/lib/simulator/seeded-random";
import type { PublicQuestion } from "./compiled";

/**
 * Order of the options on the page. Without a learner it depends on question and version alone, so every first visitor
 * sees the same; with one it is the learner's own, the same after a reload and on a second device. `shuffle: false`
 * keeps the order of the source.
 * @returns option ids
 */
export function shuffledOptions(
  question: Pick<PublicQuestion, "id" | "version" | "options" | "shuffle">,
  learner: string | null,
): string[] {
  const ids = question.options.map(({ id }) => id);
  if (!question.shuffle) return ids;
  const next = seededRandom(seedOf(JSON.stringify([learner, question.id, question.version])));
  // Fisher and Yates: each order is equally likely.
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const [a, b] = [ids[last], ids[other]];
    if (a !== undefined && b !== undefined) [ids[last], ids[other]] = [b, a];
  }
  return ids;
}

/** FNV-1a: a short text becomes a seed. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
