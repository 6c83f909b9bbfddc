import type { ReactNode } from "react";
import styles from "@/components/reality/reality.module.css";

export interface FactRow {
  key: string;
  what: ReactNode;
  /** In small type under it. */
  note?: ReactNode;
  outcome: ReactNode;
}

/** Facts, one a row, with what became of each at its end. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ key, what, note, outcome }) => (
        <li key={key} className={styles.fact}>
          <span>
            {what}
            {note && <span className={styles.note}>{note}</span>}
          </span>
          <span className={styles.outcome}>{outcome}</span>
        </li>
      ))}
    </ul>
  );
}
