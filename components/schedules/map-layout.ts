import { mostOf } from "@/components/lab/verdict-of";
import type { ScheduleMap } from "@/lib/simulator/explore/result";
import type { MapGap } from "@/lib/simulator/explore/schedule-map";
import { verdictOrder } from "@/lib/simulator/run/judge";
import type { EffectDeclaration, VerdictName } from "@/lib/simulator/scenario/scenario";

/** A column of the map: a gap for the first crash, or the schedules without one. */
export interface MapColumn {
  /** Equal for gaps of two handlers that correspond. */
  key: string;
  gap: MapGap | null;
  /** The last step before the gap and the steps that can follow it; null without a crash. */
  between: { last: string | null; next: readonly string[] } | null;
  /** The steps before the last one, where other gaps have the same last step. */
  path: readonly string[];
}

/** Schedules of a cell that count the same and are judged the same. */
export interface CellLine {
  verdict: VerdictName;
  /** The largest count of an effect. */
  most: number;
  /** Null where there is no end to them. */
  schedules: bigint | null;
}

export interface MapLayout {
  columns: readonly MapColumn[];
  /** Classes: without a second delivery first, then from the latest moment for it to the earliest. */
  rows: readonly string[];
  /** Worst first; empty for what does not occur. */
  cellAt: (column: MapColumn, row: string) => readonly CellLine[];
}

const noCrash = "no crash";

export function layoutOf(map: ScheduleMap, effects: readonly EffectDeclaration[]): MapLayout {
  const gaps = new Map(map.flatMap(({ gap }) => (gap ? [[keyOf(gap), gap] as const] : [])));
  const columns = columnsOf([...gaps.values()], map.some(({ gap }) => gap === null));
  const cells = new Map(map.map((cell) => [JSON.stringify([cell.gap && keyOf(cell.gap), cell.class]), cell.outcomes]));
  return {
    columns,
    rows: rowsOf(map, columns),
    cellAt: ({ gap }, row) => linesOf(cells.get(JSON.stringify([gap && keyOf(gap), row])) ?? [], effects),
  };
}

function keyOf({ role, after }: MapGap): string {
  return JSON.stringify([role, [...after].sort()]);
}

/** The longest delivery first, in its order; then the gaps of deliveries that end in another way. */
function columnsOf(gaps: readonly MapGap[], withoutCrash: boolean): MapColumn[] {
  const longest = gaps.reduce<MapGap | null>((most, gap) => (most && most.after.length >= gap.after.length ? most : gap), null);
  const isMain = (gap: MapGap) => longest !== null && gap.role === longest.role && gap.after.every((step, index) => step === longest.after[index]);
  const ordered = [...gaps].sort((left, right) => Number(isMain(right)) - Number(isMain(left)) || left.after.length - right.after.length);
  const quiet: MapColumn = { key: noCrash, gap: null, between: null, path: [] };
  const columns = ordered.map((gap): MapColumn => {
    const last = gap.after.at(-1) ?? null;
    const hasTwin = gaps.some((other) => other !== gap && (other.after.at(-1) ?? null) === last);
    return {
      key: isMain(gap) ? (last ?? "") : JSON.stringify([gap.role, gap.after]),
      gap,
      between: { last, next: nextOf(gap, gaps) },
      path: hasTwin && !isMain(gap) ? gap.after.slice(0, -1) : [],
    };
  });
  return withoutCrash ? [quiet, ...columns] : columns;
}

/** Steps that lead from a gap to another one: calls in their order, so that a delivery that has ended leads nowhere. */
function nextOf(gap: MapGap, gaps: readonly MapGap[]): string[] {
  const next = gaps.flatMap(({ role, after }) => {
    const isNext = role === gap.role && after.length === gap.after.length + 1 && gap.after.every((step, index) => step === after[index]);
    return isNext ? after.slice(-1) : [];
  });
  return [...new Set(next)];
}

function rowsOf(map: ScheduleMap, columns: readonly MapColumn[]): string[] {
  const moments = columns.flatMap(({ between }) => between?.last ?? []);
  const rank = (name: string) => (name === "none" ? Infinity : name === "start" ? -1 : moments.indexOf(name));
  return [...new Set(map.map((cell) => cell.class))].sort((left, right) => rank(right) - rank(left));
}

function linesOf(outcomes: ScheduleMap[number]["outcomes"], effects: readonly EffectDeclaration[]): CellLine[] {
  const lines = outcomes.map(({ verdict, effects: counts, schedules }) => ({
    verdict,
    most: mostOf(counts, effects),
    schedules: schedules === null ? null : BigInt(schedules),
  }));
  return sumOf(lines);
}

/** Lines with the same verdict and count become one. */
export function sumOf(lines: readonly CellLine[]): CellLine[] {
  const sums = new Map<string, CellLine>();
  for (const line of lines) {
    const key = `${line.verdict} ${line.most}`;
    const known = sums.get(key);
    const schedules = !known ? line.schedules : known.schedules === null || line.schedules === null ? null : known.schedules + line.schedules;
    sums.set(key, { ...line, schedules });
  }
  return [...sums.values()].sort(
    (left, right) => verdictOrder.indexOf(left.verdict) - verdictOrder.indexOf(right.verdict) || right.most - left.most,
  );
}

/** How many of the schedules of a cell violate. */
export function violationsIn(lines: readonly CellLine[]): "none" | "some" | "all" {
  if (!lines.some(({ verdict }) => verdict !== "ok")) return "none";
  return lines.every(({ verdict }) => verdict !== "ok") ? "all" : "some";
}

/** True for a gap in which every schedule violates: the crash window. */
export function isWindow({ rows, cellAt }: MapLayout, column: MapColumn): boolean {
  return column.gap !== null && violationsIn(rows.flatMap((row) => cellAt(column, row))) === "all";
}

/**
 * The same columns for several handlers, one above the other: gaps after the same step share a column as far as the
 * order of time allows. Null stands where a handler has no such gap.
 */
export function alignedColumns(layouts: readonly Pick<MapLayout, "columns">[]): (MapColumn | null)[][] {
  const keys = layouts.reduce<string[]>((known, { columns }) => merged(known, columns.map(({ key }) => key)), []);
  return layouts.map(({ columns }) => keys.map((key) => columns.find((column) => column.key === key) ?? null));
}

/** The shortest list that holds both in their order, and no key twice: a key that would come back keeps its first place. */
function merged(known: readonly string[], added: readonly string[]): string[] {
  const all = [...known];
  let place = 0;
  for (const key of added) {
    const at = all.indexOf(key);
    if (at >= 0) place = Math.max(place, at + 1);
    else all.splice(place++, 0, key);
  }
  return all;
}
