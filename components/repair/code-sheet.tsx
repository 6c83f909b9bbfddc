import { changedLines } from "@/components/repair/changed-lines";
import { portCalls } from "@/components/repair/port-calls";
import styles from "@/components/repair/repair.module.css";

interface CodeSheetProps {
  title: string;
  source: string;
  /** Lines that it does not have are marked. */
  other: string;
}

/** A code to be read: calls of ports bold, lines that another code does not have on a darker ground. */
export function CodeSheet({ title, source, other }: CodeSheetProps) {
  const calls = portCalls(source);
  const changed = changedLines(other, source);
  return (
    <figure className={styles.codeSheet}>
      <figcaption>{title}</figcaption>
      <pre tabIndex={0}>
        {source
          .trimEnd()
          .split("\n")
          .map((line, index) => (
            <span key={index} data-changed={changed.includes(index + 1) || undefined}>
              {withBold(line, calls.filter((call) => call.line === index + 1))}
              {"\n"}
            </span>
          ))}
      </pre>
    </figure>
  );
}

function withBold(line: string, calls: readonly { from: number; to: number }[]) {
  const ends = [0, ...calls.map(({ to }) => to - 1)];
  return [
    ...calls.flatMap(({ from, to }, index) => [line.slice(ends[index], from - 1), <b key={from}>{line.slice(from - 1, to - 1)}</b>]),
    line.slice(ends.at(-1)),
  ];
}
