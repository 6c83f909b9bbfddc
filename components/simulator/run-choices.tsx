import { useEffect, useRef, type RefObject } from "react";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { Locale } from "@/lib/locale";
import type { RunView } from "@/lib/simulator/worker/protocol";
import styles from "@/components/simulator/simulator.module.css";

interface RunChoicesProps {
  offers: RunView["offers"];
  ended: boolean;
  busy: boolean;
  choose: (choice: string) => void;
  words: SimulatorWords;
  locale: Locale;
}

/** What can happen next: whose turn it may be, what happens without anybody, what may break, who has to wait and why. */
export function RunChoices({ offers, ended, busy, choose, words, locale }: RunChoicesProps) {
  const choices = useRef<HTMLDivElement>(null);
  useFocusOnNext(choices, offers);
  const groups = [
    { title: words.next, choices: offers.enabled.filter(({ kind }) => kind === "step") },
    { title: words.events, choices: offers.enabled.filter(({ kind }) => kind === "event") },
    { title: words.faults, choices: offers.enabled.filter(({ kind }) => kind === "fault") },
  ];
  return (
    <div ref={choices} className={styles.choices} tabIndex={-1}>
      {offers.refusal && <p className={styles.refusal}>{offers.refusal[locale]}</p>}
      {ended && <p className={styles.note}>{words.ended}</p>}
      {groups.map(
        ({ title, choices }) =>
          choices.length > 0 && (
            <fieldset key={title}>
              <legend>{title}</legend>
              {choices.map(({ name, kind, process, words: label }) => (
                <button
                  key={name}
                  type="button"
                  data-kind={kind}
                  data-process={process ?? undefined}
                  aria-disabled={busy}
                  onClick={busy ? undefined : () => choose(name)}
                >
                  {label[locale]}
                </button>
              ))}
            </fieldset>
          ),
      )}
      {offers.blocked.length > 0 && (
        <div>
          <h4>{words.waits}</h4>
          <ul>
            {offers.blocked.map(({ name, words: reason }) => (
              <li key={name}>{reason[locale]}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/**
 * A choice that was made is gone, and the focus with it: it goes on to the first choice of the next step, or to the
 * words that stand there when there is none. Also when the choices appear, after the press that asked for them.
 */
function useFocusOnNext(choices: RefObject<HTMLElement | null>, offers: RunView["offers"]) {
  useEffect(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    (choices.current?.querySelector("button") ?? choices.current)?.focus({ preventScroll: true });
  }, [choices, offers]);
}
