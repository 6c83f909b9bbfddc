import type { Course, CourseLesson } from "@/lib/content/compiled";
import type { CourseStanding, QuestionState } from "@/lib/progress/contract";
import { arcHeight, type Arc, type Proportions } from "@/components/progress/climb-proportions";
import { nextStep, standingOf, type NextStep } from "@/components/progress/next-step";

/** Across in percent of the figure's width, so that it fits any container; down in pixels, so that text never shrinks. */
export interface Point {
  x: number;
  y: number;
}

export interface Leg {
  from: Point;
  to: Point;
  flown: boolean;
}

export interface Dot extends Point {
  question: CourseLesson["questions"][number];
  state: QuestionState;
}

export interface Slope {
  lesson: CourseLesson;
  from: Point;
  to: Point;
  /** Where the plateau after the slope ends and the next slope begins. */
  plateau: Point;
  dots: Dot[];
  /** The slope and its plateau, cut where flown turns into ahead. */
  legs: Leg[];
}

export interface OrbitCase extends Point {
  lesson: CourseLesson;
  /** Position among the cases, from 1. */
  number: number;
  flown: boolean;
}

export interface Climb {
  height: number;
  ground: number;
  levels: { level: Level; y: number }[];
  slopes: Slope[];
  orbit: { cases: OrbitCase[]; arc: Arc } | null;
  /** Where the learner stands; the arrow points from `from` to `at`. Null when that is not known. */
  you: { from: Point; at: Point; slope: Slope | null } | null;
}

export type Level = "zero" | "junior" | "middle" | "senior";

const levels: Level[] = ["zero", "junior", "middle", "senior"];

/** Lays the course out as a climb. Pure: the same course and standing give the same figure. */
export function climb(course: Course, standing: CourseStanding | null, proportions: Proportions): Climb {
  const climbing = course.lessons.filter((lesson) => lesson.level !== "orbit");
  const altitudes = altitudesOf(climbing, standing, proportions);
  const next = nextStep(course, standing);
  const slopes = slopesOf(climbing, standing, next, altitudes, proportions);
  const cases = casesOf(course, standing, proportions.arc);
  return {
    height: altitudes.zero + proportions.groundHeight,
    ground: altitudes.zero,
    levels: levels.map((level) => ({ level, y: altitudes[level] })),
    slopes,
    orbit: cases.length > 0 ? { cases, arc: proportions.arc } : null,
    you: standing && placeOfLearner(next, standing, slopes, cases, { x: proportions.start, y: altitudes.zero }),
  };
}

function isComplete(lesson: CourseLesson, standing: CourseStanding | null): boolean {
  const lessonStanding = standingOf(standing, lesson);
  return lessonStanding !== null && lessonStanding.total > 0 && lessonStanding.settled === lessonStanding.total;
}

/** From the top down: what lies behind the learner may be lower than what is ahead. */
function altitudesOf(
  climbing: CourseLesson[],
  standing: CourseStanding | null,
  { band, orbitHeight }: Proportions,
): Record<Level, number> {
  const height = (level: Level) => {
    const lessons = climbing.filter((lesson) => lesson.level === level);
    return lessons.length > 0 && lessons.every((lesson) => isComplete(lesson, standing)) ? band.flown : band.ahead;
  };
  const senior = orbitHeight;
  const middle = senior + height("senior");
  const junior = middle + height("middle");
  return { senior, middle, junior, zero: junior + height("junior") };
}

function slopesOf(
  climbing: CourseLesson[],
  standing: CourseStanding | null,
  next: NextStep | null,
  altitudes: Record<Level, number>,
  { start, end, plateau }: Proportions,
): Slope[] {
  const run = (end - start) / climbing.length - plateau;
  let foot: Point = { x: start, y: altitudes.zero };
  return climbing.map((lesson, index) => {
    const top = { x: foot.x + run, y: altitudeAfter(climbing, index, altitudes) };
    const slope = slopeOf(lesson, standing, next, foot, top, { x: top.x + plateau, y: top.y });
    foot = slope.plateau;
    return slope;
  });
}

