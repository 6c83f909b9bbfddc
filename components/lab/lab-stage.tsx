"use client";

import { useCallback, useMemo, useState, type ReactNode } from "react";
import { addressOf } from "@/components/lab/bounds-in-address";
import { HandlerTabs } from "@/components/lab/handler-tabs";
import type { LabWords } from "@/components/lab/lab-words";
import type { OpenLab } from "@/components/lab/open-lab";
import { isOwnHandler } from "@/components/repair/own-handlers";
import { RepairRoom, type Idea } from "@/components/repair/repair-room";
import { useRepair } from "@/components/repair/use-repair";
import { SearchSection } from "@/components/lab/search-section";
import { setupOfHandler } from "@/components/lab/setup-of-handler";
import { startWithin } from "@/components/lab/start-within";
import { useExploration, type Search, type Task } from "@/components/lab/use-exploration";
import { useOpenedSchedule } from "@/components/lab/use-opened-schedule";
import { ScheduleSection } from "@/components/schedules/schedule-section";
import RunFigure from "@/components/simulator/run-figure";
import { windowOf } from "@/components/simulator/crash/read-scale";
import { replaceFragment, useRunLink } from "@/components/simulator/use-run-link";
import type { Locale } from "@/lib/locale";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface LabStageProps {
  /** The handlers that are open to the reader, in a scenario with the bounds that it states. */
  lab: OpenLab;
  /** Places in lessons that are about the scenario. */
  ideas: readonly Idea[];
  /** True while questions keep some handlers from the reader. */
  isClosed: boolean;
  /** The handler and the bounds of the address. */
  initial: { handler: string; bounds: Bounds };
  /** Stands under the handlers. */
  children: ReactNode;
  words: LabWords;
  locale: Locale;
}

/** Ids of the places where the run and the map stand. */
const places = { diagram: "diagram", map: "schedules" };

