import { schedulesSentence, type Found } from "@/lib/simulator/explore/proof";
import { verdictOrder } from "@/lib/simulator/run/judge";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { claimBounds } from "@/lib/simulator/scenario/bounds";
import type { ChangedRun, WhatIf } from "@/lib/simulator/scenario/scenario";
import type { ChangedCircumstances } from "../compiled";
import type { ContentFiles } from "../files";
import type { Report } from "../problem";
import type { ClaimResult } from "../claims/execute";
import type { ClaimResults } from "../claims/results";
import { engineSetup } from "../claims/setup";
import { nativeExecutor, parseSql } from "../engine";
import { fieldName } from "../fields";
import { pointOfNoReturnOf } from "./decided";
import { readScenario, type ReadScenario } from "../scenarios";
import type { YamlSource } from "../yaml-source";

/** Where the changes of a question stand. */
export interface WhatIfAt {
  yaml: YamlSource;
  question: string;
}

/** A change, and the scenario whose handler it runs. */
interface Resolved {
  change: ChangedRun;
  read: ReadScenario;
}

/**
 * The changes of circumstances that a question names, each searched through all its schedules. The author names a
 * scenario, which means all that it offers, or `<scenario>/<change>`: titles come from there in both languages, and
 * every number from the search.
 */
export function whatIfsOf(names: readonly string[], at: WhatIfAt, files: ContentFiles, report: Report, results: ClaimResults): ChangedCircumstances[] {
  return names.flatMap((name, index) => {
    const [slug = "", id] = name.split("/");
    const read = readScenario(slug, files, report);
    const offered = read?.scenario.whatIf ?? [];
    const named = offered.filter((change) => id === undefined || change.id === id);
    if (named.length === 0) {
      const field = fieldName(["whatIf"], at.question);
      report.add("what-if-unknown", at.yaml.place(["whatIf", index]), { field, name, known: offered.map((change) => `${slug}/${change.id}`) });
    }
    return named.flatMap((change) => {
      const resolved = read && resolve(change, read, files, report);
      return (resolved && shownChange(resolved, results)) ?? [];
    });
  });
}

/** A change that leads to another scenario runs what that one shows first. Null while it cannot be read, which is told elsewhere. */
function resolve(change: WhatIf, read: ReadScenario, files: ContentFiles, report: Report): Resolved | null {
  if (!("scenario" in change)) return { change, read };
  const other = readScenario(change.scenario, files, report);
  if (!other) return null;
  const bounds = claimBounds(other.scenario.bounds, { bounds: change.bounds, profiles: {} });
  return { change: { id: change.id, title: change.title, handler: "given", bounds }, read: other };
}

function shownChange({ change, read }: Resolved, results: ClaimResults): ChangedCircumstances | null {
  const setup = engineSetup(read, change.handler, change.bounds);
  const result = setup && results.of(setup);
  if (!setup || !result || result.stopped !== null) return null;
  const { slug, processes, bounds, effects } = read.scenario;
  const { counterexample, verdict } = result;
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const frames = counterexample && framesOf(play(simulation, counterexample));
  return {
    ...change,
    scenario: { slug, processes, bounds },
    effects,
    verdict: verdict ?? "ok",
    words: schedulesSentence({ ...countsIn(result), bounds: change.bounds }),
    frames,
    pointOfNoReturn: (frames && pointOfNoReturnOf(simulation, frames)) ?? null,
  };
}

function countsIn({ schedules, byVerdict, verdict: worst }: ClaimResult): Omit<Found, "bounds"> {
  const asNumber = (digits: string | null) => (digits === null ? null : BigInt(digits));
  return {
    schedules: asNumber(schedules),
    shares: verdictOrder.flatMap((verdict) => {
      const count = byVerdict[verdict];
      return count === undefined ? [] : [{ verdict, sum: asNumber(count) }];
    }),
    canLoop: schedules === null && worst === "stuck",
  };
}
