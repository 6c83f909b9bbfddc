"use client";

import { useId, useMemo, useRef, useState } from "react";
import { CrashButtons, CrashPanel, predictionSentence } from "@/components/simulator/crash/crash-panel";
import { crashWords } from "@/components/simulator/crash/crash-words";
import { windowAt } from "@/components/simulator/crash/read-scale";
import { useCrashHandle, type Pointing } from "@/components/simulator/crash/use-crash-handle";
import { useCrashSearch } from "@/components/simulator/crash/use-crash-search";
import { CopyButton } from "@/components/simulator/copy-button";
import { CopyLink } from "@/components/simulator/copy-link";
import { crashWindowsOf, verdictInMap, verdictOnScale, type CrashMap } from "@/components/simulator/diagram/crash-windows";
import { useUpright } from "@/components/simulator/diagram/use-room";
import { RunDiagram } from "@/components/simulator/diagram/run-diagram";
import {
  effectsAt,
  linesAt,
  logAt,
  sentenceAt,
  setupForReader,
  stepsOfLink,
  waitingAt,
} from "@/components/simulator/run-at";
import { runFragment } from "@/components/simulator/run-fragment";
import { ownHandlerOf } from "@/components/repair/own-handlers";
import { RunChoices } from "@/components/simulator/run-choices";
import { RunCode } from "@/components/simulator/run-code";
import { RunControls } from "@/components/simulator/run-controls";
import { RunLog } from "@/components/simulator/run-log";
import { RunTable } from "@/components/simulator/run-table";
import { RunVerdict } from "@/components/simulator/run-verdict";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { useArrival } from "@/components/simulator/use-arrival";
import { usePlaying } from "@/components/simulator/use-playing";
import { useDecided } from "@/components/simulator/use-decided";
import { useEngine } from "@/components/simulator/use-engine";
import { useDamagedLink, useRunLink } from "@/components/simulator/use-run-link";
import type { ShownRun } from "@/lib/content/compiled";
import type { CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Locale } from "@/lib/locale";
import { formatRunLink, isSameVersion } from "@/lib/simulator/run/permalink";
import { textTable } from "@/lib/simulator/run/table";
import { describeCrashPoint } from "@/lib/simulator/words/crash-scale";
import { describeBounds, describeSetting } from "@/lib/simulator/words/bounds";
import styles from "@/components/simulator/simulator.module.css";

interface RunFigureProps {
  run: ShownRun;
  /** Names this place in the address of a run. */
  anchor: string;
  /** False where the reader has just answered and reads the verdict: a link in the address then moves nothing. */
  arriving: boolean;
  /** What a search of all schedules within the same bounds has found about crashes; absent without a search. */
  crashMap?: CrashMap | undefined;
  /** All that a handle on the crash can show, from the same search; absent or null without one. */
  crashes?: CrashScale | null | undefined;
  /** Asks for the crash window before it is shown. */
  predict?: boolean;
  /** Called when the learner has compared a window of their own with the computed one, or wants to see it at once. */
  onReveal?: () => void;
  /** The gap that is pointed at, where a map beside the figure shows it as well. */
  pointing?: Pointing;
  /** Asks a search after how many choices of a run no continuation is ok any more; absent without a search. */
  decide?: ((choices: readonly string[]) => Promise<number | null>) | undefined;
  /** True in the lab itself: no way leads there, and the search is made there. */
  inLab?: boolean;
  /** What the address of a run must carry besides the run. */
  linkSuffix?: string;
  words: SimulatorWords;
  locale: Locale;
}

/**
 * A run: the recorded one at first, which needs no engine, and from the moment that the reader takes over whatever the
 * reader makes happen. Every state has an address, and an address that was followed is shown at once.
 */
