import type { Diagram, Step } from "@/components/simulator/diagram/diagram";
import type { Locale } from "@/lib/locale";

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
  /** A point, moved along and across. */
  point: (at: number, lane: string, moveAlong?: number, moveAcross?: number) => { x: number; y: number };
}

/** Widths of labels at 12 px, per letter: mono is set condensed. A little more than measured, so that halos fit. */
const monoLetter = 7.6;
const sansLetter = 6.7;

const wide = { lane: 76, top: 44, words: 36, bottom: 40, lead: 34, tail: 34, least: 46, gap: 8 };
const tall = { top: 52, tail: 22, left: 40, right: 26, call: 54, quiet: 36, lead: 40 };

/**
 * Time to the right. A column is as wide as the labels on its lanes need, and all columns grow together to fill
 * `available` pixels; where the run is longer the figure is wider than that.
 * @param headroom true where words have to stand above the lanes
 */
export function wideGeometry(diagram: Diagram, available: number, words: LabelWords, headroom = false): Geometry {
  const natural = columns(diagram, words);
  const last = natural.at(-1) ?? 0;
  const stretch = last > 0 ? Math.max(1, (available - wide.lead - wide.tail) / last) : 1;
  const at = natural.map((x) => wide.lead + x * stretch);
  const width = Math.max(available, (at.at(-1) ?? 0) + wide.tail);
  const top = wide.top + (headroom ? wide.words : 0);
  const lanes = new Map(diagram.lanes.map(({ id }, index) => [id, top + index * wide.lane]));
  const height = top + (diagram.lanes.length - 1) * wide.lane + wide.bottom + 32;
  const along = between([0, ...at, width]);
  const across = (lane: string) => lanes.get(lane) ?? 0;
  return {
    upright: false,
    width,
    height,
    from: 0,
    to: width,
    along,
    across,
    point: (moment, lane, moveAlong = 0, moveAcross = 0) => ({ x: along(moment) + moveAlong, y: across(lane) + moveAcross }),
  };
}

/** Time downwards, all lanes within `available` pixels. */
export function uprightGeometry(diagram: Diagram, available: number): Geometry {
  const { lanes } = diagram;
  const gap = (available - tall.left - tall.right) / Math.max(1, lanes.length - 1);
  const positions = new Map(lanes.map(({ id }, index) => [id, tall.left + index * gap]));
  const at: number[] = [];
  let y = tall.top;
  for (const step of diagram.steps) {
    y += step.at === 1 ? tall.lead - 8 : roomBefore(step);
    at.push(y);
  }
  const height = y + tall.tail + 20;
  const along = between([tall.top, ...at, height]);
  const across = (lane: string) => positions.get(lane) ?? 0;
  return {
    upright: true,
    width: available,
    height,
    from: tall.top,
    to: height,
    along,
    across,
    point: (moment, lane, moveAlong = 0, moveAcross = 0) => ({ x: across(lane) + moveAcross, y: along(moment) + moveAlong }),
  };
}

function roomBefore({ kind }: Step): number {
  return kind === "call" ? tall.call : tall.quiet;
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
}

/** Stands at a hand-over: which delivery it is; empty for a step that is none. */
export function deliveryLabel({ leases }: Diagram, { kind, at }: Step, { delivery }: LabelWords): string {
  const lease = kind === "hand-over" ? leases.find(({ from }) => from === at) : undefined;
  return lease?.delivery ? `${delivery} ${lease.delivery.number}` : "";
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

/** Positions of the steps, the first at 0: no two labels of one lane touch. */
function columns(diagram: Diagram, words: LabelWords): number[] {
  const { steps, ghosts, end } = diagram;
  const edges = new Map<string, number>();
  const positions: number[] = [];
  for (let at = 1; at < end; at++) {
    const step = steps[at - 1];
    const delivery = step ? deliveryLabel(diagram, step, words) : "";
    const labels: Label[] = [
      ...(step?.call && step.from ? [centred(`over ${step.from}`, step.call, monoLetter)] : []),
      ...(step?.answer ? [centred(`under ${step.to}`, step.answer[words.locale], sansLetter)] : []),
      ...(delivery === "" ? [] : [{ lane: "under queue", before: 4, after: delivery.length * sansLetter - 4 }]),
      ...ghosts.filter((ghost) => ghost.at === at).map(({ process, call }) => centred(`over ${process}`, call, monoLetter)),
    ];
    const needed = labels.map(({ lane, before }) => (edges.get(lane) ?? -Infinity) + before + wide.gap);
    const x = positions.length === 0 ? 0 : Math.max((positions.at(-1) ?? 0) + wide.least, ...needed);
    for (const { lane, after } of labels) edges.set(lane, x + after);
    positions.push(x);
  }
  return positions;
}
