"use client";

import { useRef, type CSSProperties } from "react";
import { fill } from "@/components/ui/fill";
import { gapLabel, glyphOf, outcomeLabel, rowLabel } from "@/components/schedules/map-labels";
import { isWindow, sumOf, violationsIn, type CellLine, type MapColumn, type MapLayout } from "@/components/schedules/map-layout";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import { useUpright } from "@/components/simulator/diagram/use-room";
import { usePaperFit } from "@/components/ui/use-paper-fit";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { AskedCell } from "@/lib/simulator/explore/cell-graph";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/schedules/schedules.module.css";
import { inGroups } from "@/components/ui/in-groups";

interface ScheduleTableProps {
  layout: MapLayout;
  /** Columns in their places; null where another handler has a gap and this one has none. */
  columns: readonly (MapColumn | null)[];
  /** Name of the handler, for the caption. */
  handler: string;
  effects: readonly EffectDeclaration[];
  /** True when all schedules are covered and none violates. */
  proved: boolean;
  /** The cell whose schedule the diagram shows; null for none. */
  chosen: AskedCell | null;
  open: (cell: AskedCell) => void;
  /** The column that something else points at: its steps, or null. */
  activeGap: readonly string[] | null;
  onActiveGap: (after: readonly string[] | null) => void;
  words: ScheduleWords;
  locale: Locale;
}

/** All schedules as a table: where the first crash falls, when the second delivery sets off. On phones gaps are rows. */
export function ScheduleTable(props: ScheduleTableProps) {
  const { layout, columns, handler, words } = props;
  const upright = useUpright();
  const scroll = useRef<HTMLDivElement>(null);
  usePaperFit(scroll);
  const corner = (
    <th scope="col" className={styles.corner}>
      {upright ? words.firstCrash : words.secondDelivery}
    </th>
  );
  return (
    <div ref={scroll} className={styles.scroll} role="group" aria-label={fill(words.table, { handler })} tabIndex={0}>
      <table className={styles.map} style={{ "--columns": columns.length } as CSSProperties} data-upright={upright || undefined} data-proved={props.proved || undefined}>
        <caption className="sr-only">{fill(words.table, { handler })}</caption>
        {upright ? (
          <>
            <thead>
              <tr>
                {corner}
                {layout.rows.map((row) => (
                  <th key={row} scope="col">
                    {rowLabel(row, words)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(
                (column, place) =>
                  column && (
                    <tr key={column.key}>
                      <GapHead {...props} column={column} scope="row" />
                      {layout.rows.map((row) => (
                        <Cell key={row} {...props} column={column} row={row} place={place} />
                      ))}
                    </tr>
                  ),
              )}
            </tbody>
          </>
        ) : (
          <>
            <thead>
              <tr>
                {corner}
                {columns.map((column, place) => (column ? <GapHead key={column.key} {...props} column={column} scope="col" /> : <td key={place} />))}
              </tr>
            </thead>
            <tbody>
              {layout.rows.map((row) => (
                <tr key={row}>
                  <th scope="row">{rowLabel(row, words)}</th>
                  {columns.map((column, place) => (
                    <Cell key={column?.key ?? place} {...props} column={column} row={row} place={place} />
                  ))}
                </tr>
              ))}
            </tbody>
            <Totals {...props} />
          </>
        )}
      </table>
    </div>
  );
}

function GapHead({ column, scope, layout, activeGap, onActiveGap, words }: ScheduleTableProps & { column: MapColumn; scope: "row" | "col" }) {
  const after = column.gap?.after ?? null;
  return (
    <th
      scope={scope}
      data-window={isWindow(layout, column) || undefined}
      data-active={isActive(column, activeGap) || undefined}
      onPointerEnter={() => onActiveGap(after)}
      onPointerLeave={() => onActiveGap(null)}
    >
      {gapLabel(column, words)}
      {isWindow(layout, column) && <span className="sr-only">: {words.window}</span>}
    </th>
  );
}

function isActive({ gap }: MapColumn, active: readonly string[] | null): boolean {
  return gap !== null && active !== null && gap.after.length === active.length && gap.after.every((step) => active.includes(step));
}

function Cell({ column, row, place, ...props }: ScheduleTableProps & { column: MapColumn | null; row: string; place: number }) {
  const { layout, chosen, activeGap, onActiveGap, words } = props;
  const lines = column ? layout.cellAt(column, row) : [];
  if (!column || lines.length === 0) {
    return (
      <td className={styles.none}>
        <span className="sr-only">{words.never}</span>
      </td>
    );
  }
  const isChosen = chosen !== null && chosen.class === row && isSameGap(chosen.gap, column.gap);
  const after = column.gap?.after ?? null;
  return (
    <td
      data-violates={violationsIn(lines)}
      data-chosen={isChosen || undefined}
      data-active={isActive(column, activeGap) || undefined}
      style={{ "--place": place } as CSSProperties}
      onPointerEnter={() => onActiveGap(after)}
      onPointerLeave={() => onActiveGap(null)}
    >
      {lines.map((line) => (
        <CellButton key={`${line.verdict} ${line.most}`} {...props} line={line} column={column} row={row} mixed={lines.length > 1} />
      ))}
    </td>
  );
}

function isSameGap(left: AskedCell["gap"], right: MapColumn["gap"]): boolean {
  return left === null || right === null ? left === right : left.role === right.role && left.after.join() === right.after.join();
}

interface CellButtonProps extends ScheduleTableProps {
  line: CellLine;
  column: MapColumn;
  row: string;
  /** True where the cell ends in several ways: then each of them is asked for by its verdict. */
  mixed: boolean;
}

function CellButton({ line, column, row, mixed, proved, chosen, open, effects, onActiveGap, words, locale }: CellButtonProps) {
  const { verdict, most, schedules } = line;
  const count = schedules === null ? "∞" : inGroups(schedules, locale);
  const asked: AskedCell = { gap: column.gap, class: row, verdict: mixed ? verdict : null };
  const isOpen = chosen !== null && chosen.class === row && isSameGap(chosen.gap, column.gap) && chosen.verdict === asked.verdict;
  const label = fill(words.open, {
    gap: gapLabel(column, words),
    row: rowLabel(row, words),
    outcome: upperFirst(outcomeLabel(line, effects, words, locale)),
    count,
  });
  return (
    <button
      type="button"
      data-verdict={verdict}
      aria-label={label}
      aria-pressed={isOpen}
      onClick={() => open(asked)}
      onFocus={() => onActiveGap(column.gap?.after ?? null)}
      onBlur={() => onActiveGap(null)}
    >
      <OutcomeGlyph outcome={proved ? "proved" : glyphOf[verdict]} effects={most} />
      {verdict === "double" && most > 3 && <span>×{most}</span>}
      {count}
    </button>
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What each column comes to. */
function Totals({ layout, columns, proved, words, locale }: ScheduleTableProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{words.total}</th>
        {columns.map((column, place) => (
          <td key={column?.key ?? place}>
            {column &&
              sumOf(layout.rows.flatMap((row) => layout.cellAt(column, row))).map(({ verdict, most, schedules }) => (
                <p key={`${verdict} ${most}`} data-verdict={verdict}>
                  <OutcomeGlyph outcome={proved ? "proved" : glyphOf[verdict]} effects={most} />
                  {schedules === null ? "∞" : inGroups(schedules, locale)}
                </p>
              ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
