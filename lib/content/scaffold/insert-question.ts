/** A place for a question in a lesson, or why there is none. */
export type QuestionPlace = { offset: number; snippet: string } | { refusal: string };

/** The end of a section, with the snippet that was shown last before it: the question stands there and is about it. */
export function endOfSection(lesson: string, section: string): QuestionPlace {
  let offset = 0;
  let inSection = false;
  let inFence = false;
  let snippet: string | null = null;
  for (const line of lesson.split(/(?<=\n)/)) {
    if (line.startsWith("```")) inFence = !inFence;
    if (!inFence && line.startsWith("## ")) {
      if (inSection) break;
      inSection = line.trimEnd().endsWith(`[#${section}]`);
    }
    if (!inFence) snippet = /^<Snippet id="([a-z0-9-]+)" \/>/.exec(line)?.[1] ?? snippet;
    offset += line.length;
  }
  if (!inSection) return { refusal: `has no section [#${section}]` };
  if (snippet === null) return { refusal: `shows no snippet before the end of its section [#${section}]` };
  return { offset, snippet };
}

/** The text with a block at an offset, and an empty line around it. */
export function insertBlock(lesson: string, offset: number, block: string): string {
  const after = lesson.slice(offset);
  return `${lesson.slice(0, offset).trimEnd()}\n\n${block}${after === "" ? "" : `\n${after}`}`;
}
