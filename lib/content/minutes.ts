/**
 * Reading time, computed from the Russian text for both languages, so that the map shows one number.
 *
 * 180 words a minute is ordinary silent reading of Russian. Two seconds a line of code: half of the lines are braces and
 * arguments, the others are read twice. Forty seconds a question: choose, say how sure, read the answer; the words of
 * prompt and options are counted as prose. So a lesson with four snippets (75 lines), eight questions and 1,050 words
 * takes about fourteen minutes.
 */
const wordsPerMinute = 180;
const secondsPerCodeLine = 2;
const secondsPerQuestion = 40;

/** Whole minutes, at least one. `codeLines` are the lines of one tab of each snippet: twins are not read twice. */
export function readingMinutes(counts: { words: number; codeLines: number; questions: number }): number {
  const seconds =
    (counts.words / wordsPerMinute) * 60 +
    counts.codeLines * secondsPerCodeLine +
    counts.questions * secondsPerQuestion;
  return Math.max(1, Math.round(seconds / 60));
}
