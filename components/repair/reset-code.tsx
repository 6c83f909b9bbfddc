import { useState } from "react";
import type { RepairWords } from "@/components/repair/repair-words";
import styles from "@/components/repair/repair.module.css";

interface ResetCodeProps {
  canReset: boolean;
  reset: () => void;
  /** Brings back what was replaced; null when nothing was. */
  undo: (() => void) | null;
  words: RepairWords;
}

/** Puts the scenario's code back, once the learner has confirmed it, and takes even that back. */
export function ResetCode({ canReset, reset, undo, words }: ResetCodeProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.reset} role="group" aria-label={words.reset}>
      {isAsking ? (
        <>
          <p>{words.resetAsk}</p>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setIsAsking(false);
              reset();
            }}
          >
            {words.resetYes}
          </button>
          <button type="button" className="text-button" autoFocus onClick={() => setIsAsking(false)}>
            {words.keep}
          </button>
        </>
      ) : (
        <>
          {canReset && (
            <button type="button" className="text-button" onClick={() => setIsAsking(true)}>
              {words.reset}
            </button>
          )}
          <span role="status">{undo && words.replaced}</span>
          {undo && (
            <button type="button" className="text-button" onClick={undo}>
              {words.undo}
            </button>
          )}
        </>
      )}
    </div>
  );
}
