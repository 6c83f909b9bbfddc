import { expect, test } from "vitest";
import { climb } from "@/components/progress/climb-geometry";
import { arcHeight, arcPath, uprightProfile, wideProfile } from "@/components/progress/climb-proportions";
import { course, standingAfter } from "@/components/progress/testing";

const profiles = { wide: wideProfile, upright: uprightProfile };
const firstDone = { "first/q1": "right-first", "first/q2": "wrong" } as const;

test.each(Object.entries(profiles))("%s: slopes rise without a gap from the ground to senior", (_, profile) => {
  const { slopes, ground, levels } = climb(course, standingAfter({}), profile);
  expect(slopes[0]?.from).toEqual({ x: profile.start, y: ground });
  for (const [index, slope] of slopes.entries()) {
    expect(slope.to.y).toBeLessThan(slope.from.y);
    expect(slope.to.x).toBeGreaterThan(slope.from.x);
    expect(slopes[index + 1]?.from ?? slope.plateau).toEqual(slope.plateau);
  }
  expect(slopes.at(-1)?.to.y).toBe(levels.find(({ level }) => level === "senior")?.y);
  expect(slopes.at(-1)?.plateau.x).toBeCloseTo(profile.end);
});

test.each(Object.entries(profiles))("%s: everything lies inside the figure", (_, profile) => {
  const { slopes, orbit, height } = climb(course, standingAfter(firstDone), profile);
  const points = [...slopes.flatMap((slope) => [slope.from, slope.to, slope.plateau, ...slope.dots]), ...(orbit?.cases ?? [])];
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(100);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
});

test("dots lie on their slope, in order, and keep away from its ends", () => {
  const slope = climb(course, standingAfter({}), wideProfile).slopes[1];
  if (!slope) throw new Error("no second slope");
  const parts = slope.dots.map((dot) => (dot.x - slope.from.x) / (slope.to.x - slope.from.x));
  expect(parts.map((part) => part.toFixed(2))).toEqual(["0.25", "0.50", "0.75"]);
  for (const [index, dot] of slope.dots.entries()) {
    expect(dot.y).toBeCloseTo(slope.from.y + (slope.to.y - slope.from.y) * (parts[index] ?? 0));
  }
});

test("nothing is flown before the first answer, and the arrow waits at the foot", () => {
  const { slopes, you } = climb(course, standingAfter({}), wideProfile);
  expect(slopes.flatMap((slope) => slope.legs).some((leg) => leg.flown)).toBe(false);
  expect(you?.at).toBe(slopes[0]?.from);
});

test("the flown line ends at the learner", () => {
  const { slopes, you } = climb(course, standingAfter({ "first/q1": "wrong" }), wideProfile);
  const [flown, ahead] = slopes[0]?.legs ?? [];
  expect(flown).toMatchObject({ from: slopes[0]?.from, to: { x: you?.at.x, y: you?.at.y }, flown: true });
  expect(ahead).toMatchObject({ to: slopes[0]?.to, flown: false });
  expect(you?.at).toBe(slopes[0]?.dots[1]);
});

test("a question left out stays ahead although later ones are answered", () => {
  const { slopes } = climb(course, standingAfter({ "second/q1": "right-first", "second/q3": "right-first" }), wideProfile);
  expect(slopes[0]?.legs.some((leg) => leg.flown)).toBe(false);
  expect(slopes[1]?.legs.map((leg) => leg.flown)).toEqual([true, false, false]);
  expect(slopes[1]?.dots.map((dot) => dot.state)).toEqual(["right-first", "open", "right-first"]);
});

test("a finished lesson is flown to the end of its plateau", () => {
  const { slopes, you } = climb(course, standingAfter(firstDone), wideProfile);
  expect(slopes[0]?.legs.every((leg) => leg.flown)).toBe(true);
  expect(you?.at).toBe(slopes[1]?.from);
});

test("without a database nobody is placed anywhere", () => {
  expect(climb(course, null, wideProfile).you).toBeNull();
});

test("upright, what is behind is lower than what is ahead", () => {
  const before = climb(course, standingAfter({}), uprightProfile);
  const after = climb(course, standingAfter(firstDone), uprightProfile);
  expect(before.height - after.height).toBe(uprightProfile.band.ahead - uprightProfile.band.flown);
});

test("unwritten lessons have a slope and no dots", () => {
  const slope = climb(course, standingAfter({}), wideProfile).slopes[2];
  expect(slope?.lesson.written).toBe(false);
  expect(slope?.dots).toEqual([]);
});

test("lessons of one level share its height", () => {
  const [first, ...others] = course.lessons;
  if (!first) throw new Error("no lesson");
  const twice = { lessons: [first, { ...first, slug: "again" }, ...others] };
  const { slopes, levels } = climb(twice, null, wideProfile);
  const junior = levels.find(({ level }) => level === "junior")?.y ?? 0;
  expect(slopes[1]?.to.y).toBe(junior);
  expect(slopes[0]?.to.y).toBe((junior + (slopes[0]?.from.y ?? 0)) / 2);
});

test("cases go around from the right, and a course without cases has no orbit", () => {
  const { orbit } = climb(course, standingAfter({ "case-one/q1": "right-first" }), wideProfile);
  expect(orbit?.cases.map(({ number, flown }) => [number, flown])).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(orbit?.cases[0]?.x).toBeGreaterThan(orbit?.cases[1]?.x ?? 100);
  const climbing = { lessons: course.lessons.filter((lesson) => lesson.level !== "orbit") };
  expect(climb(climbing, null, wideProfile).orbit).toBeNull();
});

test("a piece of the arc begins and ends on the arc", () => {
  const { arc } = wideProfile;
  const numbers = arcPath(arc, 90, 30).match(/-?[\d.]+/g)?.map(Number) ?? [];
  expect(numbers[0]).toBe(90);
  expect(numbers[1]).toBeCloseTo(arcHeight(arc, 90));
  expect(numbers[4]).toBe(30);
  expect(numbers[5]).toBeCloseTo(arcHeight(arc, 30));
  // Halfway, a quadratic curve is the mean of its ends and, twice, its control point: that has to lie on the arc too.
  const [, startY = 0, , controlY = 0, , endY = 0] = numbers;
  expect((startY + 2 * controlY + endY) / 4).toBeCloseTo(arcHeight(arc, 60));
});
