import type { MessageParameters, MessageRule } from "./catalogue";
import { catalogue } from "./catalogue";
import type { Claim } from "./question/claim";

/** A place in a file. Lines and columns count from 1; `file` is the path below `content/`. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** One thing that an author has to mend. `fix` is one sentence in the imperative. */
export interface Problem extends Place {
  rule: MessageRule;
  severity: "problem" | "warning";
  what: string;
  fix: string;
}

/** What a question states about the runs of a handler, and where it does. */
export interface StatedClaim {
  claim: Claim;
  /** How the claim is called in messages. */
  field: string;
  place: Place;
}

/** Collects problems, so that one run tells an author everything at once. */
export class Report {
  readonly #entries = new Map<string, Problem>();
  readonly #claims: StatedClaim[] = [];

  /** @param drafts whether places that are still to be filled in keep content from being clean */
  constructor(private readonly drafts: "refused" | "shown" = "refused") {}

  /** Adds a message of the catalogue. The same message at the same place is kept once. */
  add<Rule extends MessageRule>(rule: Rule, place: Place, parameters: MessageParameters<Rule>): void {
    const { severity, text } = catalogue[rule];
    const [what, fix] = (text as (given: MessageParameters<Rule>) => readonly [string, string])(parameters);
    const problem: Problem = { file: place.file, line: place.line, column: place.column, rule, severity, what, fix };
    this.#entries.set(JSON.stringify(problem), problem);
  }

  /** Keeps what a question states about runs, to be executed when all content has been read. */
  addClaim(stated: StatedClaim): void {
    this.#claims.push(stated);
  }

  get claims(): readonly StatedClaim[] {
    return this.#claims;
  }

  get problems(): Problem[] {
    return this.#sorted().filter(({ severity }) => severity === "problem");
  }

  get warnings(): Problem[] {
    return this.#sorted().filter(({ severity }) => severity === "warning");
  }

  /** True while nothing was added that keeps the content from being shown: warnings, and open places of drafts. */
  get clean(): boolean {
    return this.problems.every(({ rule }) => this.drafts === "shown" && rule === "place-unfinished");
  }

  #sorted(): Problem[] {
    return [...this.#entries.values()].sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        a.line - b.line ||
        a.column - b.column ||
        compareText(a.rule, b.rule) ||
        compareText(a.what, b.what),
    );
  }
}

/** `file:line:column`, what is wrong, how to mend it: three lines an editor can link to. */
export function formatProblem(problem: Problem): string {
  const mark = problem.severity === "warning" ? "warning: " : "";
  return `content/${problem.file}:${problem.line}:${problem.column}\n  ${mark}${problem.what}\n  fix: ${problem.fix}`;
}

/** By code units: the order must not depend on the machine's language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
