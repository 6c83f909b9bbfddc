import type { Diagram, Ghost, Step } from "@/components/simulator/diagram/diagram";
import { ArrivalMark, toEdge } from "@/components/simulator/diagram/arrival-mark";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { deliveryLabel, sansLetter } from "@/components/simulator/diagram/labels";
import type { Locale } from "@/lib/locale";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface StepMarksProps {
  diagram: Diagram;
  geometry: Geometry;
  locale: Locale;
  /** Steps up to here have happened. */
  at: number;
  /** Between "delivery" and its number. */
  delivery: string;
}

/** What happens: requests and answers as lines, what they leave behind, crashes, and calls that never came. */
export function StepMarks({ diagram, geometry, locale, at, delivery }: StepMarksProps) {
  return (
    <>
      {diagram.steps.map((step) => (
        <g key={step.at} className={styles.step} data-to-come={step.at > at || undefined}>
          <StepMark
            step={step}
            diagram={diagram}
            geometry={geometry}
            locale={locale}
            lease={deliveryLabel(diagram, step, { delivery })}
          />
        </g>
      ))}
      {diagram.ghosts.map((ghost) => (
        <GhostMark key={`${ghost.process} ${ghost.at}`} ghost={ghost} geometry={geometry} />
      ))}
    </>
  );
}

interface StepMarkProps {
  step: Step;
  diagram: Diagram;
  geometry: Geometry;
  locale: Locale;
  lease: string;
}

function StepMark({ step, diagram, geometry, locale, lease }: StepMarkProps) {
  switch (step.kind) {
    case "crash":
      return <Crash at={step.at} lane={step.to} geometry={geometry} />;
    case "hand-over":
      return (
        <>
          <Line step={step} from={step.from ?? step.to} geometry={geometry} />
          <FigureText className={styles.answer} {...geometry.point(step.at, "queue", geometry.upright ? -8 : -4, geometry.upright ? -14 : -13)} geometry={geometry}>
            {lease}
          </FigureText>
        </>
      );
    case "event":
      return <EventMark step={step} geometry={geometry} locale={locale} diagram={diagram} />;
    case "call":
      return (
        <>
          <Line step={step} from={step.from ?? step.to} geometry={geometry} />
          <CallName step={step} diagram={diagram} geometry={geometry} />
          <ArrivalMark step={step} geometry={geometry} />
          <Answer step={step} diagram={diagram} geometry={geometry} locale={locale} />
        </>
      );
  }
}

/** Distance from the middle of a lane at which lines end. */
const clearances = { none: 5, read: 8, write: 9, effect: 14, refused: 8 };

function Line({ step, from, geometry }: { step: Step; from: string; geometry: Geometry }) {
  const towards = Math.sign(geometry.across(step.to) - geometry.across(from));
  const clearance = (step.kind === "hand-over" ? 4 : toEdge(geometry, step.to) + clearances[step.arrival]) * towards;
  const start = geometry.point(step.at, from, -9);
  const whole = geometry.point(step.at, step.to, -1, -clearance);
  const end = step.lost === "request" ? half(start, whole) : whole;
  const answerStart = geometry.point(step.at, step.to, 3, -clearance);
  const home = geometry.point(step.at, from, 11, 5 * towards);
  const answerEnd = step.lost === "reply" ? half(answerStart, home) : home;
  return (
    <>
      <path className={styles.request} d={`M${start.x} ${start.y}L${end.x} ${end.y}`} />
      {step.lost === "request" ? <Stop at={end} geometry={geometry} /> : <Head from={start} to={end} className={styles.head} closed />}
      {(step.answered || step.lost === "reply") && (
        <>
          <path className={styles.reply} d={`M${answerStart.x} ${answerStart.y}L${answerEnd.x} ${answerEnd.y}`} />
          {step.lost === "reply" ? (
            <Stop at={answerEnd} geometry={geometry} />
          ) : (
            <Head from={answerStart} to={answerEnd} className={styles.openHead} />
          )}
        </>
      )}
    </>
  );
}

interface Point {
  x: number;
  y: number;
}

function half(from: Point, to: Point): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/** The 6 px cap where something did not arrive. */
function Stop({ at: { x, y }, geometry }: { at: Point; geometry: Geometry }) {
  return <path className={styles.stop} d={geometry.upright ? `M${x} ${y - 5}v10` : `M${x - 5} ${y}h10`} />;
}

function Head({ from, to, className, closed }: { from: Point; to: Point; className: string | undefined; closed?: boolean }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const wing = (side: number) => `${to.x - 6 * dx + side * 2.7 * -dy} ${to.y - 6 * dy + side * 2.7 * dx}`;
  return <path className={className} d={`M${wing(1)}L${to.x} ${to.y}L${wing(-1)}${closed ? "Z" : ""}`} />;
}

