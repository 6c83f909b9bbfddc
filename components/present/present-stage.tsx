"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { addressOf } from "@/components/lab/bounds-in-address";
import type { OpenLab } from "@/components/lab/open-lab";
import { setupOfHandler } from "@/components/lab/setup-of-handler";
import { startWithin } from "@/components/lab/start-within";
import { CurrentLine } from "@/components/present/current-line";
import { FittedFigure } from "@/components/present/fitted-figure";
import { FootKeys, KeyList } from "@/components/present/key-list";
import { commandOf, type Action, type Command } from "@/components/present/present-keys";
import type { PresentWords } from "@/components/present/present-words";
import { StageHead } from "@/components/present/stage-head";
import { usePresentedRun } from "@/components/present/use-presented-run";
import { useWakeLock } from "@/components/present/use-wake-lock";
import { windowAt } from "@/components/simulator/crash/read-scale";
import { useCrashHandle, type CrashHandle, type Side } from "@/components/simulator/crash/use-crash-handle";
import { crashWindowsOf, verdictOnScale } from "@/components/simulator/diagram/crash-windows";
import { RunDiagram } from "@/components/simulator/diagram/run-diagram";
import { sentenceAt } from "@/components/simulator/run-at";
import { runFragment } from "@/components/simulator/run-fragment";
import { usePlaying } from "@/components/simulator/use-playing";
import { replaceFragment } from "@/components/simulator/use-run-link";
import { otherTheme, showTheme } from "@/components/ui/show-theme";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import { formatRunLink } from "@/lib/simulator/run/permalink";
import type { Bounds } from "@/lib/simulator/scenario/scenario";
import { describeCrashPoint } from "@/lib/simulator/words/crash-scale";
import styles from "@/components/present/present.module.css";

interface PresentStageProps {
  lab: OpenLab;
  initial: { handler: string; bounds: Bounds };
  /** Null while the questions are open that the notes would answer, or where there are none. */
  notes: string | null;
  /** What stands in the place of notes that are not there. */
  withoutNotes: string;
  /** Slug of the scenario after this one. */
  next: string;
  words: PresentWords;
  locale: Locale;
}

/** What needs a run. */
const ofRun: readonly Action[] = ["step", "ends", "play", "crash", "crashHere", "side", "link"];

type Overlay = "none" | "keys" | "notes" | "blank";

