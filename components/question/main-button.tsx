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
  const { label, press, weight } = ((): { label: string; press?: () => void; weight: "strong" | "line" | "idle" } => {
    switch (state.phase) {
      case "choosing":
        return { label: words.commit, weight: "strong" };
      case "between":
        return { label: words.secondTry, press: again, weight: "line" };
      case "settled":
        return { label: next.label, press: () => (location.hash = next.anchor), weight: "strong" };
      case "committed":
        if (state.delivery.state === "waiting") return { label: words.sendNow, press: sendNow, weight: "line" };
        if (state.delivery.state === "refused") return { label: words.answerAgain, press: again, weight: "line" };
        return { label: words.sending, weight: "idle" };
    }
  })();
  return (
    <button
      ref={ref}
      type={state.phase === "choosing" ? "submit" : "button"}
      aria-disabled={weight === "idle" || undefined}
      className={styles[weight]}
      onClick={press}
    >
      {label}
    </button>
  );
}
