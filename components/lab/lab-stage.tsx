"use client";

import { useMemo, useState } from "react";
import { addressOf } from "@/components/lab/bounds-in-address";
import { BoundsSwitches } from "@/components/lab/bounds-switches";
import { fill } from "@/components/lab/fill";
import type { LabWords } from "@/components/lab/lab-words";
import { SearchResult } from "@/components/lab/search-result";
import { startWithin } from "@/components/lab/start-within";
import { useExploration, type Search } from "@/components/lab/use-exploration";
import { inGroups } from "@/components/lab/verdict-of";
import RunFigure from "@/components/simulator/run-figure";
import type { ShownRun } from "@/lib/content/compiled";
import type { Locale } from "@/lib/locale";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface LabStageProps {
  /** The handler before its first step, within the bounds of the address. */
  run: ShownRun;
  /** The bounds that the scenario states. */
  own: Bounds;
  handler: string;
  words: LabWords;
  locale: Locale;
}

/** A handler in its world: the switches, the search through all schedules, the run. */
export function LabStage({ run: { frames: start, setup }, own, handler, words, locale }: LabStageProps) {
  const [bounds, setBounds] = useState(setup.bounds);
  const { search, start: explore, stop, clear } = useExploration();
  const running = search.state === "running";
  const counterexample = search.state === "done" ? search.counterexample : null;
  const within = useMemo(() => ({ ...setup, bounds, scenario: { ...setup.scenario, bounds } }), [setup, bounds]);
  const shown = useMemo(
    () => ({ setup: within, frames: counterexample ?? startWithin(start, bounds) }),
    [within, counterexample, start, bounds],
  );
  const isOwn = JSON.stringify(bounds) === JSON.stringify(own);

  function change(next: Bounds) {
    setBounds(next);
    clear();
    const address = addressOf({ ...setup.scenario, bounds: own }, handler, next);
    window.history.replaceState(window.history.state, "", address);
  }

  return (
    <>
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
            <button key="search" type="button" className="button" onClick={() => explore(within)}>
              {words.searchAll}
            </button>
          )}
          {!isOwn && (
            <button type="button" className={styles.quiet} onClick={() => change(own)}>
              {words.reset}
            </button>
          )}
          <SearchState search={search} words={words} locale={locale} />
        </div>
        <div role="status">
          {search.state === "done" && (
            <SearchResult search={search} effects={setup.scenario.effects} words={words} locale={locale} />
          )}
          {search.state === "refused" && <p className={styles.sentence}>{search.words[locale]}</p>}
          {search.state === "failed" && <p className={styles.sentence}>{words.failed}</p>}
        </div>
      </section>
      <div className={styles.stage}>
        <RunFigure
          key={`${JSON.stringify(bounds)} ${shown.frames.frames.length}`}
          run={shown}
          anchor="run"
          arriving
          words={words.simulator}
          locale={locale}
        />
      </div>
    </>
  );
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
