import { LineText } from "@/components/lesson/line-text";
import type { CodeLine } from "@/lib/content/compiled";
import styles from "@/components/lesson/snippet.module.css";

/**
 * Lines of code. Numbers and gaps are drawn by the style sheet, so what a reader selects and copies is the code alone.
 */
export function CodeLines({ lines }: { lines: readonly CodeLine[] }) {
  return (
    <code className={styles.code}>
      {lines.map((line, index) => (
        <Line key={line.number} line={line} isLast={index === lines.length - 1} />
      ))}
    </code>
  );
}

function Line({ line: { number, segments, gapBefore }, isLast }: { line: CodeLine; isLast: boolean }) {
  // An empty line at the end is there for the last gap and no line of the file.
  const shownNumber = isLast && segments.length === 0 ? undefined : number;
  return (
    <span className={styles.line} data-line={shownNumber} data-gap={gapBefore || undefined}>
      <LineText segments={segments} />
      {"\n"}
    </span>
  );
}
