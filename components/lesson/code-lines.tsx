import type { CodeLine } from "@/lib/content/compiled";
import styles from "@/components/lesson/snippet.module.css";

/**
 * Lines of code. Numbers and gaps are drawn by the style sheet, so what a reader selects and copies is the code alone.
 */
export function CodeLines({ lines }: { lines: readonly CodeLine[] }) {
  return (
    <code className={styles.code}>
      {lines.map(({ number, segments, gapBefore }) => (
        <span key={number} className={styles.line} data-line={number} data-gap={gapBefore || undefined}>
          {segments.map(({ text, kind }, index) => {
            if (kind === "port") return <b key={index}>{text}</b>;
            return kind === "comment" ? <i key={index}>{text}</i> : text;
          })}
          {"\n"}
        </span>
      ))}
    </code>
  );
}
