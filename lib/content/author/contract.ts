import type { Problem } from "../problem";

/** A problem with the line that it is in. */
export interface ShownProblem extends Problem {
  /** The line as it stands in the file; empty where the file has none. */
  excerpt: string;
}

/** A claim of a question or scenario, with what the simulator has found. */
export interface ShownClaim {
  /** `file:line:column`, by which the page names it. */
  id: string;
  /** `prove`, `options › #1 › refutedBy`, `claim #1 (given)` */
  field: string;
  /** Id of the question within its lesson; null for claims of scenarios. */
  question: string | null;
  scenario: string;
  handler: string;
  claimed: string;
  found: string;
  holds: boolean;
  /** What the file would say instead; empty where the claim holds or cannot be executed. */
  edits: ClaimEdit[];
  /** Hash of the file that `edits` are for. */
  fileHash: string;
}

/** Puts `to` in the place of `from`, which starts at the offset `at` of the file. */
export interface ClaimEdit {
  field: "min" | "max" | "set" | "verdict";
  at: number;
  from: string;
  to: string;
}

/** How a lesson stands, or a scenario that no lesson shows. */
export interface SubjectState {
  problems: ShownProblem[];
  warnings: ShownProblem[];
  /** Whether the page shows the text as it is now; otherwise it shows the last one that could be compiled. */
  isShown: boolean;
  /** Null while they are being executed. */
  claims: ShownClaim[] | null;
}

/** What the author's pages show, in `generated/author.json`. */
export interface AuthorState {
  /** Another one after every change. */
  revision: string;
  /** By `lessons/<slug>` or `scenarios/<slug>`. */
  subjects: Record<string, SubjectState>;
}
