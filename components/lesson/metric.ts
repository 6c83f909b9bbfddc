export interface Metric {
  caption: string;
  rows: { period: string; value: string; remark: string }[];
}

/** Reads a metric file: `#` opens the caption; two spaces or more part period, value and an optional remark. */
export function readMetric(source: string): Metric {
  const lines = source.split("\n").filter((line) => line.trim() !== "");
  const isCaption = (line: string) => line.startsWith("#");
  return {
    caption: lines
      .filter(isCaption)
      .map((line) => line.slice(1).trim())
      .join(" "),
    rows: lines.filter((line) => !isCaption(line)).map(readRow),
  };
}

function readRow(line: string): Metric["rows"][number] {
  const [period = "", value = "", ...remark] = line.trim().split(/ {2,}/);
  return { period, value, remark: remark.join(" ") };
}
