/**
 * Everything that a handle on the first delivery can show, computed in advance: in each gap a crash, what the crash map
 * says about the gap, and the calmest and the worst way to go on, as frames. A page that moves the handle computes nothing.
 */
import type { Frames } from "../run/frame";
import { verdictOrder } from "../run/judge";
import { type Choice, choicesOf } from "../run/moves";
import { currentSystem, framesOf, play, type Run, startRun, step } from "../run/run";
import { nodeOf } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import { add, type Count } from "./counts";
import type { CrashCell } from "./crash-map";
import { Deliveries } from "./deliveries";
import type { Exploration } from "./explore";
import { compareNames } from "./walk";

/** A process that is handed the first message and works alone, without faults; and what a crash in each gap becomes. */
export interface CrashScale {
  /** Letter of the process. */
  process: string;
  /** The delivery that nothing disturbs: the hand-over, then its steps. */
  undisturbed: Frames;
  /** One more than steps: before, between and after them. */
  points: readonly CrashPoint[];
}

export interface CrashPoint {
  /** Steps that were applied, in the order of their calls, as the crash map names them. */
  gap: { after: readonly string[] };
  /** What the crash map says: of all schedules in which this life of the process crashes in this gap. */
  violates: "none" | "some" | "all";
  worstVerdict: VerdictName;
  /** Decimal digits; null where there is no end to them. */
  schedules: { all: string; violating: string } | null;
  /** How the run of the handle can go on after the crash; null when all ways go round for ever. */
  calmest: CrashedRun | null;
  worst: CrashedRun | null;
  /**
   * The simplest schedule that shows the worst verdict of the gap, where no run of the handle comes to it: the others
   * have to move before the crash. Null where the worst run shows it.
   */
  otherOrder: CrashedRun | null;
}

export interface CrashedRun {
  verdict: VerdictName;
  /** The whole run, to its end. */
  frames: Frames;
  /** After so many choices no continuation is ok any more; null where one always was. */
  pointOfNoReturn: number | null;
  /** Its number as decimal digits, where schedules have one. */
  schedule: string | null;
}

/** More steps than a delivery on a scale can have. */
const mostSteps = 60;

/** Null without a crash map, without a crash in the bounds, and where no process waits for a message at the start. */
export function crashScaleOf(exploration: Exploration): CrashScale | null {
  const { simulation, crashMap } = exploration;
  const handOver = handOverAt(startRun(simulation));
  if (!crashMap || !handOver || handOver.move.move !== "receive") return null;
  const process = handOver.move.process;
  const name = simulation.processes[process]?.name ?? "";
  const runs = deliveryOf(step(startRun(simulation), handOver.name), process);
  const gaps = runs.map((run, index) => gapAt(runs, index, `${name}-crash`));
  const points = runs.flatMap((run, index): CrashPoint[] => {
    const after = gaps[index];
    if (!after) return [];
    const choices = [...run.frames.map(({ choice }) => choice), `${name}-crash`];
    const verdict = verdictOf(crashMap, name, after);
    const ways = continuations(exploration, choices);
    const isShown = verdict.worstVerdict === "ok" || ways.worst?.verdict === verdict.worstVerdict;
    const other = isShown ? null : exploration.simplest.inGap({ process, after, verdict: verdict.worstVerdict });
    const otherOrder = other && crashedRun(exploration, other, verdict.worstVerdict);
    return [{ gap: { after }, ...verdict, ...ways, otherOrder }];
  });
  return points.length === runs.length ? { process: name, undisturbed: framesOf(runs.at(-1) as Run), points } : null;
}

function handOverAt(run: Run): Choice | undefined {
  return choicesOf(run.simulation, currentSystem(run)).enabled.find(({ move }) => move.move === "receive");
}

/** The run after the hand-over and after each step of the process until its delivery ends or it has to wait. */
function deliveryOf(handedOver: Run, process: number): Run[] {
  const runs = [handedOver];
  while (runs.length <= mostSteps) {
    const run = runs.at(-1) as Run;
    const next = nextOf(run, process);
    if (!next) break;
    runs.push(step(run, next.name));
  }
  return runs;
}

function nextOf({ simulation, systems }: Run, process: number): Choice | undefined {
  const system = systems.at(-1) as Run["systems"][number];
  if (nodeOf(simulation, system, process).status === "idle") return undefined;
  return choicesOf(simulation, system)
    .enabled.filter(({ kind, move }) => kind !== "fault" && "process" in move && move.process === process)
    .sort((left, right) => compareNames(left.name, right.name))[0];
}

/** The steps applied before a crash in this place; null when the process cannot crash there. */
function gapAt(runs: readonly Run[], index: number, crash: string): readonly string[] | null {
  const run = runs[index] as Run;
  const { simulation } = run;
  const deliveries = new Deliveries(simulation);
  const change = changeAt(deliveries, run, crash);
  if (change?.change !== "crash") return null;
  if (change.gap) return change.gap;
  // The handler has ended: its last step tells which steps it applied.
  const before = runs[index - 1];
  const last = before && changeAt(deliveries, before, run.frames.at(-1)?.choice ?? "");
  return last?.change === "step" ? last.ended : null;
}

function changeAt(deliveries: Deliveries, run: Run, name: string) {
  const system = currentSystem(run);
  const choice = choicesOf(run.simulation, system).enabled.find((other) => other.name === name);
  return choice ? deliveries.changeOf(system, choice.move, currentSystem(step(run, name))) : null;
}

/** What the cells of one gap say together. */
export function verdictOf(
  crashMap: readonly CrashCell[],
  process: string,
  after: readonly string[],
): Pick<CrashPoint, "violates" | "worstVerdict" | "schedules"> {
  const name = [...after].sort().join();
  const outcomes = crashMap
    .filter((cell) => cell.process === process && cell.incarnation === 1 && [...cell.gap.after].sort().join() === name)
    .flatMap((cell) => cell.outcomes);
  const violating = outcomes.filter(({ verdict }) => verdict !== "ok");
  const [all, bad] = [outcomes, violating].map((some) => some.reduce((sum: Count, { schedules }) => add(sum, schedules), 0n));
  return {
    violates: violating.length === 0 ? "none" : violating.length < outcomes.length ? "some" : "all",
    worstVerdict: verdictOrder.find((verdict) => outcomes.some((outcome) => outcome.verdict === verdict)) ?? "ok",
    schedules: typeof all === "bigint" && typeof bad === "bigint" ? { all: String(all), violating: String(bad) } : null,
  };
}

function continuations(exploration: Exploration, choices: readonly string[]): Pick<CrashPoint, "calmest" | "worst"> {
  const endings = exploration.continuations.after(choices);
  if (!endings) return { calmest: null, worst: null };
  const runTo = (ending: { verdict: VerdictName; choices: readonly string[] }) =>
    crashedRun(exploration, [...choices, ...ending.choices], ending.verdict);
  const worst = runTo(endings.worst);
  const isOne = endings.calmest.choices.join() === endings.worst.choices.join();
  return { worst, calmest: isOne ? worst : runTo(endings.calmest) };
}

function crashedRun(
  { simulation, numbering, continuations }: Exploration,
  choices: readonly string[],
  verdict: VerdictName,
): CrashedRun {
  const number = numbering.numberOf(choices);
  return {
    verdict,
    frames: framesOf(play(simulation, choices)),
    pointOfNoReturn: continuations.pointOfNoReturn(choices)?.inevitable ?? null,
    schedule: number === null ? null : String(number),
  };
}
