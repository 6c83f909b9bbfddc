import { useLesson } from "@/components/lesson/lesson-context";
import { confidenceField } from "@/components/question/read-answer";
import { confidences } from "@/lib/progress/contract";
import styles from "@/components/question/question.module.css";

/** How sure the learner is: three radios drawn as one switch, with as many bars as there is confidence. */
export function ConfidenceSwitch({ labelledBy }: { labelledBy: string }) {
  const { words } = useLesson();
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={styles.sure}>
      <span id={labelledBy}>{words.howSure}</span>
      <div className={styles.switch}>
        {confidences.map((confidence, index) => (
          <label key={confidence}>
            <input type="radio" name={confidenceField} value={confidence} />
            <svg viewBox="0 0 13 13" aria-hidden="true">
              {[0, 1, 2].map((bar) => (
                <rect key={bar} x={bar * 5} y={8 - 4 * bar} width="3" height={5 + 4 * bar} opacity={bar > index ? 0.28 : 1} />
              ))}
            </svg>
            {words.confidence[confidence]}
          </label>
        ))}
      </div>
    </div>
  );
}
