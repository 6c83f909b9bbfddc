import { useEffect, useId, useMemo, useRef } from "react";
import { CrashButtons } from "@/components/simulator/crash/crash-panel";
import { crashWords } from "@/components/simulator/crash/crash-words";
import { movableOf } from "@/components/simulator/crash/read-scale";
import { ScaleMarks } from "@/components/simulator/crash/scale-marks";
import type { CrashHandle } from "@/components/simulator/crash/use-crash-handle";
import { effectsAt } from "@/components/simulator/run-at";
import { crashMoment } from "@/components/simulator/diagram/crash-rail";
import { CrashWindowMarks } from "@/components/simulator/diagram/crash-window-marks";
import type { CrashWindow } from "@/components/simulator/diagram/crash-windows";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import type { DiagramWords } from "@/components/simulator/diagram/diagram-words";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { LaneNames } from "@/components/simulator/diagram/lane-names";
import { LastingMarks } from "@/components/simulator/diagram/lane-marks";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { StepButtons } from "@/components/simulator/diagram/step-buttons";
import { StepMarks } from "@/components/simulator/diagram/step-marks";
import { Axis } from "@/components/simulator/diagram/time-axis";
import { uprightGeometry } from "@/components/simulator/diagram/upright-geometry";
import { useUpright, useWidth } from "@/components/simulator/diagram/use-room";
import { wideGeometry } from "@/components/simulator/diagram/wide-geometry";
import { usePaperFit } from "@/components/ui/use-paper-fit";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { Locale } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface RunDiagramProps {
  frames: Frames;
  effects: readonly EffectDeclaration[];
  /** Steps up to here have happened. */
  at: number;
  /** Shows the run up to a step; 0 is its start. */
  select: (steps: number) => void;
  /** Processes that wait for another one just now. */
  waiting: readonly string[];
  /** Gaps in which a crash of this run does harm, where they are known. */
  windows: readonly CrashWindow[];
  /** The crash that can be moved along a delivery of this run; null where it cannot. */
  handle: CrashHandle | null;
  /** Choices after which no continuation is ok any more; null where one is, or where it is not known. */
  pointOfNoReturn: number | null;
  /** How high the letters are set, as a multiple of 12 px. */
  textSize?: number;
  words: SimulatorWords;
  locale: Locale;
}

/** Room for the names of the lanes beside a wide figure, in pixels, where letters are 12 px high. */
const widthOfNames = 104;

/**
 * The run in space and time: a lane for each participant, each step at its moment. Every step is a button that shows
 * the run up to there; its name is the sentence that the table says. It is drawn when it comes near the window; its place
 * is kept from the start.
 */
export function RunDiagram({ frames, effects, at, select, waiting, windows, handle, pointOfNoReturn, textSize = 1, words, locale }: RunDiagramProps) {
  const figure = useRef<HTMLDivElement>(null);
  usePaperFit(figure);
  const upright = useUpright();
  const width = useWidth(figure);
  const namesWidth = Math.ceil(widthOfNames * textSize);
  const scale = handle?.scale ?? null;
  const isMarking = handle?.prediction?.open ?? false;
  const gap = handle && !isMarking ? handle.gap : null;
  const diagram = useMemo(
    () => diagramOf(frames, effects, gap === null ? null : (scale?.undisturbed ?? null)),
    [frames, effects, scale, gap],
  );
  const room = useMemo(() => scale && movableOf(scale, effects), [scale, effects]);
  const { delivery, generation } = words.diagram;
  const geometry = useMemo(() => {
    if (width === null) return null;
    // As long as the window is guessed, its width must not give it away.
    const movable = room && { ...room, gap, wideGaps: isMarking ? room.wideGaps.map(() => false) : room.wideGaps };
    return upright
      ? uprightGeometry(diagram, width, movable)
      : wideGeometry(diagram, width - namesWidth, { locale, delivery, generation, size: textSize }, windows.length > 0, movable);
  }, [diagram, upright, width, namesWidth, textSize, locale, delivery, generation, windows, room, gap, isMarking]);
  const lost = frames.verdict === "lost" && at === frames.frames.length;
  const names = { diagram, effects, counts: effectsAt(frames, at), at, lost, waiting, words: words.diagram, locale };
  // The crash stays in sight as long as it is what was moved.
  useInView(figure, namesWidth, geometry, gap !== null && at === frames.frames.length ? crashMoment(gap) : at);

  return (
    <div ref={figure} className={styles.room}>
      {geometry && (
        <div className={styles.figure}>
          {!upright && (
            <div className={styles.beside}>
              {handle && (
                <div className={styles.crashPoint}>
                  <span>{crashWords.point[locale]}</span>
                  {!isMarking && <CrashButtons handle={handle} locale={locale} />}
                </div>
              )}
              <LaneNames {...names} geometry={geometry} width={namesWidth} textSize={textSize} />
            </div>
          )}
          <svg
            className={styles.diagram}
            width={geometry.width}
            height={geometry.height}
            role="group"
            aria-label={words.diagram.label}
          >
            {upright && handle && (
              <text className={styles.scaleName} x={geometry.scale?.across} y="13" textAnchor="middle" aria-hidden="true">
                {crashWords.pointShort[locale]}
              </text>
            )}
            {upright && <LaneNames {...names} geometry={geometry} width={namesWidth} textSize={1} />}
            <Marks
              diagram={diagram}
              windows={windows}
              appears={handle === null || handle.fresh}
              textSize={textSize}
              pointOfNoReturn={pointOfNoReturn}
              geometry={geometry}
              at={at}
              words={words.diagram}
              locale={locale}
            />
            <StepButtons frames={frames} geometry={geometry} at={at} select={select} words={words} locale={locale} />
            {handle && geometry.scale && <ScaleMarks handle={handle} geometry={geometry} place={geometry.scale} locale={locale} />}
          </svg>
        </div>
      )}
    </div>
  );
}

