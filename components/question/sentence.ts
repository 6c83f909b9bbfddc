import { sureAndWrong, verdictOf, type QuestionState } from "@/components/question/question-state";
import type { QuestionWords } from "@/components/question/question-words";

/** What the question says about itself at this moment: what is missing, how the delivery goes, or the verdict. */
export function sentenceOf(state: QuestionState, words: QuestionWords): string {
  if (state.phase === "choosing") return state.missing.map((missing) => words.missing[missing]).join(" ");
  if (state.phase === "committed") {
    switch (state.delivery.state) {
      case "sending":
        return words.sending;
      case "waiting":
        return words.waitingBecause[state.delivery.because];
      case "superseded":
        return words.superseded;
      case "refused":
        return state.delivery.problem?.detail ?? words.refusedWithoutReason;
    }
  }
  const last = state.replies.at(-1);
  if (!last) return "";
  return sureAndWrong(state.replies) ? `${words.verdict[verdictOf(last)]} ${words.sureAndWrong}` : words.verdict[verdictOf(last)];
}

/** A few words in the corner: how many tries are left, or whether the answer has arrived. */
export function cornerOf(state: QuestionState, words: QuestionWords): string {
  if (state.phase === "choosing") return state.replies.length === 0 ? words.firstTry : words.lastTry;
  if (state.phase !== "committed") return words.saved;
  if (state.delivery.state === "refused") return words.notAccepted;
  return state.delivery.state === "waiting" ? words.waiting : "";
}
