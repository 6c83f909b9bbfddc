import type { RailGap } from "@/components/simulator/diagram/crash-rail";
import type { Diagram } from "@/components/simulator/diagram/diagram";

/** Where marks stand, in pixels. Time runs right on wide screens and down on narrow ones. */
export interface Geometry {
  upright: boolean;
  width: number;
  height: number;
  /** How high letters are set, as a multiple of 12 px. */
  textSize: number;
  /** First and last pixel of time. */
  from: number;
  to: number;
  /** Pixel of a moment along the axis of time. */
  along: (at: number) => number;
  /** Pixel of a lane across it. */
  across: (lane: string) => number;
  /** Pixels from the middle of a lane to its edges: nothing for a line, half a band where offsets or keys lie side by side. */
  half: (lane: string) => number;
  /** A point, moved along and across. */
  point: (at: number, lane: string, moveAlong?: number, moveAcross?: number) => { x: number; y: number };
  /** Where the scale of crash points lies across time, and its gaps along it; null without a scale. */
  scale: ScalePlace | null;
}

export interface ScalePlace {
  across: number;
  gaps: readonly RailGap[];
}

/** A delivery on which the crash can be moved: its columns stay where they are, whatever the gap. */
export interface Movable {
  /** The delivery that nothing disturbs. */
  undisturbed: Diagram;
  /** All runs that the handle can show: upright there is room for each of them, so that nothing below moves. */
  runs: readonly { diagram: Diagram; gap: number }[];
  /** Gaps that need room for words. */
  wideGaps: readonly boolean[];
  /** Where the shown run crashes; null for the undisturbed one. */
  gap: number | null;
}

/** Linear between the pixels of whole moments. */
export function between(pixels: readonly number[]): (at: number) => number {
  return (at) => {
    const whole = Math.min(Math.max(Math.floor(at), 0), pixels.length - 1);
    const start = pixels[whole] ?? 0;
    return start + ((pixels[whole + 1] ?? start) - start) * (at - whole);
  };
}
