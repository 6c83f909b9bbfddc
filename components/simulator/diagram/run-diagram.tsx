import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { effectsAt } from "@/components/simulator/run-at";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import { uprightGeometry, wideGeometry, type Geometry } from "@/components/simulator/diagram/geometry";
import { LaneNames } from "@/components/simulator/diagram/lane-names";
import { LastingMarks } from "@/components/simulator/diagram/lane-marks";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { StepMarks } from "@/components/simulator/diagram/step-marks";
import { useUpright, useWidth } from "@/components/simulator/diagram/use-room";
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
  words: SimulatorWords;
  locale: Locale;
}

/** Room for the names of the lanes beside a wide figure, in pixels. */
const namesWidth = 104;

/**
 * The run in space and time: a lane for each participant, each step at its moment. Every step is a button that shows
 * the run up to there; its name is the sentence that the table says.
 */
export function RunDiagram({ frames, effects, at, select, waiting, words, locale }: RunDiagramProps) {
  const room = useRef<HTMLDivElement>(null);
  const upright = useUpright();
  const width = useWidth(room);
  const diagram = useMemo(() => diagramOf(frames, effects), [frames, effects]);
  const geometry = useMemo(
    () => width === null ? null : upright ? uprightGeometry(diagram, width) : wideGeometry(diagram, width - namesWidth, locale),
    [diagram, upright, width, locale],
  );
  const names = { diagram, effects, counts: effectsAt(frames, at), at, waiting, words: words.diagram, locale };
  useInView(room, geometry, at);

  return (
    <div ref={room} className={styles.room} tabIndex={-1}>
      {geometry && (
        <div className={styles.figure}>
          {!upright && <LaneNames {...names} geometry={geometry} width={namesWidth} />}
          <svg
            className={styles.diagram}
            width={geometry.width}
            height={geometry.height}
            role="group"
            aria-label={words.diagram.label}
          >
            {upright && <LaneNames {...names} geometry={geometry} width={namesWidth} />}
            <Marks diagram={diagram} geometry={geometry} at={at} locale={locale} delivery={words.diagram.delivery} />
            <StepButtons frames={frames} geometry={geometry} at={at} select={select} words={words} locale={locale} />
          </svg>
        </div>
      )}
    </div>
  );
}

interface MarksProps {
  diagram: Diagram;
  geometry: Geometry;
  at: number;
  locale: Locale;
  delivery: string;
}

/** All that is drawn. What lasts is drawn twice: as far as it has come, and faintly what is to come. */
function Marks({ diagram, geometry, at, locale, delivery }: MarksProps) {
  const id = useId();
  const now = playhead(geometry, at, diagram.end);
  const area = (from: number, to: number) =>
    geometry.upright
      ? { x: -40, y: from, width: geometry.width + 80, height: Math.max(0, to - from) }
      : { x: from, y: -40, width: Math.max(0, to - from), height: geometry.height + 80 };
  return (
    <g aria-hidden="true">
      <clipPath id={`${id}past`}>
        <rect {...area(-40, now)} />
      </clipPath>
      <clipPath id={`${id}future`}>
        <rect {...area(now, geometry.to + 40)} />
      </clipPath>
      <g clipPath={`url(#${id}past)`}>
        <LastingMarks diagram={diagram} geometry={geometry} />
      </g>
      <g clipPath={`url(#${id}future)`} className={styles.lastingToCome}>
        <LastingMarks diagram={diagram} geometry={geometry} />
      </g>
      <StepMarks diagram={diagram} geometry={geometry} locale={locale} at={at} delivery={delivery} />
      <Axis diagram={diagram} geometry={geometry} at={at} now={now} />
    </g>
  );
}

/** Just after the current step, before the next one. */
function playhead({ along }: Geometry, at: number, end: number): number {
  return at === 0 ? along(0.4) : Math.min(along(at) + 24, at + 1 < end ? (along(at) + along(at + 1)) / 2 : Infinity);
}

