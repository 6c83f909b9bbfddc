import { expect, it } from "vitest";
import { callsOf, firstGap, gapAfter, movableOf, placeOfRun, windowAt, windowOf } from "@/components/simulator/crash/read-scale";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { uprightGeometry } from "@/components/simulator/diagram/upright-geometry";
import { wideGeometry } from "@/components/simulator/diagram/wide-geometry";
import { crashScaleOf } from "@/lib/simulator/explore/crash-scale";
import { explore } from "@/lib/simulator/explore/explore";
import { shipped } from "@/lib/simulator/testing/simulate";
import { comparePrediction, describeCrashPoint, describeGap, describePrediction } from "@/lib/simulator/words/crash-scale";

const simulation = await shipped("select-then-act", { faults: { crash: 1 } });
const scale = crashScaleOf(explore(simulation));
if (!scale) throw new Error("there is no scale");
const { effects } = simulation.scenario;
const calls = callsOf(scale);

/** Marks and places of the run in which the process dies in a gap. */
function drawn(gap: number, upright: boolean) {
  const run = scale?.points[gap]?.worst;
  if (!scale || !run) throw new Error("there is no run");
  const diagram = diagramOf(run.frames, effects, scale.undisturbed);
  const movable = { ...movableOf(scale, effects), gap };
  const words = { locale: "en", delivery: "delivery", generation: "generation" } as const;
  return { diagram, geometry: upright ? uprightGeometry(diagram, 358, movable) : wideGeometry(diagram, 700, words, true, movable) };
}

it("the gap that is pointed at is the same one in the map, whichever order the map names its steps in", () => {
  scale.points.forEach(({ gap: { after } }, gap) => expect(gapAfter(scale, [...after].reverse())).toBe(gap));
  expect(gapAfter(scale, ["ship"])).toBeNull();
  expect(gapAfter(scale, null)).toBeNull();
});

it.each([false, true])("the scale keeps its place wherever the crash is moved, upright %s", (upright) => {
  const places = scale.points.map((_, gap) => drawn(gap, upright).geometry.scale);
  for (const place of places) expect(place).toEqual(places[0]);
});

it.each([false, true])("the crash stands in its gap, and what follows it comes after all gaps, upright %s", (upright) => {
  scale.points.forEach((_, gap) => {
    const { diagram, geometry } = drawn(gap, upright);
    const here = geometry.scale?.gaps[gap];
    const crash = geometry.along(gap + 2);
    expect(crash).toBeGreaterThan(here?.from ?? Infinity);
    expect(crash).toBeLessThan(here?.to ?? 0);
    if (diagram.end > gap + 3) expect(geometry.along(gap + 3)).toBeGreaterThan(geometry.scale?.gaps.at(-1)?.to ?? Infinity);
    const places = diagram.steps.map(({ at }) => geometry.along(at));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });
});

it("the calls that never came stand where they would have stood", () => {
  const { diagram, geometry } = drawn(2, false);
  expect(diagram.ghosts.map(({ call }) => call)).toEqual(["INSERT", "ack"]);
  const whole = drawn(4, false).geometry;
  expect(diagram.ghosts.map(({ at }) => geometry.along(at))).toEqual([whole.along(4), whole.along(5)]);
});

it.each([false, true])("a gap is wide enough for a finger, upright %s", (upright) => {
  const { geometry } = drawn(0, upright);
  for (const { from, to } of geometry.scale?.gaps ?? []) expect(to - from).toBeGreaterThanOrEqual(24);
});

it("the band is drawn where the crash does harm, and nowhere else", () => {
  expect(windowOf(scale)).toEqual([2]);
  expect(firstGap(scale)).toBe(2);
  expect(windowAt(scale, 2, simulation.scenario.captions)).toMatchObject([{ process: "A", at: 4, violates: "all", words: { ru: "деньги списаны, записи нет" } }]);
  expect(windowAt(scale, 1, [])).toEqual([]);
});

it("knows whether a run is one that the handle shows", () => {
  expect(scale.points.map((point) => point.worst && placeOfRun(scale, point.worst.frames)?.gap)).toEqual([0, 1, 2, 3, 4]);
  expect(placeOfRun(scale, scale.undisturbed)).toBeNull();
  const run = scale.points[2]?.worst?.frames ?? scale.undisturbed;
  expect(placeOfRun(scale, { ...run, frames: run.frames.slice(0, 6) })).toEqual({ gap: 2, side: "worst" });
  const other = run.frames.map((frame, index) => (index === 5 ? { ...frame, choice: "B-m1" } : frame));
  expect(placeOfRun(scale, { ...run, frames: other })).toBeNull();
});

it("says where a gap lies and what a crash there leads to", () => {
  expect([0, 2, 4].map((gap) => describeGap(calls, gap).en)).toEqual(["before SELECT", "after charge, before INSERT", "after ack"]);
  expect(describeCrashPoint(calls, 2, { violates: "some", schedules: { all: "40582", violating: "1000" } })).toEqual({
    ru: "Краш после charge, до INSERT. Расписаний с ним: 40\u00a0582, из них нарушают 1\u00a0000.",
    en: "A crash after charge, before INSERT. Schedules with it: 40,582, of which 1,000 violate.",
  });
});

it("compares a marked window with the computed one", () => {
  const marked = (...gaps: number[]) => comparePrediction(new Set(gaps), [2, 3]);
  expect([marked(2, 3), marked(1, 2, 3), marked(3), marked(0), marked(1, 2)]).toEqual(["hit", "too-wide", "part", "missed", "part"]);
  expect(describePrediction(calls, new Set([1, 2]), [2])).toEqual({
    ru: "Шире, чем есть: лишнее отмечено в 1 месте. Окно краша: после charge, до INSERT.",
    en: "Too wide: 1 marked gap is outside it. The crash window: after charge, before INSERT.",
  });
});
