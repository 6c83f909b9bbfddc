import type { ClimbFigureProps } from "@/components/progress/climb-figure";
import type { Point, Slope } from "@/components/progress/climb-geometry";
import { standingOf } from "@/components/progress/next-step";
import { minutesLeft } from "@/components/progress/time-left";

/** Name and state of a lesson beside its slope: always on the side where the slope leaves room. */
export function ClimbLabel({ slope, climb, variant, standing, locale, t }: ClimbFigureProps & { slope: Slope }) {
  const { lesson } = slope;
  const lessonStanding = standingOf(standing, lesson);
  const settled = lessonStanding?.settled ?? 0;
  const total = lesson.questions.length;
  const { x, y, width } = variant === "wide" ? roomBelow(slope) : roomBeside(slope);
  return (
    <foreignObject x={`${x}%`} y={y} width={`${width}%`} height="96" className="overflow-visible">
      <p className={`climb-title ${settled > 0 || climb.you?.slope === slope ? "text-ink" : "text-ink-2"}`}>
        {lesson.written ? (
          <a href={`/${locale}/lessons/${lesson.slug}`} className="quiet-link">
            {lesson.title[locale]}
          </a>
        ) : (
          lesson.title[locale]
        )}
      </p>
      <p className="mt-0.5 text-1 text-ink-3">
        {!lesson.written
          ? t("map.inPreparation")
          : t("map.lessonState", {
              settled,
              total,
              minutes: settled === 0 || settled === total ? (lesson.minutes ?? 0) : minutesLeft(lesson, lessonStanding),
              stage: settled === 0 || settled === total ? "whole" : "left",
            })}
      </p>
      {variant === "upright" && climb.you?.slope === slope && (
        <p className="text-1 font-semibold text-blue">{t("map.you")}</p>
      )}
    </foreignObject>
  );
}

interface Room extends Point {
  width: number;
}

/** Wide: under the upper end of the slope, as far as the figure goes. */
function roomBelow({ from, to }: Slope): Room {
  const x = from.x + (to.x - from.x) * 0.79;
  return { x, y: to.y + 27, width: 100 - x };
}

/** Upright: right of the slope where it is in the left half, otherwise left of it. */
function roomBeside({ from, to }: Slope): Room {
  const y = to.y + 12;
  if (from.x + to.x < 80) {
    const x = to.x + 4;
    return { x, y, width: 100 - x };
  }
  return { x: 0, y, width: from.x + (to.x - from.x) * 0.5 - 4 };
}
