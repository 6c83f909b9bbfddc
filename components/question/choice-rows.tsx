import type { AnsweredRow } from "@/components/question/answered";
import { AnsweredRowItem } from "@/components/question/answered-rows";
import { answerField } from "@/components/question/read-answer";
import { QuestionText } from "@/components/question/question-text";
import type { PublicQuestion } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

/** The options to choose from. One that was wrong at the first try stays in its place with its feedback. */
export function ChoiceRows({ options, tried }: { options: PublicQuestion["options"]; tried: readonly AnsweredRow[] }) {
  return options.map(({ id, text }, index) => {
    const row = tried.find((candidate) => candidate.id === id && candidate.marks.length > 0);
    if (row) return <AnsweredRowItem key={id} row={row} number={index + 1} />;
    return (
      <label key={id} className={styles.row}>
        <span className={styles.number} aria-hidden="true">
          {index + 1}
        </span>
        <input type="radio" className={styles.ring} name={answerField} value={id} data-key={index + 1} />
        <span className={styles.option}>
          <QuestionText value={text} />
        </span>
      </label>
    );
  });
}
