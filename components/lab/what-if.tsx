import { addressOf } from "@/components/lab/bounds-in-address";
import type { LabWords } from "@/components/lab/lab-words";
import type { Locale } from "@/lib/locale";
import type { Bounds, Scenario } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface WhatIfListProps {
  scenario: Scenario;
  handler: string;
  bounds: Bounds;
  /** Shows a handler within bounds, as following the link would. */
  choose: (handler: string, bounds: Bounds) => void;
  words: LabWords;
  locale: Locale;
}

/** Other circumstances, one press each: a handler with bounds and profiles, all of which the address carries. */
export function WhatIfList({ scenario, handler, bounds, choose, words, locale }: WhatIfListProps) {
  if (scenario.whatIf.length === 0) return null;
  const current = addressOf(scenario, handler, bounds);
  return (
    <nav className={styles.whatIf} aria-label={words.whatIf}>
      <p>{words.whatIf}</p>
      <ul>
        {scenario.whatIf.map((change) => {
          const address = addressOf(scenario, change.handler, change.bounds);
          return (
            <li key={change.title[locale]}>
              <a
                href={address}
                aria-current={address === current ? "true" : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  choose(change.handler, change.bounds);
                }}
              >
                {change.title[locale]}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
