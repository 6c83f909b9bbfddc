import { useLesson } from "@/components/lesson/lesson-context";
import type { QuestionState } from "@/components/question/question-state";
import { cornerOf } from "@/components/question/sentence";
import { QuestionText } from "@/components/question/question-text";
import type { PublicQuestion } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

/** Number of the question, how it stands, and what is asked. */
export function Prompt({ question, position, state }: { question: PublicQuestion; position: string; state: QuestionState }) {
  const { words } = useLesson();
  return (
    <legend className={styles.legend}>
      <span className={styles.meta}>
        <b>{words.predict}</b>
        <span>{position}</span>
        <span className={styles.corner} data-tries={state.phase === "choosing" || undefined}>
          {cornerOf(state, words)}
        </span>
      </span>
      <span className={styles.prompt}>
        <QuestionText value={question.prompt} />
      </span>
    </legend>
  );
}

/** The keys of a question, behind a `?`. */
export function KeysHint({ kind }: { kind: PublicQuestion["kind"] }) {
  const { words } = useLesson();
  return (
    <details className={styles.keys}>
      <summary aria-label={words.keysTitle}>?</summary>
      <p>{words.keys[kind]}</p>
    </details>
  );
}