/** One sentence, one diagram, one line of code, for a room: everything has a key. */
export function PresentStage({ lab, initial: { handler: first, bounds }, notes, withoutNotes, next, words, locale }: PresentStageProps) {
  const router = useRouter();
  const [handler, setHandler] = useState(first);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [said, setSaid] = useState("");
  const [moved, setMoved] = useState<number | null>(null);
  const setup = useMemo(() => setupOfHandler(lab, handler, bounds), [lab, handler, bounds]);
  const presented = usePresentedRun(setup);
  useWakeLock(overlay !== "blank");

  const ready = presented.state === "ready" ? presented : null;
  const start = lab.starts[handler] as Frames;
  const base = useMemo(() => ready?.frames ?? startWithin(start, bounds), [ready, start, bounds]);
  const crash = useCrashHandle(ready?.scale ?? null, {
    shown: base,
    predict: false,
    onMove: () => {
      player.pause();
      setMoved(null);
    },
  });
  // A link names a moment of a run, which is shown as it is until the crash is moved.
  const [held, setHeld] = useState(true);
  const isLinked = held && ready !== null && ready.at < ready.frames.frames.length;
  const handle = crash?.on && !isLinked ? crash : null;
  const frames = handle ? (handle.run?.frames ?? handle.scale.undisturbed) : base;
  const count = frames.frames.length;
  const at = Math.min(moved ?? (isLinked && ready ? ready.at : count), count);
  const { scenario } = lab;
  // Another order of the steps before the crash: its run has a shape of its own, without a handle on it.
  const onRail = handle?.side === "otherOrder" ? null : handle;
  const otherScale = (!onRail && handle?.scale) || null;
  const windows = useMemo(() => {
    if (onRail) return windowAt(onRail.scale, onRail.gap, scenario.captions);
    return otherScale ? crashWindowsOf(frames, verdictOnScale(otherScale), scenario.captions) : [];
  }, [onRail, otherScale, frames, scenario.captions]);
  const player = usePlaying(() => {
    setMoved(at + 1);
    return at + 1 < count;
  });
  const choices = frames.frames.slice(0, at).map(({ choice }) => choice);
  const schedule = at === count ? (handle?.run?.schedule ?? null) : null;
  const fragment = ready ? addressOf(scenario, handler, bounds) + runFragment("run", formatRunLink({ ...frames, choices, schedule })) : null;
  useEffect(() => {
    if (fragment) replaceFragment(fragment);
  }, [fragment]);

  function go(to: number) {
    player.pause();
    setMoved(Math.min(Math.max(to, 0), count));
    const sentence = sentenceAt(frames, Math.min(Math.max(to, 0), count));
    setSaid(sentence?.[locale] ?? "");
  }

  function moveCrash(to: number) {
    if (!crash) return;
    setHeld(false);
    const gap = Math.min(Math.max(to, 0), crash.scale.points.length - 1);
    if (!crash.on) crash.toggle();
    crash.moveTo(gap);
    const point = crash.scale.points[gap];
    if (point) setSaid(describeCrashPoint(crash.calls, gap, point)[locale]);
  }

  function changeHandler(by: number) {
    const names = lab.scenario.handlers.map(({ name }) => name);
    const name = names[(names.indexOf(handler) + by + names.length) % names.length] ?? handler;
    player.pause();
    setHandler(name);
    setMoved(null);
    setHeld(false);
    // What the address says belongs to the handler before.
    replaceFragment(addressOf(scenario, name, bounds));
    setSaid(scenario.handlers.find((one) => one.name === name)?.title[locale] ?? "");
  }

  function toggle(which: Overlay) {
    player.pause();
    setOverlay(overlay === which ? "none" : which);
  }

  function run({ action, by }: Command) {
    // Whatever is pressed brings the screen back; only then it does something again.
    if (overlay === "blank") return setOverlay("none");
    if (ready === null && ofRun.includes(action)) return;
    const acts: Record<Action, () => void> = {
      step: () => go(at + by),
      ends: () => go(by < 0 ? 0 : count),
      play: () => {
        if (player.playing) return player.pause();
        if (at === count) setMoved(0);
        player.start();
      },
      crash: () => moveCrash(crash ? (crash.on && !isLinked ? crash.gap + by : crash.gap) : 0),
      crashHere: () => moveCrash(at - 1),
      side: () => crash?.choose(nextSide(crash)),
      handler: () => changeHandler(by),
      scenario: () => router.push(`/${locale}/present/${next}`),
      blank: () => toggle("blank"),
      theme: () => showTheme(otherTheme()),
      notes: () => toggle("notes"),
      link: () => void navigator.clipboard?.writeText(window.location.href).then(() => setSaid(words.copied), () => undefined),
      full: () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.())?.catch(() => undefined),
      help: () => toggle("keys"),
      leave: () => (overlay === "none" ? leave() : setOverlay("none")),
    };
    acts[action]();
  }

  function leave() {
    router.push(`/${locale}/lab/${scenario.slug}${addressOf(scenario, handler, bounds)}`);
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event);
    // A button that has the focus keeps its own keys.
    const isOnButton = event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter");
    if (!command || isOnButton || event.defaultPrevented) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <div className={styles.stage} data-present>
      <StageHead
        scenario={scenario}
        handler={scenario.handlers.find(({ name }) => name === handler)?.title[locale] ?? ""}
        frames={presented.state === "ready" ? frames : null}
        at={at}
        handle={handle}
        state={presented.state}
        words={words}
        locale={locale}
      />
      <FittedFigure>
        {(textSize) => (
          <RunDiagram
            frames={frames}
            effects={scenario.effects}
            at={at}
            select={go}
            waiting={[]}
            windows={windows}
            handle={onRail}
            pointOfNoReturn={handle ? (handle.run?.pointOfNoReturn ?? null) : (ready?.pointOfNoReturn ?? null)}
            textSize={textSize}
            words={words.simulator}
            locale={locale}
          />
        )}
      </FittedFigure>
      <footer className={styles.foot}>
        <CurrentLine frames={frames} at={at} source={lab.handlers[handler] ?? ""} otherwise={words.noCode} />
        <FootKeys act={(action) => run({ action, by: 1 })} words={words} />
      </footer>
      <p role="status" className={said === words.copied ? styles.said : "sr-only"}>
        {said}
      </p>
      {overlay === "keys" && <KeyList words={words} />}
      {overlay === "notes" && (
        <section className={styles.overlay} aria-labelledby="notes">
          <h2 id="notes">{words.notes}</h2>
          <p>{notes ?? withoutNotes}</p>
        </section>
      )}
      {overlay === "blank" && (
        <button type="button" className={styles.blank} onClick={() => setOverlay("none")}>
          <span className="sr-only">{words.blank}</span>
        </button>
      )}
    </div>
  );
}

/** One after the other: worst, calmest, and where there is one the run in which the others move before the crash. */
function nextSide({ side, point }: CrashHandle): Side {
  if (side === "worst") return "calmest";
  return side === "calmest" && point.otherOrder ? "otherOrder" : "worst";
}
