import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { lifeName } from "@/lib/simulator/words/numbers";
import styles from "@/components/simulator/simulator.module.css";

interface RunLogProps {
  lines: readonly { life: string; text: string }[];
  words: SimulatorWords;
}

/** What an operator would have seen. Often the point is what is not there. */
export function RunLog({ lines, words }: RunLogProps) {
  return (
    <details className={styles.log} data-on-paper="">
      <summary>{words.log}</summary>
      {lines.length === 0 ? (
        <p>{words.emptyLog}</p>
      ) : (
        <ol>
          {lines.map(({ life, text }, index) => (
            <li key={index}>
              <b data-process={life.charAt(0)}>{lifeName(life)}</b> {text}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