/** Handlers in their world: the switches, the search through all schedules, the run, the map of all schedules. */
export function LabStage({ lab: shipped, ideas, isClosed, initial, children, words, locale }: LabStageProps) {
  const [bounds, setBounds] = useState(initial.bounds);
  const [handler, setHandler] = useState(initial.handler);
  /** The gap that is pointed at, on the scale, in the code or in the map: all of them show it. */
  const [activeGap, setActiveGap] = useState<readonly string[] | null>(null);
  const [reveal, setReveal] = useState<"compared" | "asked" | null>(null);
  const link = useRunLink("run");
  const exploration = useExploration();
  const { searches, start, stop, clear } = exploration;
  const search: Search = searches[handler] ?? { state: "none" };
  const repair = useRepair(shipped, handler);
  const { lab, own } = repair;
  const { scenario } = lab;
  const taskOf = useCallback((name: string): Task => ({ handler: name, setup: setupOfHandler(lab, name, bounds) }), [lab, bounds]);
  /** What was found is shown in the circumstances that it is about. */
  const found = search.state === "done" ? search.world : null;
  const current = useMemo((): Task => (found ? { handler, setup: found.setup } : taskOf(handler)), [found, taskOf, handler]);
  const foundTaskOf = useCallback((name: string): Task => {
    const known = searches[name];
    return known?.state === "done" ? { handler: name, setup: known.world.setup } : taskOf(name);
  }, [searches, taskOf]);
  const { pointOfNoReturn } = exploration;
  const isProved = search.state === "done" && search.stopped === null;
  /** What the search knows about a run that the reader makes. */
  const decide = useMemo(() => (isProved ? (choices: readonly string[]) => pointOfNoReturn(current, choices) : undefined), [isProved, pointOfNoReturn, current]);
  const opened = useOpenedSchedule({ exploration, place: places.diagram, address: (name) => addressOf(scenario, name, bounds), suffix: repair.linkSuffix });
  const counterexample = search.state === "done" ? search.counterexample : null;
  const decided = search.state === "done" ? search.pointOfNoReturn : null;
  const shown = useMemo(() => {
    const initialFrames = lab.starts[handler];
    const found = opened.schedule?.handler === handler ? opened.schedule : counterexample && { frames: counterexample, pointOfNoReturn: decided };
    return found ?? (initialFrames && { frames: startWithin(initialFrames, bounds), pointOfNoReturn: null });
  }, [lab, handler, bounds, counterexample, decided, opened.schedule]);
  const { effects } = scenario;
  /** The map would give the crash window away while the reader is asked for it. */
  const isAsked =
    own === null && search.state === "done" && search.crashes !== null && reveal === null && link === null && windowOf(search.crashes).length > 0;
  const isRunning = Object.values(searches).some(({ state }) => state === "running");

  function searchAll() {
    // A link to a run was followed already; what is found now is another one.
    replaceFragment("");
    opened.forget();
    start([taskOf(handler)]);
  }

  function prove(base: string) {
    replaceFragment("");
    opened.forget();
    const proved = { handler, setup: setupOfHandler(repair.submit(), handler, bounds) };
    // The map shows what it was before, too.
    start(searches[base] ? [proved] : [proved, taskOf(base)]);
  }

  function change(next: Bounds, name = handler) {
    setBounds(next);
    setReveal(null);
    clear();
    opened.forget();
    replaceFragment(addressOf(scenario, name, next));
  }

  /** Shows another handler, as a link to it would, and keeps what is known. */
  function choose(name: string) {
    setHandler(name);
    setReveal(null);
    opened.forget();
    replaceFragment(addressOf(scenario, name, bounds));
  }

  return (
    <>
      <HandlerTabs
        handlers={scenario.handlers.map(({ name, title }) => ({ name, title: title[locale], address: addressOf(scenario, name, bounds) }))}
        current={handler}
        choose={choose}
        label={words.handler}
      />
      {children}
      {own && (
        <RepairRoom
          key={handler}
          own={own}
          search={search}
          before={searches[own.base.name]}
          prove={() => prove(own.base.name)}
          stop={stop}
          effects={effects}
          ideas={ideas}
          isClosed={isClosed}
          places={places}
          words={words.repair}
          labWords={words}
          locale={locale}
        />
      )}
      <SearchSection
        scenario={scenario}
        handler={handler}
        bounds={bounds}
        search={search}
        isOwn={own !== null}
        isRunning={isRunning}
        change={(next) => change(next)}
        choose={(changed) => {
          setHandler(changed.handler);
          change(changed.bounds, changed.handler);
          // One press: what it changes is the verdict.
          start([{ handler: changed.handler, setup: setupOfHandler(lab, changed.handler, changed.bounds) }]);
        }}
        searchAll={searchAll}
        stop={stop}
        presentation={`/${locale}/present/${scenario.slug}${addressOf(scenario, handler, bounds)}${opened.fragment}`}
        place={places.diagram}
        words={words}
        locale={locale}
      />
      <div id={places.diagram} className={styles.stage}>
        <p role="status" className={styles.openedNote}>
          {opened.say(search, effects, words, locale)}
          {opened.schedule && <a href={`#${places.map}`}>{words.map.toMap}</a>}
        </p>
        {shown && (
          <RunFigure
            key={`${handler} ${shown.frames.codeVersion} ${JSON.stringify(bounds)} ${shown.frames.frames.map(({ choice }) => choice).join()}`}
            run={{ setup: current.setup, frames: shown.frames, pointOfNoReturn: shown.pointOfNoReturn, twins: lab.twins[handler] ?? [] }}
            anchor="run"
            arriving={opened.schedule === null}
            inLab
            linkSuffix={repair.linkSuffix(handler)}
            crashMap={search.state === "done" && search.stopped === null ? search.result.crashMap : undefined}
            crashes={search.state === "done" ? search.crashes : null}
            predict={own === null && reveal !== "asked"}
            onReveal={() => setReveal("compared")}
            decide={decide}
            pointing={{ after: activeGap, pointAt: setActiveGap }}
            words={words.simulator}
            locale={locale}
          />
        )}
      </div>
      {search.state === "done" && search.stopped === null && (
        <ScheduleSection
          id={places.map}
          handlers={scenario.handlers.filter(({ name }) => !isOwnHandler(name) || searches[name]).map(({ name, title }) => ({ name, title: title[locale] }))}
          current={handler}
          taskOf={foundTaskOf}
          exploration={exploration}
          opened={opened}
          reveal={isAsked ? () => setReveal("asked") : null}
          choose={setHandler}
          activeGap={activeGap}
          onActiveGap={setActiveGap}
          effects={effects}
          words={words}
          locale={locale}
        />
      )}
    </>
  );
}