interface MarksProps {
  diagram: Diagram;
  windows: readonly CrashWindow[];
  appears: boolean;
  textSize: number;
  pointOfNoReturn: number | null;
  geometry: Geometry;
  at: number;
  words: DiagramWords;
  locale: Locale;
}

/** All that is drawn. What lasts is drawn twice: as far as it has come, and faintly what is to come. */
function Marks({ diagram, windows, appears, textSize, pointOfNoReturn, geometry, at, words, locale }: MarksProps) {
  const id = useId();
  const now = playhead(geometry, at, diagram.end);
  const area = (from: number, to: number) =>
    geometry.upright
      ? { x: -40, y: from, width: geometry.width + 80, height: Math.max(0, to - from) }
      : { x: from, y: -40, width: Math.max(0, to - from), height: geometry.height + 80 };
  return (
    <g aria-hidden="true">
      <CrashWindowMarks
        windows={windows.filter((window) => window.at <= at)}
        diagram={diagram}
        geometry={geometry}
        words={words}
        locale={locale}
        appears={appears}
        textSize={textSize}
        id={id}
      />
      <clipPath id={`${id}past`}>
        <rect {...area(-40, now)} />
      </clipPath>
      <clipPath id={`${id}future`}>
        <rect {...area(now, geometry.to + 40)} />
      </clipPath>
      <g clipPath={`url(#${id}past)`}>
        <LastingMarks diagram={diagram} geometry={geometry} generation={words.generation} />
      </g>
      <g clipPath={`url(#${id}future)`} className={styles.lastingToCome}>
        <LastingMarks diagram={diagram} geometry={geometry} generation={words.generation} />
      </g>
      <StepMarks diagram={diagram} geometry={geometry} locale={locale} at={at} delivery={words.delivery} />
      <Axis diagram={diagram} geometry={geometry} at={at} now={now} decided={pointOfNoReturn} locale={locale} />
    </g>
  );
}

/** Just after the current step, before the next one. */
function playhead({ along }: Geometry, at: number, end: number): number {
  return at === 0 ? along(end > 1 ? 0.4 : 0) : Math.min(along(at) + 24, at + 1 < end ? (along(at) + along(at + 1)) / 2 : Infinity);
}

/** Keeps the current step of a figure that is wider than its room in sight. */
function useInView(room: { current: HTMLElement | null }, namesWidth: number, geometry: Geometry | null, at: number) {
  useEffect(() => {
    const element = room.current;
    if (!element || !geometry || geometry.upright) return;
    const visible = element.clientWidth - namesWidth;
    const moment = geometry.along(at);
    const isOut = moment < element.scrollLeft + 60 || moment > element.scrollLeft + visible - 60;
    if (isOut && geometry.width > visible) element.scrollTo({ left: moment - visible / 2 });
  }, [room, namesWidth, geometry, at]);
}
