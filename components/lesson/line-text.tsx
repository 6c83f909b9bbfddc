import type { CodeLine } from "@/lib/content/compiled";

/** The text of a line of code: what the world sees is bold, comments are quieter. */
export function LineText({ segments }: Pick<CodeLine, "segments">) {
  return segments.map(({ text, kind }, index) => {
    if (kind === "port") return <b key={index}>{text}</b>;
    return kind === "comment" ? <i key={index}>{text}</i> : text;
  });
}
