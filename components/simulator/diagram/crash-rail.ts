import { momentOfGhost } from "@/components/simulator/diagram/read-run";

/** What keeps its place while the crash is moved: the steps of the undisturbed delivery and the gaps between them. */
export interface Rail {
  /** Pixel of the hand-over and of each step after it. */
  steps: readonly number[];
  /** As many as steps: each lies after its step. */
  gaps: readonly RailGap[];
  /** Where the last gap ends and what follows the crash may begin. */
  end: number;
}

/** A gap along the axis of time: its edges, and where a crash in it stands. */
export interface RailGap {
  from: number;
  at: number;
  to: number;
}

interface OnRail {
  rail: Rail;
  /** The gap of the crash; null for the undisturbed delivery. */
  gap: number | null;
  /** Pixels of the steps after the crash. */
  later: readonly number[];
  start: number;
  end: number;
}

/** The crash of a gap is the choice after the hand-over and its steps. */
export function crashMoment(gap: number): number {
  return gap + 2;
}

/** The edges of the gap as moments, around a crash that leaves so many calls undone. */
export function gapMoments(gap: number, owed: number): { from: number; to: number } {
  const crash = crashMoment(gap);
  return { from: crash - 0.3, to: crash + 0.3 / (owed + 1) };
}

/** Pixel of a moment: linear between the moments whose place is known. Calls that never came stand where they would have. */
export function momentsOnRail({ rail, gap, later, start, end }: OnRail): (at: number) => number {
  const knots: [at: number, pixel: number][] = [[0, start]];
  const applied = gap === null ? rail.steps : rail.steps.slice(0, gap + 1);
  applied.forEach((pixel, index) => knots.push([index + 1, pixel]));
  const crossed = gap === null ? undefined : rail.gaps[gap];
  if (gap !== null && crossed) {
    const ghosts = rail.steps.slice(gap + 1);
    const crash = crashMoment(gap);
    const { from, to } = gapMoments(gap, ghosts.length);
    knots.push([from, crossed.from], [crash, crossed.at], [to, crossed.to]);
    ghosts.forEach((pixel, index) => knots.push([momentOfGhost(crash, index + 1, ghosts.length), pixel]));
    later.forEach((pixel, index) => knots.push([crash + 1 + index, pixel]));
  }
  knots.push([(knots.findLast(([at]) => Number.isInteger(at))?.[0] ?? 0) + 1, end]);
  return (at) => {
    const next = knots.findIndex(([moment]) => moment > at);
    const [before, after] = [knots[(next < 0 ? knots.length : next) - 1], knots[next]];
    if (!before) return start;
    if (!after) return before[1];
    return before[1] + ((after[1] - before[1]) * (at - before[0])) / (after[0] - before[0]);
  };
}

/** Gaps between steps, not yet in pixels. */
export function railOf(steps: readonly number[], end: number): Rail {
  return { steps, gaps: steps.map((from, index) => ({ from, at: 0, to: steps[index + 1] ?? end })), end };
}

/** In pixels; a gap keeps clear of the lines of the steps beside it, and a wide one of their names, too. */
export function stretched(rail: Rail, wideGaps: readonly boolean[], place: (at: number) => number, clear: { after: number; before: number; words: number }): Rail {
  const gaps = rail.gaps.map((gap, index) => {
    const before = index === rail.gaps.length - 1 ? 0 : wideGaps[index] ? clear.words : clear.before;
    const [from, to] = [place(gap.from) + clear.after, place(gap.to) - before];
    return { from, at: (from + to) / 2, to };
  });
  return { steps: rail.steps.map(place), gaps, end: place(rail.end) };
}
