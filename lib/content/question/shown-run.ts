import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { framesOf, offersOf, play } from "@/lib/simulator/run/run";
import { createSimulation, type Simulation } from "@/lib/simulator/run/simulation";
import type { Frames } from "@/lib/simulator/run/frame";
import type { CodeTwin, ShownRun } from "../compiled";
import type { ContentFiles } from "../files";
import type { Report } from "../problem";
import type { YamlPath, YamlSource } from "../yaml-source";
import type { Claim } from "./claim";
import { pointOfNoReturnOf } from "./decided";
import { boundsOf, engineSetup } from "../claims/setup";
import { nativeExecutor, parseSql } from "../engine";
import { fieldName } from "../fields";
import { readScenario } from "../scenarios";
import { readTwins } from "../snippet/code-twins";

/** Where the claims of an answer stand. */
export interface ClaimsAt {
  path: YamlPath;
  yaml: YamlSource;
  question: string;
}

/**
 * Executes the run that an author named for an answer: the first claim with `run`. Null when none has one, or when it
 * cannot be shown, which is reported. Nothing is taken from the text but the choices: frames come from the handler file.
 */
export function shownRun(claims: readonly Claim[], at: ClaimsAt, files: ContentFiles, report: Report): ShownRun | null {
  const index = claims.findIndex(({ run }) => run !== undefined);
  const claim = claims[index];
  if (!claim?.run) return null;
  const path = [...at.path, index];
  const place = at.yaml.place([...path, "run"]);
  const field = fieldName(claims.length === 1 ? at.path : path, at.question);
  const setup = setupOf(claim, files, report);
  if (!setup) {
    report.add("run-without-scenario", place, { field, scenario: claim.scenario, handler: claim.handler });
    return null;
  }
  const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
  const run = play(simulation, claim.run);
  const frames = framesOf(run);
  const reason = frames.stopped?.words.en ?? frames.refusal?.en;
  if (reason !== undefined) report.add("run-impossible", place, { field, reason });
  else if (!frames.ended && frames.verdict === null) report.add("run-open", place, { field, next: offersOf(run).enabled.map(({ name }) => name) });
  else if (!showsClaim(frames, claim)) report.add("run-misses-claim", place, { field, shows: describeEnd(frames, claim) });
  else return withTwins({ frames, setup, ...decidedIn(simulation, frames) }, readTwins(claim.scenario, claim.handler, files));
  return null;
}

function withTwins(run: ShownRun, twins: readonly CodeTwin[]): ShownRun {
  return twins.length > 0 ? { ...run, twins } : run;
}

function decidedIn(simulation: Simulation, frames: Frames): Pick<ShownRun, "pointOfNoReturn"> {
  const pointOfNoReturn = pointOfNoReturnOf(simulation, frames);
  return pointOfNoReturn === undefined ? {} : { pointOfNoReturn };
}

function setupOf(claim: Claim, files: ContentFiles, report: Report): EngineSetup | null {
  const read = readScenario(claim.scenario, files, report);
  const found = read && boundsOf(claim, read.scenario);
  // Bounds that cannot be are told where claims are executed.
  return found && "bounds" in found ? engineSetup(read, claim.handler, found.bounds) : null;
}

/** True when the run is a witness: it reaches the claimed extreme, and the claimed verdict. */
function showsClaim(frames: Frames, { effect, max, min, set, verdict }: Claim): boolean {
  const counts = Object.values(frames.outcome.effects[effect ?? ""] ?? {});
  const reached = max !== undefined ? counts.includes(max) : min !== undefined ? counts.includes(min) : set === undefined || set.some((count) => counts.includes(count));
  return reached && (verdict === undefined || frames.verdict === verdict);
}

function describeEnd(frames: Frames, { effect }: Claim): string {
  const counts = Object.values(frames.outcome.effects[effect ?? ""] ?? {});
  return [...(effect === undefined ? [] : [`${effect}: ${counts.join(", ")}`]), `verdict: ${frames.verdict ?? "none"}`].join(", ");
}
