import { ClimbLabel } from "@/components/progress/climb-label";
import { ClimbOrbit } from "@/components/progress/climb-orbit";
import type { Climb, Slope } from "@/components/progress/climb-geometry";
import { questionPath } from "@/components/progress/next-step";
import { StateDot } from "@/components/progress/state-dot";
import type { CourseStanding } from "@/lib/progress/contract";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

export interface ClimbFigureProps {
  climb: Climb;
  /** `wide` has names of levels at its left and links on its dots; `upright` is for phones. */
  variant: "wide" | "upright";
  standing: CourseStanding | null;
  locale: Locale;
  t: Translator;
}

/** The climb profile: altitude up, a slope per lesson, a dot per question, the learner as an arrow. */
export function ClimbFigure(props: ClimbFigureProps) {
  const { climb, variant, t } = props;
  return (
    <svg
      width="100%"
      height={climb.height}
      role="group"
      aria-label={t("map.profile")}
      className={`overflow-visible ${variant === "wide" ? "hidden tablet:block" : "tablet:hidden"}`}
    >
      <Ground {...props} />
      {climb.orbit && <ClimbOrbit {...props} orbit={climb.orbit} />}
      <g role="list">
        {climb.slopes.map((slope) => (
          <g key={slope.lesson.slug} role="listitem">
            <ClimbLine slope={slope} />
            <ClimbLabel {...props} slope={slope} />
            <Dots {...props} slope={slope} />
          </g>
        ))}
      </g>
      {climb.you && <You {...props} you={climb.you} />}
    </svg>
  );
}

/** Levels as hairlines, the ground as an ink line with the earth under it. */
function Ground({ climb, variant, t }: ClimbFigureProps) {
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

function ClimbLine({ slope }: { slope: Slope }) {
  return (
    <g aria-hidden="true">
      {slope.legs.map(({ from, to, flown }) => (
        <line
          key={`${from.x} ${to.x}`}
          x1={`${from.x}%`}
          y1={from.y}
          x2={`${to.x}%`}
          y2={to.y}
          className={flown ? "line-flown" : "line-ahead"}
        />
      ))}
    </g>
  );
}

/** Each question of a written lesson. On phones dots are too close to be targets: there the lesson's name is the link. */
function Dots({ slope, climb, variant, locale, t }: ClimbFigureProps & { slope: Slope }) {
  const dots = slope.dots.filter((dot) => dot !== climb.you?.at);
  if (variant === "upright") {
    return (
      <g aria-hidden="true">
        {dots.map((dot) => (
          <svg key={dot.question.id} x={`${dot.x}%`} y={dot.y} className="overflow-visible">
            <StateDot state={dot.state} />
          </svg>
        ))}
      </g>
    );
  }
  return (
    <g role="list">
      {slope.dots.map((dot, index) => (
        <g key={dot.question.id} role="listitem">
          <svg x={`${dot.x}%`} y={dot.y} className="overflow-visible">
            <a href={`/${locale}${questionPath(dot.question.id)}`} className="climb-dot">
              <title>
                {t("map.dot", {
                  number: index + 1,
                  title: dot.question.title[locale],
                  state: t(`progress.states.${dot.state}`),
                })}
              </title>
              <circle r="12" className="fill-transparent" />
              {dot !== climb.you?.at && <StateDot state={dot.state} />}
            </a>
          </svg>
        </g>
      ))}
    </g>
  );
}

function You({ climb, variant, locale, t, you }: ClimbFigureProps & { you: NonNullable<Climb["you"]> }) {
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
