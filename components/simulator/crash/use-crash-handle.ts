import { useMemo, useState } from "react";
import { callsOf, firstGap, gapAfter, placeOfRun, windowOf } from "@/components/simulator/crash/read-scale";
import type { CrashedRun, CrashPoint, CrashScale } from "@/lib/simulator/explore/crash-scale";
import type { Frames } from "@/lib/simulator/run/frame";

/** How the run goes on after the crash; `otherOrder` is another run, whose steps before the crash differ, too. */
export type Side = "calmest" | "worst" | "otherOrder";

/** A handle that can be moved along the gaps of a delivery, and what it shows. */
export interface CrashHandle {
  scale: CrashScale;
  /** The calls of the delivery, as the diagram names them. */
  calls: readonly string[];
  /** False while the run that was shown before is looked at. */
  on: boolean;
  /** Turns the handle on, or back to the run that was shown before. */
  toggle: () => void;
  gap: number;
  point: CrashPoint;
  side: Side;
  /** The run that is shown; null while the learner marks the window, and where all ways go round for ever. */
  run: CrashedRun | null;
  /** @param by what moves it: the slider says itself where it is */
  moveTo: (gap: number, by?: "slider") => void;
  /** True when the latest movement was told already. */
  quiet: boolean;
  /** True from the moment that the window may be seen until the handle is moved. */
  fresh: boolean;
  choose: (side: Side) => void;
  prediction: Prediction | null;
  /** The gap that is pointed at here, in the code or in the map; null for none. */
  lit: number | null;
  light: (gap: number | null) => void;
}

/** The learner's own window, before the computed one is shown and beside it. */
export interface Prediction {
  marked: ReadonlySet<number>;
  /** True until it was compared: then nothing else about crashes is shown. */
  open: boolean;
  mark: (gap: number) => void;
  compare: () => void;
  skip: () => void;
}

interface HandleOptions {
  /** The run that is shown without the handle. */
  shown: Frames;
  /** True where the reader has asked for the handle: then it is on at first, whatever run is shown. */
  asked?: boolean;
  /** True where the window may be guessed before it is shown. */
  predict: boolean;
  /** Called at every movement. */
  onMove: () => void;
  /** Called when the window may be seen: at once without a prediction. */
  onReveal?: (() => void) | undefined;
  /** Where the gap that is pointed at is kept when others point at gaps, too; kept here otherwise. */
  pointing?: Pointing | undefined;
}

/** The gap that is pointed at, by the steps of the delivery that lie before it. */
export interface Pointing {
  after: readonly string[] | null;
  pointAt: (after: readonly string[] | null) => void;
}

interface HandleState {
  /** Null until the reader decides. */
  on: boolean | null;
  gap: number | null;
  side: Side | null;
  fresh: boolean;
  quiet: boolean;
}

/** Null as long as there is no scale. On at first where the shown run is empty or is one that the handle shows. */
export function useCrashHandle(scale: CrashScale | null, { shown, asked = false, predict, onMove, onReveal, pointing }: HandleOptions): CrashHandle | null {
  const [state, setState] = useState<HandleState>({ on: null, gap: null, side: null, fresh: false, quiet: false });
  const [after, setAfter] = useState<readonly string[] | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [phase, setPhase] = useState<"open" | "compared" | "skipped">("open");
  const derived = useMemo(() => scale && { calls: callsOf(scale), shown: placeOfRun(scale, shown), window: windowOf(scale) }, [scale, shown]);
  if (!scale || !derived) return null;
  const { after: pointedAt, pointAt } = pointing ?? { after, pointAt: setAfter };

  const isAsked = predict && derived.window.length > 0 && phase !== "skipped";
  const open = isAsked && phase === "open";
  const gap = state.gap ?? (open ? null : derived.shown?.gap) ?? firstGap(scale);
  const wanted = state.side ?? (state.gap === null ? derived.shown?.side : null) ?? "worst";
  const on = state.on ?? (asked || shown.frames.length === 0 || derived.shown !== null);
  const point = scale.points[gap] as CrashPoint;
  const side = wanted === "otherOrder" && !point.otherOrder ? "worst" : wanted;
  const change = (next: Partial<typeof state>) => {
    setState((before) => ({ ...before, fresh: false, quiet: false, ...next }));
    onMove();
  };
  return {
    scale,
    calls: derived.calls,
    on,
    toggle: () => change({ on: !on }),
    gap,
    point,
    side,
    run: open ? null : point[side],
    moveTo: (to, by) => to !== gap && change({ gap: Math.min(Math.max(to, 0), scale.points.length - 1), side: side === "otherOrder" ? "worst" : side, quiet: by === "slider" }),
    quiet: state.quiet,
    fresh: state.fresh,
    choose: (side) => change({ side }),
    prediction: isAsked
      ? {
          marked,
          open,
          mark: (at) => setMarked((before) => (before.has(at) ? new Set([...before].filter((other) => other !== at)) : new Set([...before, at]))),
          compare: () => {
            setPhase("compared");
            change({ gap: derived.window[0] ?? gap, fresh: true });
            onReveal?.();
          },
          skip: () => {
            setPhase("skipped");
            change({ gap: derived.window[0] ?? gap, fresh: true });
            onReveal?.();
          },
        }
      : null,
    lit: gapAfter(scale, pointedAt),
    light: (lit) => pointAt(lit === null ? null : (scale.points[lit]?.gap.after ?? null)),
  };
}
