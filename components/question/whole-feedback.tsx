import { useLesson } from "@/components/lesson/lesson-context";
import { QuestionText } from "@/components/question/question-text";
import type { Rich } from "@/lib/content/compiled";
import styles from "@/components/question/question.module.css";

/** What is said about an answer of several parts as a whole. */
export function WholeFeedback({ verdict, feedback }: { verdict: "right" | "wrong"; feedback: Rich }) {
  const { words } = useLesson();
  return (
    <div className={`${styles.feedback} ${styles.whole}`}>
      <b>{words.rowVerdict[verdict]} </b>
      <QuestionText value={feedback} />
    </div>
  );
}
