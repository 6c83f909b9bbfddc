import type { ContentFiles } from "../files";
import type { Place, Report } from "../problem";
import type { Claim } from "../question/claim";
import { readScenario } from "../scenarios";
import { describeFound, describeStated, holds, type Stated } from "./compare";
import { executeSchedule, type ClaimResult } from "./execute";
import { resultOf, type ClaimResults } from "./results";
import { boundsOf, engineSetup } from "./setup";
import { claimResultOf, recordedTraffic } from "./traffic";

/** A claim with what all its schedules lead to. */
export interface JudgedClaim {
  /** How the claim is called in messages. */
  field: string;
  place: Place;
  scenario: string;
  handler: string;
  stated: Stated;
  result: ClaimResult;
}

export interface Proof {
  /** Every claim that was executed, in the order of the questions, then of the scenarios. */
  judged: JudgedClaim[];
  /** Claims that were executed and hold. */
  proved: number;
  /** Claims about scenarios that cannot run yet. */
  unproved: number;
}

/**
 * Executes every claim of questions and scenarios, all schedules of each, and reports those that do not hold. A claim
 * about a scenario without its file cannot be executed yet: it is counted.
 */
export function proveClaims(files: ContentFiles, report: Report, results: ClaimResults): Proof {
  const proof: Proof = { judged: [], proved: 0, unproved: 0 };
  const judge = (result: ClaimResult, stated: Stated, field: string, place: Place, about: Pick<Claim, "scenario" | "handler">): void => {
    proof.judged.push({ field, place, scenario: about.scenario, handler: about.handler, stated, result });
    if (result.stopped !== null) report.add("claim-not-proved", place, { field, reason: result.stopped });
    else if (holds(stated, result)) proof.proved += 1;
    else report.add("claim-refuted", place, { field, claimed: describeStated(stated), found: describeFound(stated, result) });
  };
  for (const { claim, field, place } of report.claims) {
    const read = readScenario(claim.scenario, files, report);
    if (!read) {
      proof.unproved += files.read(`scenarios/${claim.scenario}/scenario.yaml`) ? 0 : 1;
      continue;
    }
    if (claim.traffic !== undefined) {
      const result = recordedTraffic(read, files)?.results.find(({ cause, handler }) => cause === claim.traffic && handler === claim.handler);
      if (result) judge(claimResultOf(claim.effect ?? "", result), statedIn(claim), field, place, claim);
      else report.add("claim-traffic-unknown", place, { field, cause: claim.traffic, handler: claim.handler });
      continue;
    }
    const found = boundsOf(claim, read.scenario);
    const setup = "bounds" in found ? engineSetup(read, claim.handler, found.bounds) : null;
    if ("what" in found) report.add("claim-bounds", place, { field, ...found });
    else if (setup) judge(claim.about && claim.run ? executeSchedule(setup, claim.run) : results.of(setup), statedIn(claim), field, place, claim);
    else report.add("claim-handler-undeclared", place, { field, scenario: claim.scenario, handler: claim.handler });
  }
  for (const slug of files.folders("scenarios")) {
    const read = readScenario(slug, files, report);
    read?.scenario.claims.forEach((claim, index) => {
      const setup = engineSetup(read, claim.handler, claim.bounds);
      const place = read.claimPlaces[index];
      if (!setup || !place) return;
      const field = `claim #${index + 1} (${claim.handler})`;
      const result = resultOf(claim, setup, results);
      if (result.stopped !== null && (claim.schedule ?? claim.orders))
        report.add("claim-schedule", place, { field, reason: result.stopped });
      else judge(result, claim, field, place, { scenario: slug, handler: claim.handler });
    });
  }
  return proof;
}

function statedIn({ effect, min, max, set, verdict }: Claim): Stated {
  return { effect: effect ?? null, min: min ?? null, max: max ?? null, set: set ?? null, verdict: verdict ?? null };
}
