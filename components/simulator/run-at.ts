import type { Words } from "@/lib/simulator/plain";
import type { Frames } from "@/lib/simulator/run/frame";
import type { EffectCounts } from "@/lib/simulator/run/judge";
import { isSameVersion, type RunLink } from "@/lib/simulator/run/permalink";
import type { Bounds, EffectDeclaration, Fault } from "@/lib/simulator/scenario/scenario";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";

/** Effects after the first `steps` frames. */
export function effectsAt(frames: Frames, steps: number): EffectCounts {
  return frames.frames.slice(0, steps).findLast(({ effects }) => effects !== null)?.effects ?? frames.effects;
}

/** An effect that a frame brought about: which one, and the how many-th for its identity. */
export interface NewEffect {
  effect: EffectDeclaration;
  count: number;
}

/** The effect that happened in the frame of this index; null when none did. */
export function effectIn(frames: Frames, index: number, declared: readonly EffectDeclaration[]): NewEffect | null {
  const before = effectsAt(frames, index);
  for (const effect of declared) {
    for (const [identity, count] of Object.entries(frames.frames[index]?.effects?.[effect.name] ?? {})) {
      if (count > (before[effect.name]?.[identity] ?? 0)) return { effect, count };
    }
  }
  return null;
}

/** Lines at which each process waits after the first `steps` frames. */
export function linesAt(frames: Frames, steps: number): Readonly<Record<string, readonly number[]>> {
  return frames.frames[steps - 1]?.lines ?? {};
}

/** Processes that wait for another one after the first `steps` frames. */
export function waitingAt(frames: Frames, steps: number): readonly string[] {
  return frames.frames[steps - 1]?.waiting ?? [];
}

/** The sentence of the latest of the first `steps` frames; null at the start. */
export function sentenceAt(frames: Frames, steps: number): Words | null {
  return frames.frames[steps - 1]?.words ?? null;
}

/** Log lines that the first `steps` frames wrote. */
export function logAt(frames: Frames, steps: number): { life: string; text: string }[] {
  return frames.frames.slice(0, steps).flatMap(({ log }) => log);
}

/**
 * The same setup for somebody who makes the run: a fault that the scenario knows may strike, even where the question
 * was about a world without it. Every run of the question stays possible.
 */
export function setupForReader(setup: EngineSetup): EngineSetup {
  const faults = Object.entries(setup.bounds.faults).map(([fault, count]) => [
    fault,
    Math.max(count, setup.scenario.bounds.faults[fault as Fault] ?? 0),
  ]);
  return { ...setup, bounds: { ...setup.bounds, faults: Object.fromEntries(faults) as Bounds["faults"] } };
}

/** How many of the shown frames a link names; null when it names another run, or one of another version. */
export function stepsOfLink(frames: Frames, link: RunLink): number | null {
  const shown = frames.frames.map(({ choice }) => choice);
  const isPrefix =
    link.choices.length <= shown.length && link.choices.every((choice, index) => choice === shown[index]);
  return isPrefix && isSameVersion(link, frames) ? link.choices.length : null;
}
