import { crashMoment, momentsOnRail, type Rail, type RailGap } from "@/components/simulator/diagram/crash-rail";
import { bandsOf, leadOf } from "@/components/simulator/diagram/bands";
import type { Diagram, Step } from "@/components/simulator/diagram/diagram";
import type { Ownership } from "@/components/simulator/diagram/read-partitions";
import type { Locale } from "@/lib/locale";
import { lifeName } from "@/lib/simulator/words/numbers";

/** Where marks stand, in pixels. Time runs right on wide screens and down on narrow ones. */
export interface Geometry {
  upright: boolean;
  width: number;
  height: number;
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

/** Widths of labels at 12 px, per letter: mono is set condensed. A little more than measured, so that halos fit. */
const monoLetter = 7.6;
export const sansLetter = 6.7;

const wide = { lane: 76, top: 44, words: 36, scale: 68, bottom: 40, lead: 34, tail: 34, least: 46, gap: 8 };
const tall = { top: 52, tail: 22, left: 40, scale: 54, right: 26, call: 54, quiet: 36, lead: 40 };

/** Pixels between two steps with a gap that can be chosen, and with one whose words need room. */
const gapRoom = { wide: { usual: 58, words: 112 }, tall: { usual: 58, words: 84 } };

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
  const roomOf = (index: number) => (wideGaps[index] ? gapRoom.wide.words : gapRoom.wide.usual);
  const base = pack(undisturbed, words, 1, undisturbed.end, (index) => roomOf(index - 1));
  const steps = base.positions;
  const end = (steps.at(-1) ?? 0) + roomOf(steps.length - 1);
  const later = gap === null ? [] : pack(diagram, words, crashMoment(gap) + 1, diagram.end, () => wide.least, { ...base, last: end + 8 - wide.least }).positions;
  return { positions: later, rail: railOf(steps, end) };
}

/** Gaps between steps, not yet in pixels. */
function railOf(steps: readonly number[], end: number): Rail {
  return { steps, gaps: steps.map((from, index) => ({ from, at: 0, to: steps[index + 1] ?? end })), end };
}

/** In pixels; a gap keeps clear of the lines of the steps beside it, and a wide one of their names, too. */
function stretched(rail: Rail, wideGaps: readonly boolean[], place: (at: number) => number, clear: { after: number; before: number; words: number }): Rail {
  const gaps = rail.gaps.map((gap, index) => {
    const before = index === rail.gaps.length - 1 ? 0 : wideGaps[index] ? clear.words : clear.before;
    const [from, to] = [place(gap.from) + clear.after, place(gap.to) - before];
    return { from, at: (from + to) / 2, to };
  });
  return { steps: rail.steps.map(place), gaps, end: place(rail.end) };
}

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
  const { usual, words } = gapRoom.tall;
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

/** Linear between the pixels of whole moments. */
function between(pixels: readonly number[]): (at: number) => number {
  return (at) => {
    const whole = Math.min(Math.max(Math.floor(at), 0), pixels.length - 1);
    const start = pixels[whole] ?? 0;
    return start + ((pixels[whole + 1] ?? start) - start) * (at - whole);
  };
}

/** The words in which labels are written. */
export interface LabelWords {
  locale: Locale;
  /** Before the number of a delivery. */
  delivery: string;
  /** How high the letters are, where not 12 px: as many times that. */
  size?: number;
  /** Before the number of a generation. */
  generation: string;
}

/** Stands at a hand-over: which delivery it is; empty for a step that is none. */
export function deliveryLabel({ leases }: Diagram, { kind, at }: Step, { delivery }: Pick<LabelWords, "delivery">): string {
  const lease = kind === "hand-over" ? leases.find(({ from }) => from === at) : undefined;
  return lease?.delivery ? `${delivery} ${lease.delivery.number}` : "";
}

/** Stands where somebody gets a partition. */
export function ownerLabel({ life, generation }: Ownership, words: Pick<LabelWords, "generation">): string {
  return `${lifeName(life)}, ${words.generation} ${generation}`;
}

/** A label on a lane: how far it reaches before its step and after it, in pixels. */
interface Label {
  lane: string;
  before: number;
  after: number;
}

function centred(lane: string, text: string, letter: number): Label {
  const half = (text.length * letter) / 2;
  return { lane, before: half, after: half };
}

/** Over the caller; beside the line where that leads back up. */
function callLabel({ lanes }: Diagram, from: string, to: string, call: string, letter: number): Label {
  const indexOf = (lane: string) => lanes.findIndex(({ id }) => id === lane);
  if (indexOf(to) > indexOf(from)) return centred(`over ${from}`, call, letter);
  return { lane: `over ${from}`, before: -2, after: 2 + call.length * letter };
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
    const needed = labels.map((label) => (edges.get(label.lane) ?? -Infinity) + label.before + wide.gap);
    const x: number = last === null ? 0 : Math.max(last + leastBefore(at - from), ...needed);
    for (const { lane, after } of labels) edges.set(lane, x + after);
    positions.push(x);
    last = x;
  }
  return { positions, last, edges };
}

function labelsAt(diagram: Diagram, words: LabelWords, at: number): Label[] {
  const step = diagram.steps[at - 1];
  const delivery = step ? deliveryLabel(diagram, step, words) : "";
  const [mono, sans] = [monoLetter, sansLetter].map((letter) => letter * (words.size ?? 1)) as [number, number];
  return [
    ...(step?.call && step.from ? [callLabel(diagram, step.from, step.to, step.call, mono)] : []),
    ...(step?.answer ? [centred(`under ${step.to}`, step.answer[words.locale], sans)] : []),
    ...(delivery === "" ? [] : [{ lane: "under queue", before: 4, after: delivery.length * sans - 4 }]),
    ...diagram.partitions.flatMap(({ lane, owners }) =>
      owners.filter(({ from }) => from === at || (from === 0 && at === 1)).map((owner) => ({ lane: `owner ${lane}`, before: 0, after: ownerLabel(owner, words).length * sans })),
    ),
    ...diagram.ghosts.filter((ghost) => ghost.at === at).map(({ process, call }) => centred(`over ${process}`, call, mono)),
  ];
}
