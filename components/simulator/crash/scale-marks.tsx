import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { crashWords } from "@/components/simulator/crash/crash-words";
import { glyphOfPoint } from "@/components/simulator/crash/point-glyph";
import type { CrashHandle } from "@/components/simulator/crash/use-crash-handle";
import type { Geometry, ScalePlace } from "@/components/simulator/diagram/geometry";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import { describeCrashPoint, describeGap } from "@/lib/simulator/words/crash-scale";
import styles from "@/components/simulator/crash/crash.module.css";

interface ScaleMarksProps {
  handle: CrashHandle;
  geometry: Geometry;
  place: ScalePlace;
  locale: Locale;
}

/** The verdict of every gap along the delivery, and the marker that says where the process dies now. */
export function ScaleMarks({ handle, geometry, place, locale }: ScaleMarksProps) {
  const open = handle.prediction?.open ?? false;
  return (
    <g>
      {place.gaps.map((_, gap) => (
        <GapMark key={gap} gap={gap} handle={handle} geometry={geometry} place={place} locale={locale} />
      ))}
      {!open && <Marker handle={handle} geometry={geometry} place={place} locale={locale} />}
    </g>
  );
}

/** Breadth of the bar across the scale, in pixels: what differs without colour. */
const breadths = { none: 4, some: 8, all: 12 };

/** Length along and breadth across time become a rectangle of the page. */
function boxOf(upright: boolean, { from, to }: { from: number; to: number }, across: number, breadth: number) {
  const [along, over] = [Math.max(0, to - from), across - breadth / 2];
  return upright ? { x: over, y: from, width: breadth, height: along } : { x: from, y: over, width: along, height: breadth };
}

function GapMark({ gap, handle, geometry: { upright }, place, locale }: ScaleMarksProps & { gap: number }) {
  const { scale, calls, prediction, lit } = handle;
  const point = scale.points[gap];
  const here = place.gaps[gap];
  if (!point || !here) return null;
  const open = prediction?.open ?? false;
  const violates = open ? "none" : point.violates;
  const bar = { from: here.from + 1, to: here.to - 1 };
  const marked = prediction?.marked.has(gap) ?? false;
  const glyph = glyphOfPoint(point);
  const middle = (here.from + here.to) / 2;
  const glyphAt = upright ? { x: place.across - 25, y: middle - 6 } : { x: middle - 9, y: place.across - 25 };
  const hit = <rect className={styles.hit} {...boxOf(upright, here, place.across, 44)} />;
  return (
    <g
      className={styles.gap}
      data-violates={violates}
      data-lit={lit === gap || undefined}
      onPointerEnter={() => handle.light(gap)}
      onPointerLeave={() => handle.light(null)}
    >
      <rect className={styles.bar} {...boxOf(upright, bar, place.across, breadths[violates])} />
      {violates === "some" && <Hatch box={boxOf(upright, bar, place.across, breadths.some)} />}
      {marked && <rect className={styles.guess} {...boxOf(upright, { from: here.from + 2, to: here.to - 2 }, place.across, 24)} />}
      {!open && gap !== handle.gap && (
        <svg {...glyphAt} width="18" height="12" aria-hidden="true">
          <OutcomeGlyph outcome={glyph.outcome} effects={glyph.effects} />
        </svg>
      )}
      {open ? (
        <g
          role="checkbox"
          className={styles.mark}
          tabIndex={0}
          aria-checked={marked}
          aria-label={describeGap(calls, gap)[locale]}
          onClick={() => prediction?.mark(gap)}
          onKeyDown={(event) => {
            if (event.key !== " " && event.key !== "Enter") return;
            event.preventDefault();
            prediction?.mark(gap);
          }}
        >
          {hit}
          <rect className={styles.tick} {...boxOf(upright, { from: middle - 7, to: middle + 7 }, place.across, 14)} />
          {marked && <path className={styles.tickMark} d={upright ? `M${place.across - 4} ${middle}l3 3l5 -6` : `M${middle - 4} ${place.across}l3 3l5 -6`} />}
        </g>
      ) : (
        // The slider is the way of the keyboard.
        <g className={styles.mark} aria-hidden="true" onClick={() => handle.moveTo(gap)}>
          {hit}
        </g>
      )}
    </g>
  );
}

/** Oblique strokes in a small box; a pattern would not keep its distance in boxes of any size. */
function Hatch({ box: { x, y, width, height } }: { box: { x: number; y: number; width: number; height: number } }) {
  const long = Math.max(width, height);
  const strokes = Array.from({ length: Math.max(0, Math.floor((long - Math.min(width, height)) / 5) + 1) }, (_, index) => {
    const at = index * 5;
    return width >= height ? `M${x + at} ${y + height}L${x + at + height} ${y}` : `M${x} ${y + at + width}L${x + width} ${y + at}`;
  });
  return <path className={styles.hatch} d={strokes.join("")} />;
}

function Marker({ handle, geometry, place, locale }: ScaleMarksProps) {
  const group = useRef<SVGGElement>(null);
  const { upright } = geometry;
  const { gap, scale, calls, point, moveTo, light } = handle;
  const at = place.gaps[gap]?.at ?? 0;
  const last = scale.points.length - 1;

  /** The gap nearest to a pointer. */
  function gapAt({ clientX, clientY }: PointerEvent): number {
    const box = group.current?.ownerSVGElement?.getBoundingClientRect();
    if (!box) return gap;
    const moment = upright ? clientY - box.top : clientX - box.left;
    const distances = place.gaps.map((other) => Math.abs(other.at - moment));
    return distances.indexOf(Math.min(...distances));
  }

  function handleKey(event: KeyboardEvent) {
    const to = { ArrowLeft: gap - 1, ArrowUp: gap - 1, ArrowRight: gap + 1, ArrowDown: gap + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(to, 0), last);
    moveTo(next, "slider");
    light(next);
  }

  const lane = geometry.across(scale.process);
  const stem = upright ? `M${place.across + 17} ${at}H${lane - 12}` : `M${at} ${place.across + 17}V${lane - 12}`;
  const turn = upright ? `translate(${place.across} ${at}) rotate(-90)` : `translate(${at} ${place.across})`;
  return (
    <g
      ref={group}
      role="slider"
      className={styles.marker}
      tabIndex={0}
      aria-label={crashWords.point[locale]}
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={gap}
      aria-valuetext={describeCrashPoint(calls, gap, point)[locale]}
      onKeyDown={handleKey}
      onFocus={() => light(gap)}
      onBlur={() => light(null)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(gapAt(event), "slider");
      }}
    >
      <path className={styles.stem} d={stem} />
      <g transform={turn}>
        <rect className={styles.hit} x="-22" y="-22" width="44" height="44" />
        <path className={styles.focus} d="M-18 -21H18V7L0 25L-18 7Z" />
        <path className={styles.body} d="M-14 -17H14V5L0 19L-14 5Z" />
        <path className={styles.cross} d="M-5 -9L5 1M5 -9L-5 1" />
      </g>
    </g>
  );
}
