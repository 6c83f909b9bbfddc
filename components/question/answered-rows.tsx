import type { AnsweredRow, RowMark } from "@/components/question/answered";
import { useLesson } from "@/components/lesson/lesson-context";
import type { QuestionKind } from "@/lib/content/compiled";
import { QuestionText } from "@/components/question/question-text";
import styles from "@/components/question/question.module.css";

/** The rows of a locked question. */
export function AnsweredRows({ rows, kind }: { rows: readonly AnsweredRow[]; kind: QuestionKind }) {
  const List = kind === "order" ? "ol" : "ul";
  const isNumbered = kind !== "number" && kind !== "place";
  return (
    <List role="list">
      {rows.map((row, index) => (
        <li key={row.id}>
          <AnsweredRowItem row={row} number={isNumbered ? index + 1 : undefined} />
        </li>
      ))}
    </List>
  );
}

/** In words who chose it and what it is. */
export function RowMarks({ marks }: { marks: readonly RowMark[] }) {
  const { words } = useLesson();
  return marks.map((mark) => (
    <span key={mark} className={styles.mark}>
      {words[mark]}
    </span>
  ));
}

/** One row: its marks in words; feedback opens inside it. */
export function AnsweredRowItem({ row, number }: { row: AnsweredRow; number?: number | undefined }) {
  const { words } = useLesson();
  const mine = row.marks.includes("yourAnswer");
  const ground = mine || row.feedback ? styles.open : row.marks.length === 0 ? styles.off : "";
  return (
    <div className={`${styles.row} ${ground}`}>
      {/* The place in an order is a part of the answer; other numbers are keys to press. */}
      <span className={styles.number} aria-hidden={row.yourPlace === undefined || undefined}>
        {number}
      </span>
      <span
        className={row.marks.includes("rightAnswer") ? styles.key : styles.ring}
        data-chosen={mine || undefined}
        aria-hidden="true"
      />
      <div className={styles.option}>
        <QuestionText value={row.text} />
        <RowMarks marks={row.marks} />
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
