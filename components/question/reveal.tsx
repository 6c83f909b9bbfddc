import { useLesson } from "@/components/lesson/lesson-context";
import { QuestionText } from "@/components/question/question-text";
import type { AnsweredRow } from "@/components/question/answered";
import { otherFeedback } from "@/components/question/other-feedback";
import type { QuestionState } from "@/components/question/question-state";
import type { PublicQuestion } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import styles from "@/components/question/question.module.css";

interface RevealProps {
  question: PublicQuestion;
  /** As they stand above. */
  rows: readonly AnsweredRow[];
  state: QuestionState;
  locale: Locale;
}

/** What a settled question teaches: why, and what is wrong with each of the others. Loaded with the first such verdict. */
export default function Reveal({ question, rows, state, locale }: RevealProps) {
  const { words } = useLesson();
  const explanation = state.replies.at(-1)?.reveal?.explanation ?? [];
  const others = otherFeedback(question, rows, state, locale);
  return (
    <div className={styles.reveal}>
      {explanation.length > 0 && (
        <div className={styles.explanation}>
          <h3 className="sr-only">{words.explanation}</h3>
          <QuestionText value={explanation} />
        </div>
      )}
      {others.length > 0 && (
        <details className={styles.others} data-on-paper="">
          <summary>{question.kind === "order" ? words.whyThisOrder : words.others}</summary>
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
