import type { Root } from "hast";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { Words } from "@/lib/simulator/plain";
import type { Bounds, Scenario, VerdictName } from "@/lib/simulator/scenario/scenario";
import type { TrafficPlan } from "@/lib/simulator/traffic/plan";
import type { TrafficResult } from "@/lib/simulator/traffic/traffic";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/**
 * Shapes of the compiled content in `generated/content/{public,secret}`. Types only: both the pipeline that writes
 * them and everything that renders them import this file, so it must stay free of code and of server-only modules.
 */

/**
 * Short formatted text as plain data: prompts, options, feedback, explanations. Rendered by `components/ui/rich-text`.
 * A text of one paragraph is inline content without a `p`; a longer one is a list of blocks. Options are always inline.
 */
export type Rich = RichNode[];
export type RichNode =
  | string
  | { tag: "p" | "strong" | "em" | "code" | "ul" | "ol" | "li" | "pre"; children: Rich }
  | { tag: "a"; href: string; children: Rich }
  | { tag: "given"; source: string; children: Rich }
  | { tag: "term"; href: string; gloss: Rich; children: Rich };

export interface CourseLesson {
  slug: string;
  /** Level that the lesson ends at. The climb starts at `zero`. */
  level: "junior" | "middle" | "senior" | "orbit";
  title: Record<Locale, string>;
  /** False while the lesson has no text: shown dotted, in preparation, without a link. */
  written: boolean;
  /** Reading and answering time in minutes, computed; null while unwritten. */
  minutes: number | null;
  /** Ids `lesson/question` in the order of the page. */
  questions: { id: string; version: string; section: string; title: Record<Locale, string> }[];
}

export interface Course {
  lessons: CourseLesson[];
}

export interface PublicLesson {
  slug: string;
  locale: Locale;
  title: string;
  /** One or two sentences under the title. */
  gist: string;
  /** For search engines and link previews. */
  description: string;
  minutes: number;
  /** True when the translation was made from an older Russian text. */
  stale: boolean;
  /** In order of the page; anchors are the same in both languages. `questions` holds `lesson/question`. */
  sections: { id: string; title: string; kind: "goal" | "snippet" | "summary" | "prose"; questions: string[] }[];
  /**
   * The prose as hast, closed set of elements. Custom parts are elements of type `mdxJsxFlowElement` or
   * `mdxJsxTextElement` with literal attributes: `Snippet id`, `Question id` (`lesson/question`), `Note`, `Given source`,
   * `Term id`, `Claim of value`, `Summary`. `Summary` holds what follows the heading of the section `summary`. Headings carry their ids.
   */
  body: Root;
  snippets: Record<string, Snippet>;
  questions: Record<string, PublicQuestion>;
  sources: Record<string, Source>;
  /** By id of the term: what the page shows over each `Term` of the prose. Without links. */
  glosses: Record<string, Rich>;
  /** By `lesson/question`: terms that it asks about and that nothing above explains; `glosses` has them too. */
  asked: Record<string, { term: string; name: string }[]>;
  /** By id of the term: the sections whose words name it, in the order of the page. */
  terms: Record<string, string[]>;
}

/** `content/glossary.yaml`: every term of the course, by theme, in the order of the file. */
export interface Glossary {
  themes: { id: string; title: Record<Locale, string>; terms: GlossaryTerm[] }[];
  /** Of the definitions. */
  sources: Record<Locale, Record<string, Source>>;
}

export interface GlossaryTerm {
  /** Also the anchor on the page of the glossary. */
  id: string;
  /** As it stands in the middle of a sentence. */
  name: Record<Locale, string>;
  /** Other names of the same thing. */
  also: Record<Locale, string[]>;
  /** Texts use its name in an ordinary sense too, so that only marks are known to mean the term. */
  common: boolean;
  definition: Record<Locale, Rich>;
  /** `lesson#section` that explains it at length; null where only the glossary does. */
  explained: string | null;
  /** Ids of other terms. */
  related: string[];
}

/** Where a stated fact comes from (`content/sources.yaml`). */
export interface Source {
  title: string;
  url: string | null;
}

export interface Snippet {
  id: string;
  tabs: SnippetTab[];
}

export interface SnippetTab {
  language: "typescript" | "python" | "sql" | "metric";
  /** Path below `content/`, shown to authors. */
  file: string;
  /** True for the file that the simulator executes. */
  runs: boolean;
  source: string;
  lines: CodeLine[];
}

export interface CodeLine {
  number: number;
  /** `port`: a call that the outside world can see (bold). `comment`: quieter. Nothing else is marked. */
  segments: { text: string; kind: "plain" | "port" | "comment" }[];
  /**
   * A process can die just before this line (two strokes in the gutter). The gap after the last step sits on the next
   * line, an empty one when the file ends there. `if (…) return ack()` shares the gap of the statement that follows it.
   */
  gapBefore: boolean;
}

