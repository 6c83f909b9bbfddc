import type { Answer } from "./compiled";
import { shortHash } from "./hash";

/** What a question version depends on. Anything else may change without touching the statistics. */
export interface VersionedParts {
  key: Answer;
  /** Option ids in the order of the source; empty for numbers. */
  options: string[];
  /** Russian prompt and option texts, as written. */
  prompt: string;
  texts: string[];
  /** The code that is asked about. */
  snippet: string;
}

/** Version of a question: equal for equal key, option ids, Russian prompt and options, and snippet. */
export function questionVersion(parts: VersionedParts): string {
  const { key, options, prompt, texts, snippet } = parts;
  return shortHash(JSON.stringify([key, options, normal(prompt), texts.map(normal), snippet]), 12);
}

/** White space is layout, not content. */
function normal(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
