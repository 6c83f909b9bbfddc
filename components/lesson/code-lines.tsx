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
      {segments.map(({ text, kind }, index) => {
        if (kind === "port") return <b key={index}>{text}</b>;
        return kind === "comment" ? <i key={index}>{text}</i> : text;
      })}
      {"\n"}
    </span>
  );
}
