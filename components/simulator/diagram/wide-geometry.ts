import { bandsOf, leadOf } from "@/components/simulator/diagram/bands";
import { crashMoment, momentsOnRail, railOf, stretched, type Rail } from "@/components/simulator/diagram/crash-rail";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import { between, type Geometry, type Movable } from "@/components/simulator/diagram/geometry";
import { labelsAt, type LabelWords } from "@/components/simulator/diagram/labels";

const wide = { lane: 76, top: 44, words: 36, scale: 68, bottom: 50, lead: 34, tail: 34, least: 46 };

/** Pixels between two steps with a gap that can be chosen, and with one whose words need room. */
const gapRoom = { usual: 58, words: 112 };

/** Pixels that two labels keep from each other. */
const clearance = 8;

/**
 * Time to the right. A column is as wide as the labels on its lanes need, and all columns grow together to fill
 * `available` pixels; where the run is longer the figure is wider than that.
 * @param headroom true where words have to stand above the lanes
 */
export function wideGeometry(
  diagram: Diagram,
  available: number,
  words: LabelWords,
  headroom = false,
  movable: Movable | null = null,
): Geometry {
  const lead = wide.lead + leadOf(diagram);
  const tail = Math.max(wide.tail * (words.size ?? 1), ...labelsAt(diagram, words, diagram.end - 1).map(({ after }) => after + 4));
  const { positions, rail } = movable ? movableColumns(diagram, words, movable) : plainColumns(diagram, words);
  // What the handle moves along keeps its place: only what follows may grow.
  const fixedTo = rail?.end ?? 0;
  const last = Math.max(fixedTo, positions.at(-1) ?? 0);
  const stretch = last > fixedTo ? Math.max(1, (available - lead - tail - fixedTo) / (last - fixedTo)) : 1;
  const place = (x: number) => lead + Math.min(x, fixedTo) + Math.max(0, x - fixedTo) * stretch;
  const width = Math.max(available, place(last) + tail);
  const top = wide.top + (movable ? wide.scale : headroom ? wide.words : 0);
  const lanes = new Map(diagram.lanes.map(({ id }, index) => [id, top + index * wide.lane]));
  const height = top + (diagram.lanes.length - 1) * wide.lane + wide.bottom + 32;
  const fixed = rail && stretched(rail, movable?.wideGaps ?? [], place, { after: 16, before: 12, words: 34 });
  const along = fixed
    ? momentsOnRail({ rail: fixed, gap: movable?.gap ?? null, later: positions.map(place), start: 0, end: width })
    : between([0, ...positions.map(place), width]);
  const across = (lane: string) => lanes.get(lane) ?? 0;
  return {
    upright: false,
    width,
    height,
    textSize: words.size ?? 1,
    from: 0,
    to: width,
    along,
    across,
    half: bandsOf(diagram),
    point: (moment, lane, moveAlong = 0, moveAcross = 0) => ({ x: along(moment) + moveAlong, y: across(lane) + moveAcross }),
    scale: fixed && { across: 66, gaps: fixed.gaps },
  };
}

function plainColumns(diagram: Diagram, words: LabelWords): { positions: number[]; rail: null } {
  return { positions: pack(diagram, words, 1, diagram.end, () => wide.least).positions, rail: null };
}

/** The columns of the delivery, which are the same for every gap, then those of what follows the crash. */
function movableColumns(diagram: Diagram, words: LabelWords, { undisturbed, wideGaps, gap }: Movable): { positions: number[]; rail: Rail } {
  const roomOf = (index: number) => (wideGaps[index] ? gapRoom.words : gapRoom.usual);
  const base = pack(undisturbed, words, 1, undisturbed.end, (index) => roomOf(index - 1));
  const steps = base.positions;
  const end = (steps.at(-1) ?? 0) + roomOf(steps.length - 1);
  const later = gap === null ? [] : pack(diagram, words, crashMoment(gap) + 1, diagram.end, () => wide.least, { ...base, last: end + 8 - wide.least }).positions;
  return { positions: later, rail: railOf(steps, end) };
}

interface Packing {
  positions: number[];
  /** Last position so far; null before the first. */
  last: number | null;
  /** By lane: how far its labels reach. */
  edges: ReadonlyMap<string, number>;
}

const nothing: Packing = { positions: [], last: null, edges: new Map() };

/** Positions of the steps from one moment to before another, the first at 0: no two labels of one lane touch. */
function pack(
  diagram: Diagram,
  words: LabelWords,
  from: number,
  to: number,
  leastBefore: (index: number) => number,
  before: Packing = nothing,
): Packing {
  const edges = new Map(before.edges);
  const positions: number[] = [];
  let { last } = before;
  for (let at = from; at < to; at++) {
    const labels = labelsAt(diagram, words, at);
    const needed = labels.map((label) => (edges.get(label.lane) ?? -Infinity) + label.before + clearance);
    const x: number = last === null ? 0 : Math.max(last + leastBefore(at - from), ...needed);
    for (const { lane, after } of labels) edges.set(lane, x + after);
    positions.push(x);
    last = x;
  }
  return { positions, last, edges };
}
