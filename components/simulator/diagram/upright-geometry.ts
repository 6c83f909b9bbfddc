import { bandsOf } from "@/components/simulator/diagram/bands";
import { momentsOnRail, railOf, stretched, type Rail } from "@/components/simulator/diagram/crash-rail";
import type { Diagram, Step } from "@/components/simulator/diagram/diagram";
import { between, type Geometry, type Movable } from "@/components/simulator/diagram/geometry";

const tall = { top: 52, tail: 22, left: 40, scale: 54, right: 26, call: 54, quiet: 36, lead: 40 };

/** Pixels between two steps with a gap that can be chosen, and with one whose words need room. */
const gapRoom = { usual: 58, words: 84 };

/** Time downwards, all lanes within `available` pixels. */
export function uprightGeometry(diagram: Diagram, available: number, movable: Movable | null = null): Geometry {
  const { lanes } = diagram;
  const half = bandsOf(diagram);
  const left = tall.left + half(lanes[0]?.id ?? "") + (movable ? tall.scale : 0);
  const gap = (available - left - tall.right) / Math.max(1, lanes.length - 1);
  const positions = new Map(lanes.map(({ id }, index) => [id, left + index * gap]));
  const { later, rail, bottom } = movable ? movableRows(diagram, movable) : plainRows(diagram);
  const height = bottom + tall.tail + 20;
  const fixed = rail && stretched(rail, movable?.wideGaps ?? [], (y) => y, { after: 16, before: 13, words: 13 });
  const along = fixed
    ? momentsOnRail({ rail: fixed, gap: movable?.gap ?? null, later, start: tall.top, end: height })
    : between([tall.top, ...later, height]);
  const across = (lane: string) => positions.get(lane) ?? 0;
  return {
    upright: true,
    width: available,
    height,
    textSize: 1,
    from: tall.top,
    to: height,
    along,
    across,
    half,
    point: (moment, lane, moveAlong = 0, moveAcross = 0) => ({ x: across(lane) + moveAcross, y: along(moment) + moveAlong }),
    scale: fixed && { across: 48, gaps: fixed.gaps },
  };
}

function plainRows({ steps }: Diagram): { later: number[]; rail: null; bottom: number } {
  const later = rowsFrom(tall.top + tall.lead - 8 - roomBefore(steps[0]), steps);
  return { later, rail: null, bottom: later.at(-1) ?? tall.top };
}

function movableRows(diagram: Diagram, { undisturbed, runs, wideGaps, gap }: Movable): { later: number[]; rail: Rail; bottom: number } {
  const { usual, words } = gapRoom;
  const roomOf = (index: number) => (wideGaps[index] ? words : usual);
  const first = tall.top + tall.lead - 8;
  const rows = undisturbed.steps.map((_, index) => wideGaps.slice(0, index).reduce((y, __, before) => y + roomOf(before), first));
  const end = (rows.at(-1) ?? first) + roomOf(rows.length - 1);
  const laterOf = (run: Diagram, at: number) => rowsFrom(end - tall.quiet + 14, run.steps.slice(at + 2));
  const bottom = Math.max(end, ...runs.map((run) => laterOf(run.diagram, run.gap).at(-1) ?? end));
  return { later: gap === null ? [] : laterOf(diagram, gap), rail: railOf(rows, end), bottom };
}

function rowsFrom(start: number, steps: readonly Step[]): number[] {
  let y = start;
  return steps.map((step, index) => (y += roomBefore(step, steps[index - 1])));
}

function roomBefore(step: Step | undefined, before?: Step): number {
  // What the queue answers stands under its step, and the number of a delivery over it.
  const labelsMeet = step?.kind === "hand-over" && before?.to === "queue" && before.kind === "call" && before.answer !== null;
  return step?.kind === "call" || labelsMeet ? tall.call : tall.quiet;
}
