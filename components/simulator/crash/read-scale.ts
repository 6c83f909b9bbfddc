import { callOf } from "@/components/simulator/diagram/read-step";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { crashMoment, gapMoments } from "@/components/simulator/diagram/crash-rail";
import type { CrashWindow } from "@/components/simulator/diagram/crash-windows";
import type { Movable } from "@/components/simulator/diagram/geometry";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { Caption, EffectDeclaration } from "@/lib/simulator/scenario/scenario";

/** The calls of the delivery, in their order. */
export function callsOf({ undisturbed }: CrashScale): string[] {
  return undisturbed.frames.slice(1).map((frame) => callOf(frame) ?? "");
}

/** Where the handle stands when it shows a run, or the beginning of one; null for any other run. */
export function placeOfRun({ points }: CrashScale, { frames }: Frames): { gap: number; side: "worst" | "calmest" } | null {
  const choices = frames.map(({ choice }) => choice);
  for (const [gap, point] of points.entries()) {
    if (choices.length < crashMoment(gap)) break;
    for (const side of ["worst", "calmest"] as const) {
      const own = point[side]?.frames.frames;
      if (own && choices.every((choice, index) => choice === own[index]?.choice)) return { gap, side };
    }
  }
  return null;
}

/** Gaps in which every schedule with a crash violates. */
export function windowOf({ points }: CrashScale): number[] {
  return points.flatMap(({ violates }, gap) => (violates === "all" ? [gap] : []));
}

/** The gap that lies after these steps, in whichever order they stand; null for none of this delivery. */
export function gapAfter({ points }: Pick<CrashScale, "points">, after: readonly string[] | null): number | null {
  if (after === null) return null;
  const sought = [...after].sort().join();
  const found = points.findIndex(({ gap }) => [...gap.after].sort().join() === sought);
  return found < 0 ? null : found;
}

/** Where the handle stands at first: in the window, else where some violate, else after the first step. */
export function firstGap({ points }: CrashScale): number {
  const worst = ["all", "some"].map((violates) => points.findIndex((point) => point.violates === violates)).find((gap) => gap >= 0);
  return worst ?? Math.min(1, points.length - 1);
}

/** Room for all that the handle can show. Without a gap: for the undisturbed delivery alone. */
export function movableOf(scale: CrashScale, effects: readonly EffectDeclaration[]): Omit<Movable, "gap"> {
  return {
    undisturbed: diagramOf(scale.undisturbed, effects),
    runs: scale.points.flatMap(({ worst, calmest }, gap) =>
      [worst, calmest].flatMap((run) => (run ? [{ gap, diagram: diagramOf(run.frames, effects, scale.undisturbed) }] : [])),
    ),
    wideGaps: scale.points.map(({ violates }) => violates === "all"),
  };
}

/** The band of the gap in which the handle stands, when a crash there does harm. */
export function windowAt({ process, points, undisturbed }: CrashScale, gap: number, captions: readonly Caption[]): CrashWindow[] {
  const point = points[gap];
  if (!point || point.violates === "none") return [];
  const handlers = Object.values(undisturbed.handlers);
  const caption = captions.find(({ handler, after }) => handlers.includes(handler) && after === point.gap.after.at(-1));
  return [
    {
      process,
      at: crashMoment(gap),
      ...gapMoments(gap, points.length - 1 - gap),
      violates: point.violates,
      words: caption?.words ?? null,
    },
  ];
}
