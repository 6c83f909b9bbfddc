import { expect, test } from "vitest";
import { gapLabel, outcomeLabel, rowLabel, stepName } from "@/components/schedules/map-labels";
import { alignedColumns, isWindow, layoutOf, sumOf, violationsIn, type MapColumn } from "@/components/schedules/map-layout";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import type { ScheduleMap } from "@/lib/simulator/explore/result";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";

const charges: EffectDeclaration = {
  name: "charges",
  of: "stripe.charges",
  per: "order",
  column: "order",
  wanted: 1,
  noun: { ru: ["списание", "списания", "списаний"], en: ["charge", "charges"] },
};
const words = { noCrash: "no crash", beforeFirst: "before the first step", after: "after {step}", noSecond: "there is no second", one: "as many as wanted", double: "more than wanted" } as ScheduleWords;

function cell(after: string[] | null, row: string, ...outcomes: [verdict: VerdictName, count: number, schedules: string | null][]): ScheduleMap[number] {
  return {
    gap: after && { role: "worker", after },
    class: row,
    outcomes: outcomes.map(([verdict, count, schedules]) => ({ verdict, effects: { charges: { "order-9": count } }, schedules })),
  };
}

/** A handler that reads, charges and acknowledges; what it has read may also let it acknowledge at once. */
const map = [
  cell(null, "none", ["ok", 1, "2"]),
  cell([], "start", ["ok", 1, "18"]),
  cell(["select"], "none", ["ok", 1, "5"]),
  cell(["select", "ack"], "charge", ["ok", 1, "3"]),
  cell(["select", "charge"], "charge", ["double", 2, "202"], ["double", 3, "4"]),
  cell(["select", "charge"], "start", ["double", 2, "254"]),
  cell(["select", "charge", "ack"], "select", ["double", 2, "6"], ["ok", 1, "14"], ["ok", 1, "1"]),
];
const layout = layoutOf(map, [charges]);
const column = (key: string) => layout.columns.find((one) => one.key === key) as MapColumn;

test("columns follow the longest delivery, and name what lies on both sides of the gap", () => {
  expect(layout.columns.map((one) => gapLabel(one, words))).toEqual([
    "no crash",
    "before the first step",
    "SELECT → ack / charge",
    "charge → ack",
    "after ack",
    "after SELECT, ack",
  ]);
});

test("rows go from the latest second delivery to the earliest, the one that never comes first", () => {
  expect(layout.rows.map((row) => rowLabel(row, words))).toEqual(["there is no second", "after charge", "after SELECT", "before the first step"]);
});

test("a cell shows the worst first, with the sum of what counts and is judged alike; one that does not occur shows nothing", () => {
  expect(layout.cellAt(column("charge"), "charge").map(({ most, schedules }) => [most, schedules])).toEqual([[3, 4n], [2, 202n]]);
  const mixed = layout.cellAt(column("ack"), "select");
  expect(mixed.map(({ verdict, schedules }) => [verdict, schedules])).toEqual([["double", 6n], ["ok", 15n]]);
  expect([violationsIn(mixed), violationsIn(layout.cellAt(column("charge"), "start"))]).toEqual(["some", "all"]);
  expect(layout.cellAt(column("charge"), "none")).toEqual([]);
});

test("the crash window is the gap in which every schedule violates, and nothing else", () => {
  expect(layout.columns.filter((one) => isWindow(layout, one)).map(({ key }) => key)).toEqual(["charge"]);
});

test("counts of any size are added exactly, and endless ones stay endless", () => {
  const huge = { verdict: "ok", most: 1, schedules: 10n ** 30n } as const;
  expect(sumOf([huge, { ...huge, schedules: 1n }])).toEqual([{ ...huge, schedules: 10n ** 30n + 1n }]);
  expect(sumOf([huge, { ...huge, schedules: null }])).toEqual([{ ...huge, schedules: null }]);
});

test("gaps after the same step share a column, whatever stands between them", () => {
  const repaired = layoutOf([cell(null, "none", ["ok", 1, "1"]), cell([], "none", ["ok", 1, "1"]), cell(["charge"], "none", ["ok", 1, "1"]), cell(["charge", "update"], "none", ["ok", 1, "1"]), cell(["charge", "update", "ack"], "none", ["ok", 1, "1"])], [charges]);
  const [before = [], after = []] = alignedColumns([layout, repaired]);
  expect(after.map((one) => one && gapLabel(one, words))).toEqual(["no crash", "before the first step", null, "charge → UPDATE", "UPDATE → ack", "after ack", null]);
  expect(before.map((one) => one && gapLabel(one, words))).toEqual(["no crash", "before the first step", "SELECT → ack / charge", "charge → ack", null, "after ack", "after SELECT, ack"]);
});

test("steps are called as they stand in code, outcomes by what they count", () => {
  expect([stepName("insert~2"), stepName("charge"), stepName("selective")]).toEqual(["INSERT 2", "charge", "selective"]);
  expect(outcomeLabel({ verdict: "double", most: 2 }, [charges], words, "ru")).toBe("2 списания, more than wanted");
  expect(outcomeLabel({ verdict: "ok", most: 1 }, [charges, charges], words, "en")).toBe("as many as wanted");
});
