import { useLesson } from "@/components/lesson/lesson-context";
import { confidenceField } from "@/components/question/read-answer";
import { ConfidenceBars } from "@/components/ui/confidence-bars";
import { confidences } from "@/lib/progress/contract";
import styles from "@/components/question/question.module.css";

/** How sure the learner is: three radios drawn as one switch, with as many bars as there is confidence. */
export function ConfidenceSwitch({ labelledBy }: { labelledBy: string }) {
  const { words } = useLesson();
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={styles.sure}>
      <span id={labelledBy}>{words.howSure}</span>
      <div className={styles.switch}>
        {confidences.map((confidence) => (
          <label key={confidence}>
            <input type="radio" name={confidenceField} value={confidence} />
            <ConfidenceBars confidence={confidence} />
            {words.confidence[confidence]}
          </label>
        ))}
      </div>
    </div>
  );
}