export interface PublicQuestion {
  /** `lesson/question`; the second half is the anchor on the page. */
  id: string;
  version: string;
  kind: QuestionKind;
  /** Which half is asked: what happens, or which repair comes first. */
  asks: "outcome" | "repair";
  snippet: string;
  /** Short name for lists and the map. */
  title: string;
  prompt: Rich;
  /**
   * Empty for numbers. In the order of the source, or, where the order is what is asked, in that of the ids; the page
   * shuffles unless `shuffle` is false.
   */
  options: PublicOption[];
  shuffle: boolean;
  /** Words after the number field, for instance "charges"; null for all other kinds. */
  unit: string | null;
  /** What is picked in the code; null for all other kinds. */
  places: "gaps" | "lines" | null;
}

export interface PublicOption {
  id: string;
  /** For places the words that name the place, with its code. */
  text: Rich;
  /** For places: the line of the snippet, or the line that the gap is before. */
  line?: number;
}

/**
 * One option, several of them in any order, a number, a place in the code, or an order of repairs, the one with the
 * most leverage first.
 */
export type QuestionKind = "choice" | "several" | "number" | "place" | "order";

/** Also the shape in which answers and keys are stored. */
export type Answer =
  | { kind: "choice" | "place"; option: string }
  | { kind: "several" | "order"; options: string[] }
  | { kind: "number"; value: number };

/** A run that shows an answer, executed when the content was compiled, and what the engine needs to take it up. */
export interface ShownRun {
  frames: Frames;
  setup: EngineSetup;
  /** After so many choices no continuation is ok any more; null where one is, absent where it is not known. */
  pointOfNoReturn?: number | null;
  /** Of the handler that runs; absent without any. */
  twins?: readonly CodeTwin[];
}

/** The same handler in another language: shown beside the code that runs, never executed. */
export interface CodeTwin {
  language: "python" | "sql";
  source: string;
  /** Line of a call in the handler to the line of the same call in the twin. SQL has no lines for calls of others. */
  lines: Readonly<Record<number, number>>;
}

/** A handler under other circumstances, searched through all its schedules when the content was compiled. */
export interface ChangedCircumstances {
  id: string;
  title: Words;
  /** Whose handler runs: that of the snippet, or another one. */
  scenario: Pick<Scenario, "slug" | "processes" | "bounds">;
  effects: Scenario["effects"];
  handler: string;
  bounds: Bounds;
  /** The worst of all schedules. */
  verdict: VerdictName;
  /** The sentence on all schedules, with their number and bounds. */
  words: Words;
  /** The simplest run to that verdict; null where it is ok. */
  frames: Frames | null;
  /** After so many choices of it no continuation is ok any more; null where one is, and where it is not known. */
  pointOfNoReturn: number | null;
}

/** The traffic of an incident under its possible causes: executed by `content:check`, never in the browser. */
export interface ShownTraffic {
  scenario: string;
  window: TrafficPlan["window"];
  causes: readonly { name: string; title: Words; handler: Words; result: TrafficResult }[];
}

/** What an answer is told, and what shows it. */
export interface SecretFeedback {
  feedback: Record<Locale, Rich>;
  /** The run that refutes a wrong answer; null where the author named none. */
  run: ShownRun | null;
  /** Cause of the traffic that refutes it, likewise. */
  cause: string | null;
}

/** Never leaves the server before the learner has answered. Both languages in one file. */
export interface SecretLesson {
  slug: string;
  questions: Record<string, SecretQuestion>;
}

export interface SecretQuestion {
  id: string;
  version: string;
  kind: QuestionKind;
  key: Answer;
  /** Every option; empty for numbers. */
  options: ({ id: string; misconception: string | null; safe: boolean } & SecretFeedback)[];
  /** For numbers: values with a known misconception. Empty for all other kinds. */
  wrong: ({ value: number; misconception: string } & SecretFeedback)[];
  /** For orders: pairs that are the wrong way round, the worst first. Empty for all other kinds. */
  pairs: ({ first: string; then: string; misconception: string } & SecretFeedback)[];
  /** For numbers and orders: feedback on the right one. Null for all other kinds. */
  right: Record<Locale, Rich> | null;
  /** For numbers and orders: feedback on any other one. Null for all other kinds. */
  otherwise: Record<Locale, Rich> | null;
  /** For several choices: feedback where something right was left out. Null for all other kinds. */
  incomplete: Record<Locale, Rich> | null;
  explanation: Record<Locale, Rich>;
  /** The run that shows the right answer; null where the author named none. */
  run: ShownRun | null;
  /** Cause of the traffic that shows it, likewise. */
  cause: string | null;
  /** Other circumstances, to be tried once it is settled; absent without any. */
  whatIf?: readonly ChangedCircumstances[];
  /** The traffic that its causes are of; null for a question without one. */
  traffic: ShownTraffic | null;
}

/** The scenarios of the lab, in order. */
export interface LabIndex {
  slugs: string[];
}

/** A scenario as the lab runs it. Never leaves the server as a whole: it holds repairs, claims and notes. */
export interface LabScenario {
  scenario: Scenario;
  /** Sources by the name of the handler. */
  handlers: Readonly<Record<string, string>>;
  /** Twins by the name of the handler, as far as there are any. */
  twins: Readonly<Record<string, readonly CodeTwin[]>>;
  /** The run of each handler before its first step, within the scenario's own bounds. */
  starts: Readonly<Record<string, Frames>>;
  /** Questions, as `lesson/question`, that its other handlers would answer. */
  questions: readonly string[];
  /** Null for a scenario that is about single messages. */
  traffic: ShownTraffic | null;
}
