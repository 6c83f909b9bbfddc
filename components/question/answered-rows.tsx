import type { AnsweredRow } from "@/components/question/answered";
import { useLesson } from "@/components/lesson/lesson-context";
import { QuestionText } from "@/components/question/question-text";
import styles from "@/components/question/question.module.css";

/** The rows of a locked question. */
export function AnsweredRows({ rows, numbered }: { rows: readonly AnsweredRow[]; numbered: boolean }) {
  return rows.map((row, index) => <AnsweredRowItem key={row.id} row={row} number={numbered ? index + 1 : undefined} />);
}

/** One row: who chose it and what it is stands in words; feedback opens inside it. */
export function AnsweredRowItem({ row, number }: { row: AnsweredRow; number?: number }) {
  const { words } = useLesson();
  const right = row.marks.includes("rightAnswer");
  const state = row.marks.length === 0 ? styles.off : row.feedback || !right ? styles.chosen : "";
  return (
    <div className={`${styles.row} ${state}`}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <span className={right ? styles.key : styles.ring} data-chosen={row.marks.includes("yourAnswer") || undefined} aria-hidden="true" />
      <div className={styles.option}>
        <QuestionText value={row.text} />
        {row.marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            {words[mark]}
          </span>
        ))}
        {row.feedback && (
          <div className={styles.feedback}>
            <QuestionText value={row.feedback} />
          </div>
        )}
      </div>
    </div>
  );
}