export default function RunFigure({ run, anchor, arriving, crashMap, crashes, predict = false, onReveal, pointing, decide, inLab = false, linkSuffix = "", words, locale }: RunFigureProps) {
  const { frames: recorded, setup, twins = [] } = run;
  const title = useId();
  const figure = useRef<HTMLElement>(null);
  const { engine, open, step, back, reset, cancel, close } = useEngine(useMemo(() => setupForReader(setup), [setup]));
  const search = useCrashSearch(useMemo(() => setupForReader(setup), [setup]));
  const upright = useUpright();
  const link = useRunLink(anchor);
  const isDamaged = useDamagedLink(anchor);
  const linked = link && stepsOfLink(recorded, link);
  const elsewhere = linked === null ? link : null;
  useArrival(link, elsewhere, arriving, open, figure);
  /** Null until the reader moves: then the whole run is shown, or as much of it as the address says. */
  const [moved, setMoved] = useState<number | null>(null);
  const crash = useCrashHandle(crashes ?? search.scale, {
    shown: recorded,
    asked: search.scale !== null,
    predict: predict && link === null,
    onMove: () => {
      player.pause();
      setMoved(null);
    },
    onReveal,
    pointing,
  });
  const handle = crash?.on && !engine.view && link === null ? crash : null;
  const shown = !handle ? recorded : (handle.run?.frames ?? handle.scale.undisturbed);
  const steps = moved ?? (handle ? null : linked) ?? shown.frames.length;
  const live = engine.view;
  const decided = useDecided(decide, live?.frames ?? null);
  const frames = live?.frames ?? shown;
  const at = live ? frames.frames.length : steps;

  const { captions } = setup.scenario;
  const isMarking = handle?.prediction?.open ?? false;
  // Another order of the steps before the crash: its run has a shape of its own, without a handle on it.
  const isOtherOrder = handle?.side === "otherOrder";
  const onRail = isOtherOrder ? null : handle;
  const otherScale = (isOtherOrder && handle?.scale) || null;
  const movedGap = onRail?.gap ?? null;
  const movedScale = onRail?.scale ?? null;
  const windows = useMemo(() => {
    if (isMarking) return [];
    if (movedScale && movedGap !== null) return windowAt(movedScale, movedGap, captions);
    if (otherScale) return crashWindowsOf(frames, verdictOnScale(otherScale), captions);
    return crashMap ? crashWindowsOf(frames, verdictInMap(crashMap), captions) : [];
  }, [frames, crashMap, captions, movedScale, movedGap, isMarking, otherScale]);
  const count = shown.frames.length;
  const player = usePlaying(() => {
    setMoved(steps + 1);
    return steps + 1 < count;
  });

  function moveTo(to: number) {
    player.pause();
    setMoved(to);
  }

  function play() {
    if (steps === count) setMoved(0);
    player.start();
  }

  // Why a handler cannot run stands where the choices would stand.
  const stopped = frames.refusal ? null : frames.stopped;
  const isAtCrash = handle !== null && !isMarking && moved === null;
  const sentence = isAtCrash
    ? [handle.fresh && predictionSentence(handle, locale), describeCrashPoint(handle.calls, handle.gap, handle.point, describeSetting(frames.bounds))[locale]].filter(Boolean).join(" ")
    : ((stopped?.words ?? sentenceAt(frames, at))?.[locale] ?? "");
  const [handler] = Object.values(setup.handlers);
  const choices = frames.frames.slice(0, at).map(({ choice }) => choice);

  /** The button that turns the handle on or off; null where there is nothing to move. */
  function crashAction() {
    if (live) return null;
    if (crash && link === null) return { name: crash.on ? (recorded.frames.length > 0 ? crashWords.recorded : null) : crashWords.move, act: crash.toggle };
    const canSearch = !inLab && search.state === "off" && setupForReader(setup).bounds.faults.crash > 0;
    return canSearch ? { name: crashWords.move, act: search.start } : null;
  }

  /** A run that is shown is looked at from another moment; one that the reader makes goes back to it. */
  function select(to: number) {
    if (!live) moveTo(to);
    else if (to < at) open(choices.slice(0, to));
  }

  return (
    <section ref={figure} className={styles.run} role="group" aria-labelledby={title}>
      <header className={styles.head}>
        <h3 id={title}>{words.title}</h3>
        {!inLab && (
          <a className={styles.toLab} href={`/${locale}/lab/${frames.scenario}?handler=${handler?.name ?? ""}`}>
            {words.openInLab}
          </a>
        )}
        {!inLab && (
          <a className={styles.toLab} href={`/${locale}/lab/${frames.scenario}?handler=${ownHandlerOf(setup.scenario, Object.keys(setup.handlers)[0] ?? "")}`}>
            {words.repairIt}
          </a>
        )}
        <CopyLink address={runFragment(anchor, formatRunLink({ ...frames, choices, schedule: null })) + linkSuffix} words={words} />
      </header>
      <RunVerdict
        effects={setup.scenario.effects}
        counts={effectsAt(frames, at)}
        verdict={at === frames.frames.length ? frames.verdict : null}
        words={words}
        locale={locale}
      />
      <p className={styles.bounds}>
        {describeBounds(frames.bounds)[locale]}. {words.oneSchedule}
      </p>
      <RunControls
        engine={engine}
        position={{ at, of: frames.frames.length }}
        words={words}
        locale={locale}
        toStart={live ? reset : () => moveTo(0)}
        back={live ? back : () => moveTo(steps - 1)}
        onwards={live ? null : { step: () => moveTo(steps + 1), toEnd: () => moveTo(count) }}
        play={live || count === 0 ? null : { playing: player.playing, toggle: player.playing ? player.pause : play }}
        takeOver={() => {
          player.pause();
          open(shown.frames.slice(0, steps).map(({ choice }) => choice));
        }}
        crash={crashAction()}
        giveBack={close}
        cancel={cancel}
      />
      {elsewhere && ["off", "cancelled"].includes(engine.status) && (
        <p className={styles.note}>
          <button type="button" className="text-button" onClick={() => open(elsewhere.choices)}>
            {words.openLink}
          </button>
        </p>
      )}
      {isDamaged && <p className={styles.note}>{words.damagedLink}</p>}
      {link && live && !isSameVersion(link, frames) && <p className={styles.note}>{words.otherVersion}</p>}
      {search.state === "searching" && <p className={styles.note} role="status">{crashWords.searching[locale]}</p>}
      {search.state === "nothing" && <p className={styles.note} role="status">{crashWords.nothing[locale]}</p>}
      <div className={styles.body}>
        <p className={styles.sentence} aria-live={player.playing || (isAtCrash && handle.quiet) ? "off" : "polite"}>
          {sentence}
        </p>
        {live && (
          <RunChoices
            offers={live.offers}
            ended={frames.ended}
            busy={engine.status !== "ready"}
            choose={step}
            words={words}
            locale={locale}
          />
        )}
        {handle && (
          <div className={styles.crash}>
            {(upright || isOtherOrder) && !isMarking && <CrashButtons handle={handle} locale={locale} />}
            <CrashPanel handle={handle} effects={setup.scenario.effects} verdicts={words.verdict} locale={locale} />
          </div>
        )}
        <RunDiagram
          handle={onRail}
          pointOfNoReturn={handle ? (handle.run?.pointOfNoReturn ?? null) : live ? decided : (run.pointOfNoReturn ?? null)}
          frames={frames}
          effects={setup.scenario.effects}
          at={at}
          select={select}
          windows={windows}
          waiting={live ? live.offers.blocked.map(({ process }) => process) : waitingAt(frames, at)}
          words={words}
          locale={locale}
        />
        <details className={styles.inWords} open>
          <summary>{words.inWords}</summary>
          <CopyButton of={choices.join()} text={() => textTable(frames, locale)} label={words.copyTable} copied={words.tableCopied} />
          <RunTable frames={frames} effects={setup.scenario.effects} steps={at} words={words} locale={locale} />
        </details>
        <div className={styles.beside}>
          {handler && <RunCode source={handler.source} twins={twins} lines={linesAt(frames, at)} handle={isMarking ? null : handle} label={words.code} locale={locale} />}
          <RunLog lines={logAt(frames, at)} words={words} />
        </div>
      </div>
    </section>
  );
}
