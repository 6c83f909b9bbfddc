import type { Ref } from "react";
import { useLesson } from "@/components/lesson/lesson-context";
import type { QuestionState } from "@/components/question/question-state";
import styles from "@/components/question/question.module.css";

interface MainButtonProps {
  ref: Ref<HTMLButtonElement>;
  state: QuestionState;
  next: { anchor: string; label: string };
  again: () => void;
  sendNow: () => void;
}

/**
 * One button through the whole life of a question, so that focus stays where it is: commit, second try, next. It is
 * never disabled; while there is nothing to press it only says so.
 */
export function MainButton({ ref, state, next, again, sendNow }: MainButtonProps) {
  const { words } = useLesson();
  const choosing = state.phase === "choosing";
  const { label, press } = actionOf();
  const idle = !choosing && !press;
  const weight = choosing || state.phase === "settled" ? "button" : "button-line";
  return (
    <button
      ref={ref}
      type={choosing ? "submit" : "button"}
      aria-disabled={idle || undefined}
      className={`${weight} ${styles.main} ${idle ? styles.idle : ""}`}
      onClick={(event) => {
        if (!press) return;
        // The press may turn this button into one that submits, and the browser would go on and submit.
        event.preventDefault();
        press();
      }}
    >
      {label}
    </button>
  );

  function actionOf(): { label: string; press?: () => void } {
    switch (state.phase) {
      case "choosing":
        return { label: words.commit };
      case "between":
        return { label: words.secondTry, press: again };
      case "settled":
        return { label: next.label, press: () => void (location.hash = next.anchor) };
      case "committed":
        if (state.delivery.state === "waiting") return { label: words.sendNow, press: sendNow };
        if (state.delivery.state === "refused") return { label: words.answerAgain, press: again };
        return { label: words.commit };
    }
  }
}
