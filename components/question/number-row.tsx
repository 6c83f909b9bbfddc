import type { AnsweredRow } from "@/components/question/answered";
import { AnsweredRowItem } from "@/components/question/answered-rows";
import { useLesson } from "@/components/lesson/lesson-context";
import type { Missing } from "@/components/question/question-state";
import { answerField } from "@/components/question/read-answer";
import styles from "@/components/question/question.module.css";

interface NumberRowProps {
  unit: string | null;
  tried: readonly AnsweredRow[];
  missing: readonly Missing[];
  /** Id of the sentence that says what is wrong with the field. */
  describedBy: string;
}

/** A field for a count. Text, not `type=number`: that one hides what it does not understand. */
export function NumberRow({ unit, tried, missing, describedBy }: NumberRowProps) {
  const { words } = useLesson();
  const invalid = missing.some((lack) => lack !== "confidence");
  return (
    <>
      {tried.map((row) => (
        <AnsweredRowItem key={row.id} row={row} />
      ))}
      <label className={styles.field}>
        <span>{words.number}</span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          name={answerField}
          size={9}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? describedBy : undefined}
        />
        {unit}
      </label>
    </>
  );
}
