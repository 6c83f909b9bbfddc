import type { Verdict, Missing } from "@/components/question/question-state";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { TrafficWords } from "@/components/traffic/traffic-words";
import type { QuestionKind } from "@/lib/content/compiled";
import type { Delivery } from "@/lib/outbox/delivery";
import type { Confidence } from "@/lib/progress/contract";

/**
 * Every sentence a question can say, translated on the server and handed over once per page. Client components hold no
 * message catalogue.
 */
export interface QuestionWords {
  predict: string;
  /** Beside the name, while the first try is open. */
  firstTry: string;
  /** Beside the name, while the second try is open. */
  lastTry: string;
  saved: string;
  waiting: string;
  notAccepted: string;
  /** Accessible name of the `?` that opens the hint. */
  keysTitle: string;
  keys: Record<QuestionKind, string>;
  number: string;
  howSure: string;
  confidence: Record<Confidence, string>;
  commit: string;
  sending: string;
  missing: Record<Missing, string>;
  waitingBecause: Record<Extract<Delivery, { state: "waiting" }>["because"], string>;
  sendNow: string;
  superseded: string;
  refusedWithoutReason: string;
  answerAgain: string;
  verdict: Record<Verdict, string>;
  /** Before the feedback on the learner's own answer. */
  rowVerdict: Record<"right" | "wrong", string>;
  sureAndWrong: string;
  secondTry: string;
  showAnswer: string;
  yourAnswer: string;
  yourFirstTry: string;
  rightAnswer: string;
  explanation: string;
  others: string;
  /** Above the reasons for a right order. */
  whyThisOrder: string;
  /** Names of the buttons beside a repair that is to be put in order. */
  moveUp: string;
  moveDown: string;
  /** With `{place}` and `{total}`, to be filled in after each move. */
  movedTo: string;
  /** With `{place}`: where the learner has put a repair. */
  yourPlace: string;
  withoutScript: string;
  /** For the run that shows an answer. */
  simulator: SimulatorWords;
  /** For the traffic that shows an answer. */
  traffic: TrafficWords;
}
