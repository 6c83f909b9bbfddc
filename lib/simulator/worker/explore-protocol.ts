import type { AskedCell } from "../explore/cell-graph";
import type { Ending } from "../explore/continuations";
import type { CrashScale } from "../explore/crash-scale";
import type { Limits, Progress, Stopped } from "../explore/explore";
import type { ExplorationResult, ScheduleMap } from "../explore/result";
import type { Words } from "../plain";
import type { Frames } from "../run/frame";
import { type EffectCounts, verdictOrder } from "../run/judge";
import type { VerdictName } from "../scenario/scenario";
import { isChoices, isRecord, isSetup, type EngineSetup } from "./protocol";

/** What a page and the exploration in a Web Worker say to each other. All of it is plain data. */
export type ToExplorer = { id: number } & (
  | { ask: "explore"; setup: EngineSetup; limits: Partial<Limits> }
  /** Ends the exploration that runs: it is answered with what was seen so far. */
  | { ask: "end-exploration" }
  /** About the latest exploration: the schedule with this number, as decimal digits. */
  | { ask: "schedule"; number: string }
  /** About the latest exploration: the simplest schedule of a cell of its map. */
  | { ask: "cell"; cell: AskedCell }
  /** About the latest exploration: some of its schedules, drawn with equal chances. */
  | { ask: "sample"; count: number; seed: number }
  /** About the latest exploration: what becomes of a run that has made these choices. */
  | { ask: "ahead"; choices: readonly string[] }
  /** About the latest exploration: all that a handle on the crash of the first delivery can show. */
  | { ask: "crash-scale" }
);

/** A schedule that was drawn: its number as decimal digits, and how it ends. */
export interface SampledEnding {
  number: string;
  verdict: VerdictName;
  effects: EffectCounts;
}

/** What becomes of a run, see `Continuations`. */
export interface Ahead {
  /** Its number as decimal digits, when the choices are a whole schedule. */
  number: string | null;
  endings: { calmest: Ending; worst: Ending } | null;
  pointOfNoReturn: { inevitable: number | null; possible: number | null } | null;
}

/** Why a handler cannot run here, and where in its text; lines and columns count from 1, null where it is not known. */
export interface PlacedRefusal {
  words: Words;
  line: number | null;
  column: number | null;
  /** Which one it is, and in which role it works; null when it is the migration that is refused. */
  handler: { role: string; name: string; shipped: boolean } | null;
}

export type FromExplorer =
  | { tell: "loading"; what: "engine" | "grammar" }
  | { tell: "progress"; id: number; progress: Progress }
  /**
   * `stopped` is null for a proof; otherwise the result is what was seen before that. `run` is the way to what cannot
   * run here, or the counterexample; null when there is neither.
   */
  | { tell: "explored"; id: number; result: ExplorationResult; map: ScheduleMap | null; stopped: Stopped | null; run: Frames | null; refusal: PlacedRefusal | null }
  | { tell: "schedule"; id: number; choices: readonly string[] | null }
  | { tell: "sample"; id: number; sample: SampledEnding[] }
  | { tell: "ahead"; id: number; ahead: Ahead }
  /** Null where there is nothing to move, see `crashScaleOf`. */
  | { tell: "crash-scale"; id: number; scale: CrashScale | null }
  /** The handler cannot run here: it is no TypeScript. */
  | { tell: "refused"; id: number; refusal: PlacedRefusal }
  /** Something that should not happen; `message` is for developers. */
  | { tell: "failed"; id: number; message: string };

const asks: readonly unknown[] = ["explore", "end-exploration", "schedule", "cell", "sample", "ahead", "crash-scale"];

/** True for what belongs to the exploration and not to the run: a worker that serves both tells them apart by this. */
export function isForExplorer(data: unknown): boolean {
  return isRecord(data) && asks.includes(data["ask"]);
}

/** More digits than any number of schedules has. */
const longestNumber = /^[1-9]\d{0,199}$/;

function isLimits(value: unknown): value is Partial<Limits> {
  return isRecord(value) && Object.values(value).every((limit) => typeof limit === "number" && limit > 0);
}

function isAskedCell(value: unknown): value is AskedCell {
  if (!isRecord(value) || typeof value["class"] !== "string") return false;
  const { gap, verdict } = value;
  const isVerdict = verdict === null || verdictOrder.some((name) => name === verdict);
  return isVerdict && (gap === null || (isRecord(gap) && typeof gap["role"] === "string" && isChoices(gap["after"])));
}

/** More marks than a screen shows apart. */
const mostSamples = 1000;

function isSampleSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= mostSamples;
}

/** A message of a page, or null when it is none. */
export function readExplorerRequest(data: unknown): ToExplorer | null {
  if (!isRecord(data) || !Number.isSafeInteger(data["id"])) return null;
  switch (data["ask"]) {
    case "explore":
      return isSetup(data["setup"]) && isLimits(data["limits"]) ? (data as ToExplorer) : null;
    case "end-exploration":
    case "crash-scale":
      return data as ToExplorer;
    case "schedule":
      return typeof data["number"] === "string" && longestNumber.test(data["number"]) ? (data as ToExplorer) : null;
    case "cell":
      return isAskedCell(data["cell"]) ? (data as ToExplorer) : null;
    case "sample":
      return isSampleSize(data["count"]) && Number.isSafeInteger(data["seed"]) ? (data as ToExplorer) : null;
    case "ahead":
      return isChoices(data["choices"]) ? (data as ToExplorer) : null;
    default:
      return null;
  }
}

/** A message of the worker, or null when it is none: what a worker says is checked like any other input. */
export function readExplorerReply(data: unknown): FromExplorer | null {
  if (!isRecord(data)) return null;
  const { tell } = data;
  if (tell === "loading") return data["what"] === "engine" || data["what"] === "grammar" ? (data as FromExplorer) : null;
  if (!Number.isSafeInteger(data["id"])) return null;
  const isWhole =
    (tell === "progress" && isRecord(data["progress"])) ||
    (tell === "explored" && isRecord(data["result"])) ||
    (tell === "schedule" && (data["choices"] === null || isChoices(data["choices"]))) ||
    (tell === "sample" && Array.isArray(data["sample"])) ||
    (tell === "ahead" && isRecord(data["ahead"])) ||
    (tell === "crash-scale" && (data["scale"] === null || isRecord(data["scale"]))) ||
    (tell === "refused" && isRecord(data["refusal"])) ||
    (tell === "failed" && typeof data["message"] === "string");
  return isWhole ? (data as FromExplorer) : null;
}
