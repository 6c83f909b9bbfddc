import { useLesson } from "@/components/lesson/lesson-context";
import { QuestionText } from "@/components/question/question-text";
import type { Rich } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

interface RevealProps {
  explanation: Rich;
  /** Above the feedback that is folded away. */
  othersTitle: string;
  others: readonly { id: string; text: Rich; feedback: Rich }[];
}

/** What a settled question teaches: why, and what is wrong with each of the others. */
export function Reveal({ explanation, othersTitle, others }: RevealProps) {
  const { words } = useLesson();
  return (
    <div className={styles.reveal}>
      {explanation.length > 0 && (
        <div className={styles.explanation}>
          <h3 className="sr-only">{words.explanation}</h3>
          <QuestionText value={explanation} />
        </div>
      )}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{othersTitle}</summary>
          <dl>
            {others.map(({ id, text, feedback }) => (
              <div key={id}>
                <dt>
                  <QuestionText value={text} />
                </dt>
                <dd>
                  <QuestionText value={feedback} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
