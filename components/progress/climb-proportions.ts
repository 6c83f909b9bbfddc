/** A flat parabola, highest at `middle`, `sag` pixels lower at `half` percent to either side. */
export interface Arc {
  middle: number;
  half: number;
  top: number;
  sag: number;
}

/** How one kind of figure is proportioned: the wide profile, or the upright one of phones. */
export interface Proportions {
  /** Where the climb begins and where the last plateau ends, in percent. */
  start: number;
  end: number;
  plateau: number;
  /** Height of the climb to one level, in pixels: already flown through, and not yet. */
  band: { flown: number; ahead: number };
  /** From the top of the figure to the level senior, and below the ground, in pixels. */
  orbitHeight: number;
  groundHeight: number;
  arc: Arc;
}

/** The profile of wide screens. */
export const wideProfile: Proportions = {
  start: 10.3,
  end: 78.7,
  plateau: 5,
  band: { flown: 104, ahead: 104 },
  orbitHeight: 178,
  groundHeight: 14,
  arc: { middle: 56, half: 43, top: 36, sag: 76 },
};

/** The profile of phones: what is behind is lower than what is ahead, which keeps the learner in the lower part. */
export const uprightProfile: Proportions = {
  start: 4,
  end: 96,
  plateau: 5,
  band: { flown: 108, ahead: 164 },
  orbitHeight: 150,
  groundHeight: 40,
  arc: { middle: 50, half: 49, top: 28, sag: 26 },
};

/** Height of the arc at `x`. */
export function arcHeight(arc: Arc, x: number): number {
  return arc.top + arc.sag * ((x - arc.middle) / arc.half) ** 2;
}

/** The piece of the arc between two places as a path; a piece of a parabola is exactly one quadratic curve. */
export function arcPath(arc: Arc, from: number, to: number): string {
  const startY = arcHeight(arc, from);
  const slopeAtStart = (2 * arc.sag * (from - arc.middle)) / arc.half ** 2;
  const control = { x: (from + to) / 2, y: startY + (slopeAtStart * (to - from)) / 2 };
  return `M${from} ${startY}Q${control.x} ${control.y} ${to} ${arcHeight(arc, to)}`;
}
