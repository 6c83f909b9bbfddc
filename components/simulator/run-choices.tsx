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

/** What can happen next: whose turn it may be, what may go wrong, and who has to wait and why. */
export function RunChoices({ offers, ended, busy, choose, words, locale }: RunChoicesProps) {
  if (offers.refusal) return <p className={styles.note}>{offers.refusal[locale]}</p>;
  const groups = [
    { title: words.next, choices: offers.enabled.filter(({ kind }) => kind === "step") },
    { title: words.events, choices: offers.enabled.filter(({ kind }) => kind !== "step") },
  ];
  return (
    <div className={styles.choices}>
      {ended && <p className={styles.note}>{words.ended}</p>}
      {groups.map(
        ({ title, choices }) =>
          choices.length > 0 && (
            <fieldset key={title}>
              <legend>{title}</legend>
              {choices.map(({ name, kind, words: label }) => (
                <button
                  key={name}
                  type="button"
                  data-kind={kind}
                  aria-disabled={busy}
                  onClick={() => !busy && choose(name)}
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
