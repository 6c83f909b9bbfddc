import { addressOf } from "@/components/lab/bounds-in-address";
import type { LabWords } from "@/components/lab/lab-words";
import type { Locale } from "@/lib/locale";
import type { Bounds, ChangedRun, Scenario } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface WhatIfListProps {
  scenario: Scenario;
  handler: string;
  bounds: Bounds;
  /** Shows a handler within bounds, as following the link would. */
  choose: (change: ChangedRun) => void;
  words: LabWords;
  locale: Locale;
}

/**
 * Other circumstances, one press each: a handler with bounds and profiles, all of which the address carries; or, where
 * it takes other messages, a scenario of its own.
 */
export function WhatIfList({ scenario, handler, bounds, choose, words, locale }: WhatIfListProps) {
  if (scenario.whatIf.length === 0) return null;
  const current = addressOf(scenario, handler, bounds);
  return (
    <nav className={styles.whatIf} aria-label={words.whatIf}>
      <p>{words.whatIf}</p>
      <ul>
        {scenario.whatIf.map((change) => (
          <li key={change.title[locale]}>
            {"scenario" in change ? (
              <a href={`/${locale}/lab/${change.scenario}`}>
                {change.title[locale]} <small>{words.otherScenario}</small>
              </a>
            ) : (
              <ChangeLink change={change} address={addressOf(scenario, change.handler, change.bounds)} current={current} choose={choose} locale={locale} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ChangeLinkProps extends Pick<WhatIfListProps, "choose" | "locale"> {
  change: ChangedRun;
  address: string;
  /** The address of what is shown. */
  current: string;
}

function ChangeLink({ change, address, current, choose, locale }: ChangeLinkProps) {
  return (
    <a
      href={address}
      aria-current={address === current ? "true" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        choose(change);
      }}
    >
      {change.title[locale]}
    </a>
  );
}
