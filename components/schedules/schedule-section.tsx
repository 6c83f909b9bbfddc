import { useCallback } from "react";
import { fill } from "@/components/ui/fill";
import type { LabWords } from "@/components/lab/lab-words";
import type { Exploration, Task } from "@/components/lab/use-exploration";
import type { Opened } from "@/components/lab/use-opened-schedule";
import { HandlerMaps } from "@/components/schedules/handler-maps";
import { Legend } from "@/components/schedules/legend";
import { SampleStrip } from "@/components/schedules/sample-strip";
import type { ScheduleWords } from "@/components/schedules/schedule-words";
import { useUpright } from "@/components/simulator/diagram/use-room";
import type { Locale } from "@/lib/locale";
import type { AskedCell } from "@/lib/simulator/explore/cell-graph";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import { describeSetting } from "@/lib/simulator/words/bounds";
import styles from "@/components/schedules/schedules.module.css";
import { inGroups } from "@/components/ui/in-groups";

interface ScheduleSectionProps {
  id: string;
  /** Handlers that are open to the reader. */
  handlers: readonly { name: string; title: string }[];
  /** The handler in the diagram. */
  current: string;
  taskOf: (handler: string) => Task;
  exploration: Exploration;
  opened: Opened;
  /** Set while the reader is asked for the crash window: the map would give it away. Shows the map at once. */
  reveal: (() => void) | null;
  /** Makes another handler the one in the diagram. */
  choose: (handler: string) => void;
  /** The gap that is pointed at here or elsewhere on the page: the steps before it. */
  activeGap: readonly string[] | null;
  onActiveGap: (after: readonly string[] | null) => void;
  effects: readonly EffectDeclaration[];
  words: LabWords;
  locale: Locale;
}

/** All schedules of the handler, those of the others above and below it where the reader wants that, and some of them one by one. */
export function ScheduleSection({ id, handlers, current, taskOf, exploration, opened, reveal, choose, activeGap, onActiveGap, effects, words, locale }: ScheduleSectionProps) {
  const { searches, draw } = exploration;
  const upright = useUpright();
  const search = searches[current];
  const schedules = search?.state === "done" ? search.result.schedules : null;
  const shown = handlers.filter(({ name }) => name === current || searches[name] !== undefined);
  const rest = handlers.filter(({ name }) => searches[name] === undefined);
  const task = taskOf(current);
  const drawn = useCallback((count: number, seed: number) => draw(taskOf(current), count, seed), [draw, taskOf, current]);
  const { map: texts } = words;
  const within = describeSetting(task.setup.bounds)[locale];

  function open(handler: string, cell: AskedCell) {
    choose(handler);
    opened.cell(taskOf(handler), cell);
  }

  if (reveal !== null) {
    return (
      <section id={id} className={styles.section} aria-labelledby="all-schedules">
        <h2 id="all-schedules">
          {titleOf(texts, schedules, locale)} <small>({within})</small>
        </h2>
        <p className={styles.lead}>{texts.closed}</p>
        <p className={styles.compare}>
          <button type="button" className="button-line" onClick={reveal}>
            {texts.reveal}
          </button>
        </p>
      </section>
    );
  }

  return (
    <>
      <section id={id} className={styles.section} aria-labelledby="all-schedules">
        <h2 id="all-schedules">
          {shown.length > 1 ? texts.compareTitle : titleOf(texts, schedules, locale)} <small>({within})</small>
        </h2>
        <p className={styles.lead}>
          {upright ? texts.leadUpright : texts.lead} {shown.length > 1 && texts.compareNote}
        </p>
        <HandlerMaps
          handlers={shown.map((handler) => ({ ...handler, search: searches[handler.name] }))}
          effects={effects}
          chosen={opened.schedule?.cell ? { handler: opened.schedule.handler, cell: opened.schedule.cell } : null}
          open={open}
          activeGap={activeGap}
          onActiveGap={onActiveGap}
          words={words}
          scheduleWords={texts}
          locale={locale}
        />
        <Legend words={texts} />
        {rest.length > 0 && (
          <p className={styles.compare}>
            <button type="button" className="button-line" onClick={() => exploration.start(rest.map(({ name }) => taskOf(name)))}>
              {texts.compare}
            </button>
          </p>
        )}
      </section>
      {schedules !== null && (
        <SampleStrip
          key={JSON.stringify([current, task.setup.bounds])}
          total={BigInt(schedules)}
          draw={drawn}
          shown={opened.schedule?.handler === current ? opened.schedule.number : null}
          open={(number) => opened.number(task, number)}
          effects={effects}
          words={texts}
          locale={locale}
        />
      )}
    </>
  );
}

function titleOf(words: ScheduleWords, schedules: string | null, locale: Locale): string {
  return fill(words.title, { total: schedules === null ? "∞" : inGroups(BigInt(schedules), locale) });
}
