import type { ClimbFigureProps } from "@/components/progress/climb-figure";

/** Levels as hairlines, the ground as an ink line with the earth under it. */
export function ClimbGround({ climb, variant, t }: ClimbFigureProps) {
  const start = variant === "wide" ? 8.8 : 0;
  const names = climb.levels.map(({ level, y }) => ({
    level,
    y,
    name: t(`map.levels.${level}`),
    skill: level === "zero" ? "" : t(`map.skills.${level}`),
  }));
  return (
    <g aria-hidden="true">
      <defs>
        <pattern id={`earth-${variant}`} width="14" height="9" patternUnits="userSpaceOnUse" y={climb.ground + 1}>
          <path d="M8.5 0l-8 8" className="stroke-rule-2" />
        </pattern>
      </defs>
      {names.map(({ level, y }) =>
        level === "zero" ? null : <line key={level} x1={`${start}%`} x2="100%" y1={y} y2={y} className="stroke-rule" />,
      )}
      <rect x={`${start}%`} y={climb.ground + 1} width={`${100 - start}%`} height="9" fill={`url(#earth-${variant})`} />
      <line x1={`${start}%`} x2="100%" y1={climb.ground} y2={climb.ground} className="stroke-ink stroke-[1.5]" />
      {names.map(({ level, y, name, skill }) =>
        variant === "wide" ? (
          <text key={level} y={y + 4} className="fill-ink text-[14px] font-semibold">
            {name}
            <tspan x="0" dy="17" className="fill-ink-3 text-1 font-normal">
              {skill}
            </tspan>
          </text>
        ) : (
          <text key={level} y={level === "zero" ? y + 26 : y - 8} className="fill-ink text-2 font-semibold">
            {name}
          </text>
        ),
      )}
    </g>
  );
}
