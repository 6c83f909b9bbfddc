import { useLesson } from "@/components/lesson/lesson-context";
import type { QuestionState } from "@/components/question/question-state";
import { statusWord } from "@/components/question/sentence";
import { QuestionText } from "@/components/question/question-text";
import type { PublicQuestion } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

/** Name, number, what is asked, and the keys behind a `?`. */
export function Prompt({ question, position, state }: { question: PublicQuestion; position: string; state: QuestionState }) {
  const { words } = useLesson();
  return (
    <>
      <legend className={styles.legend}>
        <span className={styles.meta}>
          <b>{words.predict}</b>
          <span>{position}</span>
          <span className={styles.status}>{statusWord(state, words)}</span>
        </span>
        <span className={styles.prompt}>
          <QuestionText value={question.prompt} />
        </span>
      </legend>
      <details className={styles.keys}>
        <summary aria-label={words.keysTitle}>?</summary>
        <p>{question.kind === "choice" ? words.keysChoice : words.keysNumber}</p>
      </details>
    </>
  );
}
