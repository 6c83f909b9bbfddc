import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import styles from "@/components/simulator/simulator.module.css";

interface RunTableProps {
  frames: Frames;
  /** Rows up to here have happened; the others are shown as what is to come. */
  steps: number;
  words: SimulatorWords;
  locale: Locale;
}

/** The run as a table, one column per participant: the form that is read aloud and copied. */
export function RunTable({ frames, steps, words, locale }: RunTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={words.table} tabIndex={0}>
      <table className={styles.table}>
        <caption className="sr-only">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.stepColumn}</span>
            </th>
            {frames.participants.map(({ id, name }) => (
              <th key={id} scope="col">
                {name[locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frames.frames.map((frame, index) => (
            <tr
              key={index}
              data-kind={frame.kind}
              data-to-come={index >= steps || undefined}
              aria-current={index === steps - 1 ? "step" : undefined}
            >
              <th scope="row">{index + 1}</th>
              {frames.participants.map(({ id }) => (
                <td key={id} data-actor={frame.actor === id || undefined}>
                  {frame.cells[id]?.[locale]}
                  {frame.actor === id && frame.line !== null && <span className={styles.line}>:{frame.line}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
