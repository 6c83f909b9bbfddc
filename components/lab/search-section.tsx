import { BoundsSwitches } from "@/components/lab/bounds-switches";
import { headlineOf } from "@/components/lab/headline";
import type { LabWords } from "@/components/lab/lab-words";
import { refusalSentence } from "@/components/lab/refusal-place";
import { SearchResult } from "@/components/lab/search-result";
import type { Search } from "@/components/lab/use-exploration";
import { outcomeRows } from "@/components/lab/verdict-of";
import { WhatIfList } from "@/components/lab/what-if";
import { fill } from "@/components/ui/fill";
import { inGroups } from "@/components/ui/in-groups";
import type { Locale } from "@/lib/locale";
import type { Bounds, ChangedRun, EffectDeclaration, Scenario } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface SearchSectionProps {
  scenario: Scenario;
  handler: string;
  bounds: Bounds;
  search: Search;
  /** True for the learner's own handler: its room has the button and the answer. */
  isOwn: boolean;
  /** True while any handler is searched. */
  isRunning: boolean;
  change: (bounds: Bounds) => void;
  choose: (changed: ChangedRun) => void;
  searchAll: () => void;
  stop: () => void;
  /** Address of the page for an audience. */
  presentation: string;
  /** Id of the element in which the counterexample stands. */
  place: string;
  words: LabWords;
  locale: Locale;
}

/** The bounds, the button that searches within them, and what was found. */
export function SearchSection(props: SearchSectionProps) {
  const { scenario, handler, bounds, search, isOwn, isRunning, change, choose, searchAll, stop, presentation, place, words, locale } = props;
  const { effects } = scenario;
  const isChanged = JSON.stringify(bounds) !== JSON.stringify(scenario.bounds);
  return (
    <section className={styles.search} aria-labelledby="settings">
      <h2 id="settings" className="section-title">
        {words.settings}
      </h2>
      <BoundsSwitches scenario={scenario} bounds={bounds} change={change} words={words} />
      <WhatIfList scenario={scenario} handler={handler} bounds={bounds} choose={choose} words={words} locale={locale} />
      <div className={styles.act}>
        {isOwn ? null : isRunning ? (
          <button key="stop" type="button" className="button-line" onClick={stop}>
            {words.stop}
          </button>
        ) : (
          <button key="search" type="button" className="button" onClick={searchAll}>
            {words.searchAll}
          </button>
        )}
        {isChanged && (
          <button type="button" className="text-button" onClick={() => change(scenario.bounds)}>
            {words.reset}
          </button>
        )}
        {!isOwn && <SearchState search={search} words={words} locale={locale} />}
        {!isOwn && (
          <a className={styles.present} href={presentation}>
            {words.present}
          </a>
        )}
      </div>
      {!isOwn && (
        <p role="status" className={search.state === "done" ? "sr-only" : styles.sentence}>
          {announcement(search, effects, words, locale)}
        </p>
      )}
      {!isOwn && search.state === "done" && <SearchResult search={search} effects={effects} place={place} words={words} locale={locale} />}
    </section>
  );
}

/** One sentence for the end of a search; the headline shows it to those who see. */
function announcement(search: Search, effects: readonly EffectDeclaration[], words: LabWords, locale: Locale): string {
  switch (search.state) {
    case "done": {
      const rows = outcomeRows(search.result, effects, locale);
      const { name, rest, within } = headlineOf(search.result, search.stopped === null, rows, words, locale);
      return `${name} ${rest} ${within}`;
    }
    case "refused":
      return refusalSentence(search.refusal, locale);
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
