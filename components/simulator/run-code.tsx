import { Fragment, useState, type ReactNode } from "react";
import { CodeGapMark } from "@/components/simulator/crash/code-gap-mark";
import { codeGapsOf } from "@/components/simulator/crash/code-gaps";
import { crashWords } from "@/components/simulator/crash/crash-words";
import type { CrashHandle } from "@/components/simulator/crash/use-crash-handle";
import type { CodeTwin } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import styles from "@/components/simulator/simulator.module.css";

interface RunCodeProps {
  source: string;
  twins: readonly CodeTwin[];
  /** Lines at which each process waits. */
  lines: Readonly<Record<string, readonly number[]>>;
  /** The crash that can be moved; null where it cannot, or where its place is still to be guessed. */
  handle: CrashHandle | null;
  label: string;
  locale: Locale;
}

const languages = { typescript: "TypeScript", python: "Python", sql: "SQL" };

/** The handler, with a chip on the line at which each worker stands, and the gaps in which it can die. Its twins in tabs. */
export function RunCode({ source, twins, lines, handle, label, locale }: RunCodeProps) {
  const [language, setLanguage] = useState<keyof typeof languages>("typescript");
  const twin = twins.find((other) => other.language === language);
  const text = (twin?.source ?? source).replace(/\n$/, "").split("\n");
  const lineOf = (line: number | null | undefined) => (line === null || line === undefined ? undefined : twin ? twin.lines[line] : line);
  const calls = handle?.scale.undisturbed.frames.slice(1).map(({ line }) => lineOf(line)) ?? [];
  const gaps = handle ? codeGapsOf(handle.scale.points, calls, text) : [];
  const gapBefore = (line: number) => {
    const gap = gaps.find((other) => other.line === line);
    return handle && gap && <CodeGapMark gap={gap} handle={handle} locale={locale} />;
  };
  return (
    <div className={styles.sheet} role="group" aria-label={label}>
      {twins.length > 0 && (
        <div className={styles.languages} role="group" aria-label={crashWords.calls[locale]}>
          {(["typescript", ...twins.map((other) => other.language)] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === (twin?.language ?? "typescript")} onClick={() => setLanguage(name)}>
              {languages[name]}
            </button>
          ))}
        </div>
      )}
      <pre className={styles.code}>
        {text.map((line, index) => {
          const here = Object.entries(lines).flatMap(([process, at]) => (at.some((own) => lineOf(own) === index + 1) ? process : []));
          return (
            <Fragment key={index}>
              {gapBefore(index + 1)}
              <span className={styles.codeLine} data-line={index + 1} data-here={here.length > 0 || undefined}>
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
            </Fragment>
          );
        })}
        {gapBefore(text.length + 1)}
      </pre>
    </div>
  );
}

/** Calls that the outside world can see, and comments. */
const notable =
  /((?:\b(?:db|stripe|mailer|consumer|redis|coordinator)(?:\.\w+)+|\b(?:ack|nack|publish|alert|receiver))(?=\()|^(?:BEGIN|COMMIT|ROLLBACK|SELECT|INSERT INTO|UPDATE|DELETE FROM)\b)|((?:\/\/|^\s*--|(?<=\s)#).*$)/g;

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
