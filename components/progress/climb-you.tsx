import type { ClimbFigureProps } from "@/components/progress/climb-figure";
import type { Climb } from "@/components/progress/climb-geometry";

/** The learner as an arrow along the line; on wide screens with the name of the next question. */
export function ClimbYou({ climb, variant, locale, t, you }: ClimbFigureProps & { you: NonNullable<Climb["you"]> }) {
  const { from, at, slope } = you;
  const dot = slope?.dots.find((item) => item === at);
  // Near the left edge there is no room beside the arrow for a title, and at the foot of the climb not even for two words.
  const roomForTitle = at.x > 24;
  const onOrbit = climb.orbit !== null && at.y < climb.orbit.arc.top + climb.orbit.arc.sag + 1;
  const name = onOrbit ? { dx: 34, dy: 32 } : at.x > 14 ? { dx: -26, dy: roomForTitle ? -26 : -18 } : { dx: 12, dy: -24 };
  return (
    <g aria-hidden="true" className="pointer-events-none">
      <defs>
        <marker
          id={`you-${variant}`}
          viewBox="-12 -13 30 26"
          markerWidth="30"
          markerHeight="26"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M16 0L-9 -10L-4 0L-9 10Z" className="fill-blue stroke-paper stroke-3 [paint-order:stroke]" />
        </marker>
      </defs>
      <line x1={`${from.x}%`} y1={from.y} x2={`${at.x}%`} y2={at.y} stroke="none" markerEnd={`url(#you-${variant})`} />
      {variant === "wide" && (
        <text textAnchor="end" className="fill-blue text-[14px] font-semibold">
          <tspan x={`${at.x}%`} dx={name.dx} y={at.y + name.dy}>
            {t("map.you")}
          </tspan>
          {dot && roomForTitle && (
            <tspan x={`${at.x}%`} dx="-26" dy="17" className="fill-ink-3 text-1 font-normal">
              {dot.question.title[locale]}
            </tspan>
          )}
        </text>
      )}
    </g>
  );
}
