import type { Words } from "../plain";
import type { Frames } from "./frame";

/** Width of a text in columns of a terminal; everything that a table holds is one column wide. */
function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - [...text].length));
}

/** The run as a plain text table, one column per participant: what is copied, printed and kept in snapshots. */
export function textTable(frames: Frames, language: keyof Words): string {
  const head = ["#", ...frames.participants.map(({ name }) => name[language])];
  const rows = frames.frames.map((frame, index) => [
    String(index + 1),
    ...frames.participants.map(({ id, kind }) => {
      const cell = frame.cells[id]?.[language] ?? "";
      return kind === "process" && frame.actor === id && frame.line !== null ? `${cell} :${frame.line}` : cell;
    }),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
