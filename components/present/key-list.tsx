import { actions, type Action } from "@/components/present/present-keys";
import type { PresentWords } from "@/components/present/present-words";
import styles from "@/components/present/present.module.css";

/** The keys at the foot of the stage. They are buttons, too: a finger finds the way on and the way out. */
export function FootKeys({ act, words }: { act: (action: Action) => void; words: PresentWords }) {
  return (
    <ul className={styles.keys}>
      {actions
        .filter(({ shown }) => shown)
        .map(({ action, keys }) => (
          <li key={action}>
            <button type="button" onClick={() => act(action)}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {words.keys[action]}
            </button>
          </li>
        ))}
    </ul>
  );
}

/** All keys. */
export function KeyList({ words }: { words: PresentWords }) {
  return (
    <section className={styles.overlay} aria-labelledby="keys">
      <h2 id="keys">{words.keysTitle}</h2>
      <dl>
        {actions.map(({ action, keys }) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words.keys[action]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
