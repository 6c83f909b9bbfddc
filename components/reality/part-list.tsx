import type { Translator } from "@/lib/i18n";
import styles from "@/components/reality/reality.module.css";

export interface PartRow {
  part: string;
  name: string;
  /** What it was checked against; null where there was nothing. */
  real: string | null;
  /** What only documents say. */
  documented: string | null;
}

/** Every part of the simulated world: what real thing was asked, and for what only documents speak. */
export function PartList({ parts, t }: { parts: readonly PartRow[]; t: Translator }) {
  return (
    <dl className={styles.parts}>
      {parts.map(({ part, name, real, documented }) => (
        <div key={part}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.label}>{t("reality.checkedAgainst")}</span>
            {real ?? t("reality.nothing")}
          </dd>
          <dd>
            <span className={styles.label}>{t("reality.documentedOnly")}</span>
            {documented ?? t("reality.nothing")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
