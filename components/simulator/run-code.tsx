import type { ReactNode } from "react";
import styles from "@/components/simulator/simulator.module.css";

interface RunCodeProps {
  source: string;
  /** Lines at which each process waits. */
  lines: Readonly<Record<string, readonly number[]>>;
  label: string;
}

/** The handler, with a chip on the line at which each worker stands. */
export function RunCode({ source, lines, label }: RunCodeProps) {
  const text = source.replace(/\n$/, "").split("\n");
  return (
    <div className={styles.sheet} role="group" aria-label={label}>
      <pre className={styles.code}>
        {text.map((line, index) => {
          const here = Object.entries(lines).flatMap(([process, at]) => (at.includes(index + 1) ? process : []));
          return (
            <span
              key={index}
              className={styles.codeLine}
              data-line={index + 1}
              data-here={here.length > 0 || undefined}
            >
              <span className={styles.chips}>
                {here.map((process) => (
                  <b key={process} data-process={process}>
                    {process}
                  </b>
                ))}
              </span>
              {marked(line)}
              {"\n"}
            </span>
          );
        })}
      </pre>
    </div>
  );
}

/** Calls that the outside world can see, and comments. */
const notable = /((?:\b(?:db|stripe|mailer|consumer|redis|coordinator)(?:\.\w+)+|\b(?:ack|nack|publish|alert|receiver))(?=\())|(\/\/.*$)/g;

function marked(line: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of line.matchAll(notable)) {
    const [text, port] = match;
    parts.push(line.slice(from, match.index), port ? <b key={from}>{text}</b> : <i key={from}>{text}</i>);
    from = match.index + text.length;
  }
  return [...parts, line.slice(from)];
}
