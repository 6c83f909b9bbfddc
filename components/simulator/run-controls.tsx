import { useState } from "react";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { EngineState } from "@/components/simulator/use-engine";
import type { Locale } from "@/lib/locale";
import styles from "@/components/simulator/simulator.module.css";

interface RunControlsProps {
  engine: EngineState;
  position: { at: number; of: number };
  words: SimulatorWords;
  locale: Locale;
  toStart: () => void;
  back: () => void;
  /** Ways through a run that is shown; null where the reader makes the run. */
  onwards: { step: () => void; toEnd: () => void } | null;
  takeOver: () => void;
  giveBack: () => void;
  cancel: () => void;
  /** The fragment of the address that leads to what is shown. */
  address: () => string;
}

/** Moves through the run, loads the engine on a press, says that it loads, and lets the reader stop it. */
export function RunControls(props: RunControlsProps) {
  const { engine, position, words, locale, onwards, address } = props;
  const { at, of } = position;
  const [copied, setCopied] = useState("");
  const unless = (disabled: boolean, act: () => void) => ({
    "aria-disabled": disabled,
    onClick: () => disabled || act(),
  });

  async function copy() {
    const link = address();
    window.history.replaceState(window.history.state, "", link);
    setCopied(link);
    await navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
  }

  return (
    <div className={styles.controls}>
      <button type="button" {...unless(at === 0, props.toStart)}>
        {words.toStart}
      </button>
      <button type="button" {...unless(at === 0, props.back)}>
        {words.back}
      </button>
      <span className={styles.position}>
        {at} / {of}
      </span>
      {onwards && (
        <>
          <button type="button" {...unless(at === of, onwards.step)}>
            {words.step}
          </button>
          <button type="button" {...unless(at === of, onwards.toEnd)}>
            {words.toEnd}
          </button>
        </>
      )}
      {isWorking(engine) ? (
        <button type="button" onClick={props.cancel}>
          {words.cancel}
        </button>
      ) : (
        <button type="button" className={styles.main} onClick={onwards ? props.takeOver : props.giveBack}>
          {onwards ? words.takeOver : words.backToShown}
        </button>
      )}
      <button type="button" className={styles.quiet} onClick={() => void copy()}>
        {words.copyLink}
      </button>
      <p className={styles.state} role="status">
        {stateOf(engine, words, locale) || (copied === address() ? words.copied : "")}
      </p>
    </div>
  );
}

/** Loading, or computing for so long that a reader may want to stop it. */
function isWorking({ status, view }: EngineState): boolean {
  return status.startsWith("loading") || (status === "busy" && view === null);
}

function stateOf({ status, refusal }: EngineState, words: SimulatorWords, locale: Locale): string {
  switch (status) {
    case "loading-engine":
      return words.loading;
    case "loading-grammar":
      return words.loadingGrammar;
    case "cancelled":
      return words.cancelled;
    case "failed":
      return words.failed;
    case "refused":
      return refusal?.[locale] ?? "";
    default:
      return "";
  }
}
