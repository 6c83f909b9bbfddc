"use client";

import { useMemo, useState, type ReactNode } from "react";
import { addressOf } from "@/components/lab/bounds-in-address";
import { BoundsSwitches } from "@/components/lab/bounds-switches";
import { fill } from "@/components/lab/fill";
import { HandlerTabs } from "@/components/lab/handler-tabs";
import { headlineOf } from "@/components/lab/headline";
import type { LabWords } from "@/components/lab/lab-words";
import { SearchResult } from "@/components/lab/search-result";
import { startWithin } from "@/components/lab/start-within";
import { useExploration, type Search } from "@/components/lab/use-exploration";
import { inGroups, outcomeRows } from "@/components/lab/verdict-of";
import RunFigure from "@/components/simulator/run-figure";
import type { ShownRun } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import type { Bounds, EffectDeclaration, HandlerDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface LabStageProps {
  /** The handler before its first step, within the bounds of the address. */
  run: ShownRun;
  /** The bounds that the scenario states. */
  own: Bounds;
  /** The handlers that are open to the reader, and the one that is shown. */
  handlers: readonly Pick<HandlerDeclaration, "name" | "title">[];
  handler: string;
  /** Stands under the handlers. */
  children: ReactNode;
  words: LabWords;
  locale: Locale;
}

/** Id of the place where the run stands. */
const place = "diagram";

/** A handler in its world: the switches, the search through all schedules, the run. */
export function LabStage({ run: { frames: start, setup }, own, handlers, handler, children, words, locale }: LabStageProps) {
  const [bounds, setBounds] = useState(setup.bounds);
  const { search, start: explore, stop, clear } = useExploration();
  const running = search.state === "running";
  const counterexample = search.state === "done" ? search.counterexample : null;
  const within = useMemo(() => ({ ...setup, bounds, scenario: { ...setup.scenario, bounds } }), [setup, bounds]);
  const shown = useMemo(
    () => ({ setup: within, frames: counterexample ?? startWithin(start, bounds) }),
    [within, counterexample, start, bounds],
  );
  const { effects } = setup.scenario;
  const addressAt = (name: string, to: Bounds) => addressOf({ ...setup.scenario, bounds: own }, name, to);
  const isOwn = JSON.stringify(bounds) === JSON.stringify(own);

  function searchAll() {
    // A link to a run was followed already; what is found now is another one.
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    explore(within);
  }

  function change(next: Bounds) {
    setBounds(next);
    clear();
    window.history.replaceState(window.history.state, "", addressAt(handler, next));
  }

  return (
    <>
      <HandlerTabs
        handlers={handlers.map(({ name, title }) => ({ name, title: title[locale], address: addressAt(name, bounds) }))}
        current={handler}
        label={words.handler}
      />
      {children}
      <section className={styles.search} aria-labelledby="settings">
        <h2 id="settings" className="section-title">
          {words.settings}
        </h2>
        <BoundsSwitches scenario={setup.scenario} bounds={bounds} change={change} words={words} />
        <div className={styles.act}>
          {running ? (
            <button key="stop" type="button" className="button-line" onClick={stop}>
              {words.stop}
            </button>
          ) : (
            <button key="search" type="button" className="button" onClick={searchAll}>
              {words.searchAll}
            </button>
          )}
          {!isOwn && (
            <button type="button" className="text-button" onClick={() => change(own)}>
              {words.reset}
            </button>
          )}
          <SearchState search={search} words={words} locale={locale} />
        </div>
        <p role="status" className={search.state === "done" ? "sr-only" : styles.sentence}>
          {announcement(search, effects, words, locale)}
        </p>
        {search.state === "done" && (
          <SearchResult search={search} effects={effects} place={place} words={words} locale={locale} />
        )}
      </section>
      <div id={place} className={styles.stage}>
        <RunFigure
          key={`${JSON.stringify(bounds)} ${search.state === "done"}`}
          run={shown}
          anchor="run"
          arriving
          inLab
          crashMap={search.state === "done" && search.stopped === null ? search.result.crashMap : undefined}
          crashes={search.state === "done" ? search.crashes : null}
          predict
          words={words.simulator}
          locale={locale}
        />
      </div>
    </>
  );
}

/** One sentence for the end of a search; the headline shows it to those who see. */
function announcement(search: Search, effects: readonly EffectDeclaration[], words: LabWords, locale: Locale): string {
  switch (search.state) {
    case "done": {
      const rows = outcomeRows(search.result, effects, locale);
      const { name, rest } = headlineOf(search.result, search.stopped === null, rows, words, locale);
      return `${name} ${rest}`;
    }
    case "refused":
      return search.words[locale];
    case "failed":
      return words.failed;
    default:
      return "";
  }
}

/** How far the search has come. It is read, not announced: the result is. */
function SearchState({ search, words, locale }: { search: Search; words: LabWords; locale: Locale }) {
  if (search.state === "none") return <p className={styles.state}>{words.notSearched}</p>;
  if (search.state !== "running") return null;
  const { progress } = search;
  return (
    <p className={styles.state}>
      {progress === null
        ? words.loading
        : `${fill(words.searched, { states: inGroups(progress.states, locale), waiting: inGroups(progress.waiting, locale) })}. ${words.notYet}.`}
    </p>
  );
}
