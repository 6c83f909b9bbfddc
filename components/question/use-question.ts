import { useRouter } from "next/navigation";
import { useEffect, useReducer, useRef } from "react";
import { initialState, markOf, reduceQuestion, type QuestionEvent, type QuestionState } from "@/components/question/question-state";
import { useLesson } from "@/components/lesson/lesson-context";
import { browserPorts } from "@/lib/outbox/browser-ports";
import { deliver, type Delivery } from "@/lib/outbox/delivery";
import { DeliveryLine } from "@/lib/outbox/delivery-line";
import { pendingStore } from "@/lib/outbox/pending-store";
import type { AttemptReply } from "@/lib/progress/contract";

const pending = pendingStore(() => sessionStorage);
const line = new DeliveryLine();

export interface QuestionControls {
  state: QuestionState;
  dispatch: (event: QuestionEvent) => void;
  /** Opens the next try, or the same one again after a refusal. */
  again: () => void;
  /** Tries to send a waiting answer now. */
  sendNow: () => void;
}

/**
 * Keeps a question's state together with its surroundings: the delivery of a committed answer, what an earlier life of
 * this page has left unsent, and what the server has stored meanwhile.
 */
export function useQuestion(question: string, stored: readonly AttemptReply[]): QuestionControls {
  const [state, dispatch] = useReducer(reduceQuestion, stored, initialState);
  const { report } = useLesson();
  const router = useRouter();
  const retry = useRef(() => {});

  useEffect(() => dispatch({ type: "stored", replies: stored }), [stored]);

  useEffect(() => {
    const kept = pending.read(question);
    if (!kept) return;
    const answered = stored.at(-1)?.settled || stored.some(({ id }) => id === kept.id);
    if (answered) pending.remove(kept);
    else dispatch({ type: "committed", request: kept });
  }, [question, stored]);

  const request = state.phase === "committed" ? state.request : null;
  const known = state.replies.length;
  useEffect(() => {
    if (!request) return;
    pending.write(request);
    const tell = (news: Delivery) => {
      const final = news.state === "recorded" || news.state === "superseded";
      if (final) pending.remove(request);
      // Another tab has answered meanwhile: this page knows less than the server.
      if (news.state === "superseded" || (news.state === "recorded" && news.reply.try > known + 1)) router.refresh();
      dispatch({ type: "delivery", id: request.id, delivery: news });
    };
    const delivery = deliver(request, browserPorts, tell, line);
    retry.current = delivery.retry;
    return delivery.stop;
  }, [request, known, router]);

  const mark = markOf(state.replies);
  useEffect(() => report(question, mark), [report, question, mark]);

  return {
    state,
    dispatch,
    again: () => {
      if (request) pending.remove(request);
      dispatch({ type: "again" });
    },
    sendNow: () => retry.current(),
  };
}
