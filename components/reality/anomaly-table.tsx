import type { Translator } from "@/lib/i18n";
import styles from "@/components/reality/reality.module.css";

export interface AnomalyCell {
  anomaly: string;
  level: string;
  /** As in `possible` and `prevented 40001`. */
  simulated: string;
  real: string;
}

/** The anomalies by isolation level: one answer in a cell where both sides gave the same, two where they did not. */
export function AnomalyTable({ cells, t }: { cells: readonly AnomalyCell[]; t: Translator }) {
  const levels = [...new Set(cells.map(({ level }) => level))];
  const anomalies = [...new Set(cells.map(({ anomaly }) => anomaly))];
  return (
    <div className={styles.scroll} role="group" aria-labelledby="hermitage-title" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("reality.anomaly")}</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {level.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {anomalies.map((anomaly) => (
            <tr key={anomaly}>
              <th scope="row">{anomaly}</th>
              {levels.map((level) => {
                const cell = cells.find((other) => other.anomaly === anomaly && other.level === level);
                return <td key={level}>{cell && <Answer cell={cell} t={t} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Answer({ cell: { simulated, real }, t }: { cell: AnomalyCell; t: Translator }) {
  const answers = simulated === real ? [real] : [simulated, real];
  return answers.map((answer) => {
    const [kind, code] = answer.split(" ");
    return (
      <span key={answer} className={styles.answer}>
        {t(kind === "possible" ? "reality.possible" : "reality.prevented")} {code && <span className="number">{code}</span>}
      </span>
    );
  });
}
