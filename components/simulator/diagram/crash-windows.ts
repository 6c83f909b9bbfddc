import { isCrash, isHandOver } from "@/components/simulator/diagram/read-step";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { ExplorationResult } from "@/lib/simulator/explore/result";
import type { Words } from "@/lib/simulator/plain";
import type { Frame, Frames } from "@/lib/simulator/run/frame";
import type { Caption } from "@/lib/simulator/scenario/scenario";

/** What the search has found about crashes: where, and how the schedules with a crash there end. */
export type CrashMap = ExplorationResult["crashMap"];

/** The gap in which a process of this run died, when a crash there does harm. */
export interface CrashWindow {
  process: string;
  /** Moment of the crash. */
  at: number;
  /** The gap on the axis of time: from the last call before the crash to where the next one would have been. */
  from: number;
  to: number;
  /** Whether every schedule with a crash in this gap violates, or some do. */
  violates: "all" | "some";
  /** The state of the world in the gap, as the scenario names it. */
  words: Words | null;
}

/** What all schedules with a crash in a gap lead to; null where none violates or the gap is not known. */
export type VerdictIn = (process: string, incarnation: number, after: readonly string[]) => CrashWindow["violates"] | null;

/** The windows of a run, by what was found for the same handler within the same bounds. */
export function crashWindowsOf(frames: Frames, verdictIn: VerdictIn, captions: readonly Caption[]): CrashWindow[] {
  const handlers = Object.values(frames.handlers);
  return frames.frames.flatMap((frame, index) => {
    if (!isCrash(frame)) return [];
    const process = frame.actor;
    const delivery = callsOfDelivery(frames, index, process);
    if (delivery === null) return [];
    const { calls, handedAt } = delivery;
    const steps = stepNames(calls.map((call) => call.frame));
    const incarnation = 1 + frames.frames.slice(0, index).filter((other) => isCrash(other) && other.actor === process).length;
    const violates = verdictIn(process, incarnation, steps);
    if (violates === null) return [];
    const at = index + 1;
    const last = calls.at(-1)?.at ?? handedAt;
    const caption = captions.find(({ handler, after }) => handlers.includes(handler) && after === steps.at(-1));
    return [{ process, at, from: last + (at - last) * 0.35, to: at + 0.5, violates, words: caption?.words ?? null }];
  });
}

interface Call {
  frame: Frame;
  at: number;
}

/** The calls of the delivery that a process holds before the frame of this index; null when it holds none. */
function callsOfDelivery(run: Frames, index: number, process: string): { handedAt: number; calls: Call[] } | null {
  const { frames } = run;
  const start = frames.findLastIndex((frame, other) => other < index && frame.actor === process && isHandOver(run, frame));
  const isHeld = start >= 0 && (frames[index - 1]?.lines[process]?.length ?? 0) > 0;
  if (!isHeld) return null;
  const calls = frames.flatMap((frame, other) => (other > start && other < index && frame.actor === process ? [{ frame, at: other + 1 }] : []));
  return { handedAt: start + 1, calls };
}

/** As gaps name steps: by verb, equal verbs of one delivery numbered. */
function stepNames(calls: readonly Frame[]): string[] {
  const seen = new Map<string, number>();
  return calls.map(({ actor, choice }) => {
    const verb = choice
      .slice(actor.length + 1)
      .replace(/-(?:replyLost|requestLost|serverError|outage|waitTimeout)$/, "")
      .replace(/~\d+$/, "");
    const count = (seen.get(verb) ?? 0) + 1;
    seen.set(verb, count);
    return count > 1 ? `${verb}~${count}` : verb;
  });
}

/** As the crash map says. */
export function verdictInMap(crashMap: CrashMap): VerdictIn {
  return (process, incarnation, after) => {
    const cells = crashMap.filter((cell) => cell.process === process && cell.incarnation === incarnation && isSame(cell.gap.after, after));
    const outcomes = cells.flatMap((cell) => cell.outcomes);
    if (!outcomes.some(({ verdict }) => verdict !== "ok")) return null;
    return outcomes.every(({ verdict }) => verdict !== "ok") ? "all" : "some";
  };
}

/** As the scale says, which knows the first life of a process and of those that do the same work. */
export function verdictOnScale({ points }: Pick<CrashScale, "points">): VerdictIn {
  return (_, incarnation, after) => {
    const point = incarnation === 1 ? points.find(({ gap }) => isSame(gap.after, after)) : undefined;
    return !point || point.violates === "none" ? null : point.violates;
  };
}

/** The same steps, in whichever order. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
