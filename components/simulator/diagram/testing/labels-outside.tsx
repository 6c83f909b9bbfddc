import { renderToStaticMarkup } from "react-dom/server";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { LaneNames } from "@/components/simulator/diagram/lane-names";
import { LastingMarks } from "@/components/simulator/diagram/lane-marks";
import { diagramOf } from "@/components/simulator/diagram/read-run";
import { StepMarks } from "@/components/simulator/diagram/step-marks";
import { Axis } from "@/components/simulator/diagram/time-axis";
import { uprightGeometry } from "@/components/simulator/diagram/upright-geometry";
import { wideGeometry } from "@/components/simulator/diagram/wide-geometry";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { type Locale, locales } from "@/lib/locale";
import type { Frames } from "@/lib/simulator/run/frame";
import type { EffectDeclaration } from "@/lib/simulator/scenario/scenario";

/** A run and the effects that it is counted by. */
export interface DrawnRun {
  frames: Frames;
  effects: readonly EffectDeclaration[];
}

/** Pixels per letter of the narrowest letters that labels are set in: what sticks out by this measure does so on every screen. */
const letter = 5.5;

/** Pixels that have to stay free at the edges: what touches them looks cut off. */
const margin = 2;

/** Labels that reach past the left or the right edge of the figure, drawn as the page draws them. */
function outside({ frames, effects }: DrawnRun, upright: boolean, locale: Locale): string[] {
  const words = (locale === "ru" ? ru : en).diagram;
  const diagram = diagramOf(frames, effects);
  const at = frames.frames.length;
  const geometry = upright ? uprightGeometry(diagram, 358) : wideGeometry(diagram, 700, { locale, ...words });
  const names = { diagram, geometry, effects, counts: frames.outcome.effects, at, lost: true, waiting: [], words, locale, width: 104, textSize: 1 };
  const drawn = renderToStaticMarkup(
    <svg>
      {upright && <LaneNames {...names} />}
      <LastingMarks diagram={diagram} geometry={geometry} generation={words.generation} />
      <StepMarks diagram={diagram} geometry={geometry} locale={locale} at={at} delivery={words.delivery} />
      <Axis diagram={diagram} geometry={geometry} at={at} now={geometry.along(at)} decided={1} locale={locale} />
    </svg>,
  );
  return [...drawn.matchAll(/<text([^>]*)>([^<]+)<\/text>/g)].flatMap(([, attributes = "", text = ""]) => (isInside(attributes, text, geometry) ? [] : [text]));
}

function isInside(attributes: string, text: string, { width }: Geometry): boolean {
  const x = Number(/ x="([^"]+)"/.exec(attributes)?.[1]);
  const anchor = / text-anchor="(\w+)"/.exec(attributes)?.[1] ?? "middle";
  const length = text.length * letter;
  const start = x - { start: 0, middle: length / 2, end: length }[anchor as "start" | "middle" | "end"];
  return start >= margin && start + length <= width - margin;
}

/** The same in both directions and both languages. */
export function labelsOutside(run: DrawnRun): string[] {
  return [true, false].flatMap((upright) => locales.flatMap((locale) => outside(run, upright, locale)));
}
