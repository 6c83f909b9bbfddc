import { readMetric } from "@/components/lesson/metric";
import styles from "@/components/lesson/snippet.module.css";

/** A metric as an operator reads it off a dashboard: a period, a value, a remark. */
export function MetricTable({ source }: { source: string }) {
  const { caption, rows } = readMetric(source);
  return (
    <div className={styles.metric} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(({ period, value, remark }) => (
            <tr key={period}>
              <th scope="row">{period}</th>
              <td>{value}</td>
              <td>{remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
