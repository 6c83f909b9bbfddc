/** A message to an author: what is wrong, then one sentence in the imperative that mends it. */
export interface Message<Parameters> {
  severity: "problem" | "warning";
  text: (parameters: Parameters) => readonly [what: string, fix: string];
}

/** A message that stops the build. */
export function problem<Parameters>(text: Message<Parameters>["text"]): Message<Parameters> {
  return { severity: "problem", text };
}

/** A message that is printed and stops nothing. */
export function warning<Parameters>(text: Message<Parameters>["text"]): Message<Parameters> {
  return { severity: "warning", text };
}

/** `a, b or c`, for lists of what is allowed. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "nothing") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
