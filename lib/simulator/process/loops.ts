import { blankLiterals } from "./blank-literals";

/**
 * The line of the loop that was interrupted. An engine reports the last place it knows, which for a loop with an empty
 * body lies before the loop: then the next loop is meant.
 */
export function interruptedLine(code: string, reported: number): number {
  const text = blankLiterals(code);
  if (text === null) return reported;
  const loops = [...text.matchAll(/\b(?:while|for|do)\b/g)].map(({ index }) => ({
    first: lineAt(text, index),
    last: lineAt(text, endOfLoop(text, index)),
  }));
  if (loops.some(({ first, last }) => first <= reported && reported <= last)) return reported;
  return loops.find(({ first }) => first > reported)?.first ?? reported;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** End of the statement that begins with a loop's keyword: its block, or its first statement. */
function endOfLoop(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index] as string;
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (depth < 0) return index;
    if (depth === 0 && (character === "}" || character === ";")) return index;
  }
  return text.length;
}
