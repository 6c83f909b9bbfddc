import { schedulesSentence, type Found } from "@/lib/simulator/explore/proof";
import { verdictOrder } from "@/lib/simulator/run/judge";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import type { ChangedRun } from "@/lib/simulator/scenario/scenario";
import type { WhatIfs } from "../compiled";
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

/**
 * The changes of circumstances that a scenario offers, each searched through all its schedules. The author names the
 * scenario: titles come from there in both languages, and every number from the search.
 */
export function whatIfsOf(slug: string, at: WhatIfAt, files: ContentFiles, report: Report, results: ClaimResults): WhatIfs | null {
  const read = readScenario(slug, files, report);
  const changes = read?.scenario.whatIf.filter((change) => "handler" in change) ?? [];
  if (!read || changes.length === 0) {
    const field = fieldName(["whatIf"], at.question);
    report.add("run-without-scenario", at.yaml.place(["whatIf"]), { field, scenario: slug, handler: "given" });
    return null;
  }
  const { processes, bounds, effects } = read.scenario;
  return {
    scenario: { slug, processes, bounds },
    effects,
    changes: changes.flatMap((change) => shownChange(change, read, results) ?? []),
  };
}

function shownChange(change: ChangedRun, read: ReadScenario, results: ClaimResults): WhatIfs["changes"][number] | null {
  const setup = engineSetup(read, change.handler, change.bounds);
  const result = setup && results.of(setup);
  if (!setup || !result || result.stopped !== null) return null;
  const { counterexample, verdict } = result;
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const frames = counterexample && framesOf(play(simulation, counterexample));
  return {
    ...change,
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
