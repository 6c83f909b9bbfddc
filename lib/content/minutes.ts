/**
 * Reading time. The constants are those of careful reading: prose at 160 words a minute (technical text is read slower
 * than the 200 to 240 of fiction), a line of code in three seconds, a question in forty (choose, say how sure, read the
 * feedback; its words are counted on top). A lesson with four snippets, eight questions and about 1,100 words of prose,
 * prompts and options comes to about fourteen minutes.
 */
const wordsPerMinute = 160;
const secondsPerCodeLine = 3;
const secondsPerQuestion = 40;

/** Whole minutes, at least one. `codeLines` are the lines of one tab of each snippet: twins are not read twice. */
export function readingMinutes(counts: { words: number; codeLines: number; questions: number }): number {
  const seconds = (counts.words / wordsPerMinute) * 60 + counts.codeLines * secondsPerCodeLine + counts.questions * secondsPerQuestion;
  return Math.max(1, Math.round(seconds / 60));
}