function CallName({ step, diagram, geometry }: { step: Step; diagram: Diagram; geometry: Geometry }) {
  if (step.call === null || step.from === null) return null;
  const backwards = geometry.across(step.to) < geometry.across(step.from);
  if (!geometry.upright) {
    return (
      <FigureText className={styles.call} {...geometry.point(step.at, step.from, backwards ? 2 : -8, -13)} textAnchor={backwards ? "start" : "middle"} geometry={geometry} mono>
        {step.call}
      </FigureText>
    );
  }
  const isLast = diagram.lanes.at(-1)?.id === step.from;
  return (
    <FigureText className={styles.call} {...geometry.point(step.at, step.from, -14, backwards || isLast ? -9 : 9)} textAnchor={backwards || isLast ? "end" : "start"} geometry={geometry} mono>
      {step.call}
    </FigureText>
  );
}

function Answer({ step, diagram, geometry, locale }: { step: Step; diagram: Diagram; geometry: Geometry; locale: Locale }) {
  if (step.answer === null) return null;
  const half = geometry.half(step.to);
  const below = step.arrival === "effect" ? 26 : half > 0 ? half + 15 : 20;
  const isPartition = diagram.partitions.some(({ lane }) => lane === step.to);
  const unwanted = step.effect?.unwanted || undefined;
  if (!geometry.upright) {
    // Above the first lane there is room, and none below it for lines that come from there; below a partition its owner stands.
    const above = diagram.lanes[0]?.id === step.to || isPartition;
    return (
      <FigureText className={styles.answer} data-unwanted={unwanted} {...geometry.point(step.at, step.to, 0, above ? -Math.max(13, half + 11) : below)} textAnchor="middle" geometry={geometry}>
        {step.answer[locale]}
      </FigureText>
    );
  }
  const edge = step.to === diagram.lanes.at(-1)?.id ? "end" : step.to === diagram.lanes[0]?.id ? "start" : "middle";
  if (half > 0 && edge === "start")
    return (
      <FigureText className={styles.answer} {...geometry.point(step.at, step.to, 20, half + 5)} geometry={geometry}>
        {step.answer[locale]}
      </FigureText>
    );
  const x = edge === "end" ? geometry.width : edge === "start" ? geometry.across(step.to) - 14 : geometry.across(step.to);
  return (
    <FigureText className={styles.answer} data-unwanted={unwanted} x={x} y={geometry.along(step.at) + Math.min(below, 26)} textAnchor={edge} geometry={geometry}>
      {step.answer[locale]}
    </FigureText>
  );
}

/** Something that happens by itself: a stroke across the lane, and words beside it. */
function EventMark({ step, diagram, geometry, locale }: { step: Step; diagram: Diagram; geometry: Geometry; locale: Locale }) {
  const half = geometry.half(step.to);
  const [one, other] = [geometry.point(step.at, step.to, 0, -half - (half > 0 ? 4 : 12)), geometry.point(step.at, step.to, 0, half + (half > 0 ? 4 : 12))];
  if (step.arrival === "effect") {
    return (
      <>
        <ArrivalMark step={step} geometry={geometry} />
        <Answer step={step} diagram={diagram} geometry={geometry} locale={locale} />
      </>
    );
  }
  const isLast = diagram.lanes.at(-1)?.id === step.to;
  const above = diagram.lanes[0]?.id === step.to || diagram.partitions.some(({ lane }) => lane === step.to);
  // Upright the words stand on the side where there is room for them.
  const room = geometry.width - geometry.across(step.to) - Math.max(16, half + 7);
  const before = isLast || (step.answer?.[locale].length ?? 0) * sansLetter > room;
  const words = geometry.upright ? geometry.point(step.at, step.to, 4, (before ? -1 : 1) * Math.max(16, half + 7)) : geometry.point(step.at, step.to, 0, above ? -Math.max(18, half + 11) : Math.max(26, half + 17));
  return (
    <>
      <path className={styles.edge} d={`M${one.x} ${one.y}L${other.x} ${other.y}`} />
      <FigureText className={styles.answer} {...words} textAnchor={geometry.upright ? (before ? "end" : "start") : "middle"} geometry={geometry}>
        {step.answer?.[locale]}
      </FigureText>
    </>
  );
}

function Crash({ at, lane, geometry }: { at: number; lane: string; geometry: Geometry }) {
  const { x, y } = geometry.point(at, lane);
  const strokes = `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16`;
  return (
    <>
      <path className={styles.crashHalo} d={strokes} />
      <path className={styles.crash} d={strokes} />
    </>
  );
}

function GhostMark({ ghost: { process, from, at, call }, geometry }: { ghost: Ghost; geometry: Geometry }) {
  const { x, y } = geometry.point(at, process);
  const before = geometry.point(from, process);
  const name = geometry.upright ? { x: x + 12, y: y + 4 } : { x, y: y - 13 };
  return (
    <>
      <path className={styles.ghost} d={`M${before.x} ${before.y}L${x} ${y}`} />
      <circle className={styles.halo} cx={x} cy={y} r="6" />
      <circle className={styles.ghost} cx={x} cy={y} r="4.5" />
      <FigureText className={styles.ghostName} {...name} textAnchor={geometry.upright ? "start" : "middle"} geometry={geometry} mono>
        {call}
      </FigureText>
    </>
  );
}