/** Lessons of one level share its height evenly; the last of them arrives. */
function altitudeAfter(climbing: CourseLesson[], index: number, altitudes: Record<Level, number>): number {
  const level = climbing[index]?.level as Level;
  const below = altitudes[levels[levels.indexOf(level) - 1] ?? "zero"];
  const sameLevel = climbing.filter((lesson) => lesson.level === level);
  const position = climbing.slice(0, index + 1).filter((lesson) => lesson.level === level).length;
  return below + ((altitudes[level] - below) * position) / sameLevel.length;
}

function slopeOf(
  lesson: CourseLesson,
  standing: CourseStanding | null,
  next: NextStep | null,
  from: Point,
  to: Point,
  plateau: Point,
): Slope {
  const states = standingOf(standing, lesson)?.questions;
  const dots = lesson.questions.map((question, index): Dot => {
    const part = (index + 1) / (lesson.questions.length + 1);
    return {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      question,
      state: states?.[question.id] ?? "open",
    };
  });
  const complete = isComplete(lesson, standing);
  // The line reaches the learner: the way from the last answer to the next question is flown too.
  const reached = (dot: Dot, index: number) =>
    isSettled(dot.state) || (dot.question === next?.question && isSettled(dots[index - 1]?.state ?? "open"));
  const stops: { point: Point; flown: boolean }[] = [
    ...dots.map((dot, index) => ({ point: dot, flown: reached(dot, index) })),
    { point: to, flown: complete },
  ];
  const legs = joinLegs(from, stops);
  legs.push({ from: to, to: plateau, flown: complete });
  return { lesson, from, to, plateau, dots, legs };
}

/** One leg per stretch of equal kind: the stops of a slope lie on one line. */
function joinLegs(from: Point, stops: { point: Point; flown: boolean }[]): Leg[] {
  const legs: Leg[] = [];
  for (const { point, flown } of stops) {
    const last = legs.at(-1);
    if (last && last.flown === flown) last.to = point;
    else legs.push({ from: last?.to ?? from, to: point, flown });
  }
  return legs;
}

export function isSettled(state: QuestionState): boolean {
  return state !== "open" && state !== "second-try";
}

/** The cases stand on the arc from the right, where the climb arrives, to the left. */
function casesOf(course: Course, standing: CourseStanding | null, arc: Arc): OrbitCase[] {
  const cases = course.lessons.filter((lesson) => lesson.level === "orbit");
  const gap = (2 * arc.half) / (cases.length + 0.3);
  return cases.map((lesson, index) => {
    const x = arc.middle + arc.half - gap * (index + 0.4);
    return { x, y: arcHeight(arc, x), lesson, number: index + 1, flown: isComplete(lesson, standing) };
  });
}

function placeOfLearner(
  next: NextStep | null,
  standing: CourseStanding,
  slopes: Slope[],
  cases: OrbitCase[],
  ground: Point,
): NonNullable<Climb["you"]> {
  const slope = slopes.find((item) => item.lesson === next?.lesson);
  if (next && slope) {
    const begun = (standingOf(standing, next.lesson)?.settled ?? 0) > 0;
    const dot = slope.dots[next.questionNumber - 1];
    if (begun && dot) return { from: slope.from, at: dot, slope };
    return { from: behind(slope.from, slope.to), at: slope.from, slope };
  }
  const orbitCase = cases.find((item) => item.lesson === next?.lesson) ?? cases.findLast((item) => item.flown);
  if (orbitCase) return { from: { x: orbitCase.x + 1, y: orbitCase.y }, at: orbitCase, slope: null };
  const last = slopes.findLast((item) => item.legs.every((leg) => leg.flown));
  if (last) return { from: last.to, at: last.plateau, slope: null };
  return { from: { x: ground.x - 1, y: ground.y }, at: ground, slope: null };
}

/** A point just before `foot`, on the line that leads on to `top`: it turns the arrow uphill. */
function behind(foot: Point, top: Point): Point {
  return { x: foot.x - (top.x - foot.x) / 100, y: foot.y - (top.y - foot.y) / 100 };
}
