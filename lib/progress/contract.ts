import type { Answer, Rich, ShownRun, ShownTraffic, ChangedCircumstances } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";

/**
 * What the browser and the server say to each other about attempts. Types and constants only, so that client
 * components may import it. The server validates with zod in `lib/progress/attempt-request.ts`.
 */

export const confidences = ["guess", "likely", "sure"] as const;
export type Confidence = (typeof confidences)[number];

/** Tries per question, version and sitting. Only the first one counts for statistics. */
export const triesPerSitting = 2;

/** Body of `POST /api/attempts`. */
export interface AttemptRequest {
  /** UUID made by the client when the learner commits. It names this commit of this answer, not the request. */
  id: string;
  /** `lesson/question` */
  question: string;
  /** The question version that was shown. */
  version: string;
  /** Null when the learner gave up. */
  answer: Answer | null;
  /** Null when the learner gave up. */
  confidence: Confidence | null;
  locale: Locale;
  context: "lesson";
  /** Option ids in the order shown; empty for numbers. */
  shownOrder: string[];
  /** The client's clock, ISO 8601. */
  answeredAt: string;
}

/** Answer of `POST /api/attempts`, and what a page gets for each attempt stored earlier. A pure function of the stored rows. */
export interface AttemptReply {
  id: string;
  question: string;
  version: string;
  answer: Answer | null;
  confidence: Confidence | null;
  shownOrder: string[];
  correct: boolean;
  /** 1 for the first try of this sitting. */
  try: number;
  /** True when no further try is possible: right, tries used up, or given up. */
  settled: boolean;
  /**
   * On the chosen option, value or order; null when given up. Of several options: where something right was left out.
   */
  feedback: Rich | null;
  /** Of several options the chosen ones that are wrong, each with why. Empty for all other kinds. */
  wrongOptions: { id: string; feedback: Rich }[];
  /**
   * The run that shows it. While a try is left only the one that refutes the learner's own choice, where its author
   * says that it gives nothing away; after that the one that refutes the choice, or else the one that shows the key.
   */
  run: ShownRun | null;
  /**
   * The traffic that shows it, likewise, and the cause to begin with. While a try is left, nothing of the other causes.
   */
  traffic: { shown: ShownTraffic; cause: string } | null;
  /** Null while a try is left. */
  reveal: Reveal | null;
}

export interface Reveal {
  key: Answer;
  explanation: Rich;
  /** Feedback on each option, for orders on its place; for numbers on the right value and on each known wrong one, as text. */
  options: { id: string; feedback: Rich }[];
  /** The same code under other circumstances; absent without any. */
  whatIf?: readonly ChangedCircumstances[];
}

/** RFC 9457 problem details; `type` is a path below `/problems/`. `title` and `detail` are in the request's language. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
}

/** One question's state for the map and the progress page. */
export type QuestionState = "open" | "second-try" | "right-first" | "right-second" | "wrong" | "gave-up";

/** The one try that counts: for statistics, and for what comes back first ("sure and wrong"). */
export interface FirstTry {
  correct: boolean;
  /** Null when the learner gave up without an answer. */
  confidence: Confidence | null;
}

export interface LessonStanding {
  lesson: string;
  /** By `lesson/question`. */
  questions: Record<string, QuestionState>;
  /** By `lesson/question`; questions without an answer are absent. */
  firstTries: Record<string, FirstTry>;
  settled: number;
  total: number;
  /** ISO 8601, null before the first answer or while open questions remain. */
  startedAt: string | null;
  completedAt: string | null;
  /** The first question that is not settled, in page order; null when all are. */
  next: string | null;
}

export interface CourseStanding {
  lessons: LessonStanding[];
  /** The lesson with the newest answer, or null. */
  current: string | null;
}
