export interface Metric {
  caption: string;
  /** Cells of each line: period, value, and a remark where there is one. */
  rows: string[][];
}

/** Reads a metric file: `#` opens the caption, two spaces or more part the cells of a line. */
export function readMetric(source: string): Metric {
  const lines = source.split("\n").filter((line) => line.trim() !== "");
  const isCaption = (line: string) => line.startsWith("#");
  return {
    caption: lines
      .filter(isCaption)
      .map((line) => line.slice(1).trim())
      .join(" "),
    rows: lines.filter((line) => !isCaption(line)).map((line) => line.trim().split(/ {2,}/)),
  };
}