function Axis({ diagram, geometry, at, now }: Omit<MarksProps, "locale" | "delivery"> & { now: number }) {
  const { upright, width, height } = geometry;
  const base = upright ? 12 : height - 26;
  const line = (from: number, to: number) => (upright ? `M${base} ${from}V${to}` : `M${from} ${base}H${to}`);
  return (
    <>
      <path className={styles.playhead} d={upright ? `M24 ${now}H${width}` : `M${now} 12V${base - 11}`} />
      {!upright && <path className={styles.axis} d={line(geometry.from, geometry.to)} />}
      {!upright && <path className={styles.done} d={line(geometry.from, now)} />}
      {diagram.steps.map((step) => {
        const moment = geometry.along(step.at);
        if (!upright && step.at === at) return <path key={step.at} className={styles.axis} d={`M${moment} ${base - 4}v8`} />;
        return (
          <g key={step.at}>
            {!upright && <path className={styles.axis} d={`M${moment} ${base - 4}v8`} />}
            {step.at !== at && (
              <text className={styles.tick} x={upright ? base : moment} y={upright ? moment + 4 : base + 19}>
                {step.at}
              </text>
            )}
          </g>
        );
      })}
      <rect className={styles.plate} x={(upright ? base : now) - (upright ? 12 : 14)} y={(upright ? now : base) - 11} width={upright ? 24 : 28} height="22" rx="2" />
      <text className={styles.plateNumber} x={upright ? base : now} y={(upright ? now : base) + 4}>
        {at}
      </text>
    </>
  );
}

interface StepButtonsProps {
  frames: Frames;
  geometry: Geometry;
  at: number;
  select: (steps: number) => void;
  words: SimulatorWords;
  locale: Locale;
}

/** One stop for the Tab key; inside it the arrows move along the run. */
function StepButtons({ frames, geometry, at, select, words, locale }: StepButtonsProps) {
  const group = useRef<SVGGElement>(null);
  const count = frames.frames.length;
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    index === 0 ? Math.max(geometry.from, geometry.along(1) - 24) : index === count ? geometry.to : (geometry.along(index) + geometry.along(index + 1)) / 2,
  );

  function handleKey(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 1, End: count };
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(to, 1), count);
    select(next);
    group.current?.querySelector<SVGGElement>(`[data-step="${next}"]`)?.focus({ preventScroll: true });
  }

  return (
    <g ref={group} onKeyDown={handleKey}>
      {frames.frames.map((frame, index) => {
        const step = index + 1;
        const [from = 0, to = 0] = [edges[index], edges[step]];
        const choose = () => select(step);
        const drag = ({ buttons, pointerType }: PointerEvent) => {
          if (pointerType === "mouse" && buttons === 1) choose();
        };
        return (
          <g
            key={step}
            role="button"
            className={styles.button}
            data-step={step}
            tabIndex={step === Math.max(at, 1) ? 0 : -1}
            aria-label={`${words.stepColumn} ${step}. ${frame.words[locale]}`}
            aria-current={step === at ? "step" : undefined}
            onClick={choose}
            onPointerEnter={drag}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              choose();
            }}
          >
            <rect
              {...(geometry.upright
                ? { x: 1, y: from + 1, width: geometry.width - 2, height: Math.max(0, to - from - 2) }
                : { x: from + 1, y: 1, width: Math.max(0, to - from - 2), height: geometry.height - 2 })}
            />
          </g>
        );
      })}
    </g>
  );
}

/** Keeps the current step of a figure that is wider than its room in sight. */
function useInView(room: { current: HTMLElement | null }, geometry: Geometry | null, at: number) {
  useEffect(() => {
    const element = room.current;
    if (!element || !geometry || geometry.upright) return;
    const visible = element.clientWidth - namesWidth;
    const moment = geometry.along(at);
    const isOut = moment < element.scrollLeft + 60 || moment > element.scrollLeft + visible - 60;
    if (isOut && geometry.width > visible) element.scrollTo({ left: moment - visible / 2 });
  }, [room, geometry, at]);
}
