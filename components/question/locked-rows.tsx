import type { AnsweredRow, RowMark } from "@/components/question/answered";
import { AnsweredRows, RowMarks } from "@/components/question/answered-rows";
import { PlacesInCode } from "@/components/question/open-rows";
import type { CodeLine, PublicQuestion } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

interface LockedRowsProps {
  question: PublicQuestion;
  code: readonly CodeLine[];
  rows: readonly AnsweredRow[];
  /** On the rows together. */
  marks: readonly RowMark[];
}

/** The part of a question that took the answer, once it takes none. */
export function LockedRows({ question, code, rows, marks }: LockedRowsProps) {
  const { kind } = question;
  return (
    <>
      {kind === "place" && <PlacesInCode question={question} code={code} rows={rows} />}
      {marks.length > 0 && (
        <p className={styles.marks}>
          <RowMarks marks={marks} />
        </p>
      )}
      <AnsweredRows rows={rows} kind={kind} />
    </>
  );
}
