import { Fragment, useRef, type KeyboardEvent } from "react";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { EngineState } from "@/components/simulator/use-engine";
import type { Locale } from "@/lib/locale";
import type { Words } from "@/lib/simulator/plain";
import styles from "@/components/simulator/simulator.module.css";

interface RunControlsProps {
  engine: EngineState;
  position: { at: number; of: number };
  words: SimulatorWords;
  locale: Locale;
  toStart: () => void;
  back: () => void;
  /** Ways through a run that is shown; null where the reader makes the run: then the next step is a choice. */
  onwards: { step: () => void; toEnd: () => void } | null;
  /** Lets the run go on by itself; null where there is nothing to play. */
  play: { playing: boolean; toggle: () => void } | null;
  /** Turns the handle of the crash on or off; null where there is none. */
  crash: { name: Words | null; act: () => void } | null;
  takeOver: () => void;
  giveBack: () => void;
  cancel: () => void;
}

interface Way {
  name: "toStart" | "back" | "step" | "toEnd";
  key: string;
  path: string;
  go: (() => void) | undefined;
}

/** Moves through the run, loads the engine on a press, says that it loads, and lets the reader stop it. */
export function RunControls({ engine, position: { at, of }, words, locale, onwards, play, crash, ...act }: RunControlsProps) {
  const group = useRef<HTMLDivElement>(null);
  const working = isWorking(engine);
  const ways: Way[] = [
    { name: "toStart", key: "Home", path: "M3 2V12M12 2L6 7L12 12Z", go: at > 0 ? act.toStart : undefined },
    { name: "back", key: "ArrowLeft", path: "M10 2L4 7L10 12Z", go: at > 0 ? act.back : undefined },
    { name: "step", key: "ArrowRight", path: "M4 2L10 7L4 12Z", go: at < of ? onwards?.step : undefined },
    { name: "toEnd", key: "End", path: "M11 2V12M2 2L8 7L2 12Z", go: at < of ? onwards?.toEnd : undefined },
  ];

  function handleKey(event: KeyboardEvent) {
    const way = ways.find(({ key }) => key === event.key);
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    // The page does not scroll under the hand of somebody who steps.
    event.preventDefault();
    way.go?.();
  }

  /** For what takes its own button away: the focus goes to the one that stands there then. */
  function thenFocusMain(what: () => void) {
    what();
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(`.${styles.main}`)?.focus());
  }

  return (
    <div ref={group} className={styles.controls} role="group" aria-label={words.controls} onKeyDown={handleKey}>
      <div className={styles.transport}>
        {ways.map(({ name, key, path, go }, index) => (
          <Fragment key={name}>
            {index === 2 && play && <PlayButton {...play} words={words} />}
            <button
              type="button"
              aria-label={words[name]}
              aria-keyshortcuts={key}
              title={words[name]}
              aria-disabled={!go}
              onClick={go}
            >
              <Sign path={path} />
            </button>
          </Fragment>
        ))}
      </div>
      <span className={styles.position}>
        {words.stepColumn} <b>{at}</b> {onwards && `${words.of} ${of}`}
      </span>
      <p className={styles.state} role="status">
        {stateOf(engine, words, locale)}
      </p>
      {working && (
        <button type="button" className={styles.cancel} onClick={() => thenFocusMain(act.cancel)}>
          {words.cancel}
        </button>
      )}
      {crash?.name && (
        <button type="button" className="text-button" onClick={crash.act}>
          {crash.name[locale]}
        </button>
      )}
      {onwards ? (
        <button
          key="take-over"
          type="button"
          className={styles.main}
          aria-disabled={working}
          onClick={working ? undefined : act.takeOver}
        >
          {words.takeOver}
        </button>
      ) : (
        <button key="give-back" type="button" className="text-button" onClick={() => thenFocusMain(act.giveBack)}>
          {words.backToShown}
        </button>
      )}
    </div>
  );
}

function PlayButton({ playing, toggle, words }: { playing: boolean; toggle: () => void; words: SimulatorWords }) {
  const name = playing ? words.pause : words.play;
  return (
    <button type="button" className={styles.play} aria-label={name} title={name} onClick={toggle}>
      <Sign path={playing ? "M4 2V12M10 2V12" : "M3 1L12 7L3 13Z"} />
    </button>
  );
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" fill="currentColor" stroke="currentColor">
      <path d={path} />
    </svg>
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
