import { watch } from "node:fs";
import { join } from "node:path";
import { checkSubject } from "@/lib/content/author/check-subject";
import type { AuthorState, SubjectState } from "@/lib/content/author/contract";
import { concerned, subjectsOf, type Subject } from "@/lib/content/author/focus";
import { mergeOutput, writeWhole } from "@/lib/content/author/merge-output";
import { authorStateFile } from "@/lib/content/author/state";
import { readClaims, writeClaims } from "@/lib/content/claims/recorded";
import { ClaimResults } from "@/lib/content/claims/results";
import { countOf } from "@/lib/content/count-of";
import { diskFiles } from "@/lib/content/files";
import { formatProblem } from "@/lib/content/problem";

/**
 * Checks the lesson that is being written whenever a file of it is saved: compiles it for the page, executes its claims,
 * prints its problems and leaves them for the author's pages in `generated/author.json`. Runs until it is ended. Started
 * by `npm run content:dev`, beside the development server.
 */
const root = join(process.cwd(), "content");
const recorded = join(process.cwd(), "generated", "claims.json");
const results = new ClaimResults(readClaims(recorded));
const subjects: Record<string, SubjectState> = {};
const waiting = new Set<Subject>(subjectsOf(diskFiles(root)));
/** Proofs of what was compiled: they take long, so every page comes first. */
const proofs = new Map<Subject, () => SubjectState>();

/** Editors write a file in several steps. */
const settleMs = 150;
let timer: NodeJS.Timeout | undefined;

publish();
watch(root, { recursive: true }, (_, file) => {
  const path = file?.split("\\").join("/") ?? "";
  forgetRemoved();
  for (const subject of concerned(path, diskFiles(root))) {
    // What was saved last is looked at first.
    const rest = [...waiting].filter((other) => other !== subject);
    waiting.clear();
    for (const next of [subject, ...rest]) waiting.add(next);
  }
  continueSoon(settleMs);
});
continueSoon(0);

/** One subject at a time; in between, saved files are noticed. */
function continueSoon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const [subject] = waiting;
    const [proof] = proofs;
    if (subject !== undefined) check(subject);
    else if (proof) prove(...proof);
    else return;
    continueSoon(0);
  }, ms);
}

/** A folder that was removed, or a scenario that a lesson shows by now, is no subject any more. */
function forgetRemoved(): void {
  const current = new Set<string>(subjectsOf(diskFiles(root)));
  for (const subject of [...waiting, ...proofs.keys()]) {
    if (current.has(subject)) continue;
    waiting.delete(subject);
    proofs.delete(subject);
  }
  const removed = Object.keys(subjects).filter((subject) => !current.has(subject));
  for (const subject of removed) delete subjects[subject];
  if (removed.length > 0) publish();
}

function check(subject: Subject): void {
  waiting.delete(subject);
  const checked = checkSubject(subject, diskFiles(root), results);
  if (checked.output) mergeOutput(join(process.cwd(), "generated", "content"), subject, checked.output);
  subjects[subject] = checked.state;
  publish();
  // What was saved last is proved first, as it is looked at first.
  const rest = [...proofs].filter(([other]) => other !== subject);
  proofs.clear();
  for (const [next, proof] of [[subject, checked.prove] as const, ...rest]) proofs.set(next, proof);
}

function prove(subject: Subject, proof: () => SubjectState): void {
  proofs.delete(subject);
  const state = proof();
  subjects[subject] = state;
  publish();
  writeClaims(recorded, results);
  print(subject, state);
}

function publish(): void {
  const state: AuthorState = { revision: `${process.pid}-${performance.now()}`, subjects };
  writeWhole(join(process.cwd(), authorStateFile), `${JSON.stringify(state)}\n`);
}

/** What was printed last, by subject: a change that does not concern it is not worth a line. */
const printed = new Map<Subject, string>();

function print(subject: Subject, state: SubjectState): void {
  const { problems, warnings, claims } = state;
  const told = JSON.stringify([problems, warnings, claims?.length]);
  if (printed.get(subject) === told) return;
  printed.set(subject, told);
  for (const problem of [...problems, ...warnings]) console.log(formatProblem(problem));
  const counts = [countOf(problems.length, "problem"), countOf(warnings.length, "warning"), countOf(claims?.length ?? 0, "claim")];
  console.log(`${subject}: ${counts.join(", ")}`);
}
