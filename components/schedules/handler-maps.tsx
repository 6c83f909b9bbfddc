import { headlineOf } from "@/components/lab/headline";
import type { LabWords } from "@/components/lab/lab-words";
import type { Search } from "@/components/lab/use-exploration";
import { outcomeRows } from "@/components/lab/verdict-of";
import { alignedColumns, layoutOf } from "@/components/schedules/map-layout";
import { ScheduleTable } from "@/components/schedules/schedule-table";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import type { Locale } from "@/lib/locale";
import type { AskedCell } from "@/lib/simulator/explore/cell-graph";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/schedules/schedules.module.css";

/** The cell that the diagram shows, and whose handler it is. */
export interface ChosenCell {
  handler: string;
  cell: AskedCell;
}

interface HandlerMapsProps {
  /** In the order in which they stand. */
  handlers: readonly { name: string; title: string; search: Search | undefined }[];
  effects: readonly EffectDeclaration[];
  chosen: ChosenCell | null;
  open: (handler: string, cell: AskedCell) => void;
  activeGap: readonly string[] | null;
  onActiveGap: (after: readonly string[] | null) => void;
  words: LabWords;
  scheduleWords: ScheduleWords;
  locale: Locale;
}

/** The maps of several handlers one above the other: the same columns, so that the eye compares place with place. */
export function HandlerMaps({ handlers, effects, chosen, open, activeGap, onActiveGap, words, scheduleWords, locale }: HandlerMapsProps) {
  const layouts = handlers.map(({ search }) => layoutOf((search?.state === "done" && search.map) || [], effects));
  const columns = alignedColumns(layouts);
  return handlers.map(({ name, title, search }, index) => {
    const layout = layouts[index];
    const hasMap = layout !== undefined && layout.columns.length > 0;
    const isProved = search?.state === "done" && search.stopped === null && search.result.outcomes.every(({ verdict }) => verdict === "ok");
    // The verdict on a handler that stands alone is the headline of the page.
    const isAlone = handlers.length === 1;
    return (
      <div key={name} className={isAlone ? undefined : styles.handler}>
        {!isAlone && (
          <div>
            <h3>{title}</h3>
            <Verdict search={search} effects={effects} words={words} scheduleWords={scheduleWords} locale={locale} />
          </div>
        )}
        {hasMap && (
          <ScheduleTable
            layout={layout}
            columns={columns[index] ?? []}
            handler={title}
            effects={effects}
            proved={isProved}
            chosen={chosen?.handler === name ? chosen.cell : null}
            open={(cell) => open(name, cell)}
            activeGap={activeGap}
            onActiveGap={onActiveGap}
            words={scheduleWords}
            locale={locale}
          />
        )}
      </div>
    );
  });
}

type VerdictProps = Pick<HandlerMapsProps, "effects" | "words" | "scheduleWords" | "locale"> & { search: Search | undefined };

/** The verdict on all schedules of a handler, with its bounds; or how far its search has come. */
function Verdict({ search, effects, words, scheduleWords, locale }: VerdictProps) {
  switch (search?.state) {
    case "done": {
      const rows = outcomeRows(search.result, effects, locale);
      const { name, rest, within, tone } = headlineOf(search.result, search.stopped === null, rows, words, locale);
      return (
        <>
          <p className={styles.handlerVerdict} data-tone={tone}>
            <em>{name}</em> {rest} <small>{within}</small>
          </p>
          <p className={styles.fine}>{search.result.proof[locale]}</p>
        </>
      );
    }
    case "refused":
      return <p className={styles.fine}>{search.refusal.words[locale]}</p>;
    case "failed":
      return <p className={styles.fine}>{words.failed}</p>;
    case "running":
      return <p className={styles.fine}>{scheduleWords.running}</p>;
    default:
      return <p className={styles.fine}>{scheduleWords.waiting}</p>;
  }
}
