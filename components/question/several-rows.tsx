import type { AnsweredRow } from "@/components/question/answered";
import { AnsweredRowItem } from "@/components/question/answered-rows";
import { answerField } from "@/components/question/read-answer";
import { QuestionText } from "@/components/question/question-text";
import type { PublicOption } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

/**
 * Options of which several are right. Those that were wrong at the first try stay in their place with their feedback;
 * the others that were chosen then are chosen still.
 */
export default function SeveralRows({ options, tried }: { options: readonly PublicOption[]; tried: readonly AnsweredRow[] }) {
  return options.map(({ id, text }, index) => {
    const row = tried.find((candidate) => candidate.id === id);
    if (row?.verdict === "wrong") return <AnsweredRowItem key={id} row={row} number={index + 1} />;
    return (
      <label key={id} className={styles.row}>
        <span className={styles.number} aria-hidden="true">
          {index + 1}
        </span>
        <input
          type="checkbox"
          className={styles.ring}
          name={answerField}
          value={id}
          data-key={index + 1}
          defaultChecked={row?.marks.includes("yourFirstTry")}
        />
        <span className={styles.option}>
          <QuestionText value={text} />
        </span>
      </label>
    );
  });
}
