import type { AnsweredRow } from "@/components/question/answered";
import { useLesson } from "@/components/lesson/lesson-context";
import { QuestionText } from "@/components/question/question-text";
import styles from "@/components/question/question.module.css";

/** The rows of a locked question. */
export function AnsweredRows({ rows, numbered }: { rows: readonly AnsweredRow[]; numbered: boolean }) {
  return rows.map((row, index) => <AnsweredRowItem key={row.id} row={row} number={numbered ? index + 1 : undefined} />);
}

/** One row: who chose it and what it is stands in words; feedback opens inside it. */
export function AnsweredRowItem({ row, number }: { row: AnsweredRow; number?: number | undefined }) {
  const { words } = useLesson();
  const mine = row.marks.includes("yourAnswer");
  const ground = mine || row.feedback ? styles.open : row.marks.length === 0 ? styles.off : "";
  return (
    <div className={`${styles.row} ${ground}`}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <span
        className={row.marks.includes("rightAnswer") ? styles.key : styles.ring}
        data-chosen={mine || undefined}
        aria-hidden="true"
      />
      <div className={styles.option}>
        <QuestionText value={row.text} />
        {row.marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            {words[mark]}
          </span>
        ))}
        {row.yourPlace && <span className={styles.mark}>{words.yourPlace.replace("{place}", String(row.yourPlace))}</span>}
        {row.feedback && (
          <div className={styles.feedback}>
            {row.verdict && <b>{words.rowVerdict[row.verdict]} </b>}
            <QuestionText value={row.feedback} />
          </div>
        )}
      </div>
    </div>
  );
}
