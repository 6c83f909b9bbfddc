import { ClimbGround } from "@/components/progress/climb-ground";
import { ClimbLabel } from "@/components/progress/climb-label";
import { ClimbOrbit } from "@/components/progress/climb-orbit";
import type { Climb, Slope } from "@/components/progress/climb-geometry";
import { ClimbYou } from "@/components/progress/climb-you";
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
      <ClimbGround {...props} />
      <g role="list">
        {climb.slopes.map((slope) => (
          <g key={slope.lesson.slug} role="listitem">
            <ClimbLine slope={slope} />
            <ClimbLabel {...props} slope={slope} />
            <Dots {...props} slope={slope} />
          </g>
        ))}
      </g>
      {climb.orbit && <ClimbOrbit {...props} orbit={climb.orbit} />}
      {climb.you && <ClimbYou {...props} you={climb.you} />}
    </svg>
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
          <svg role="presentation" x={`${dot.x}%`} y={dot.y} className="overflow-visible">
            <a
              href={`/${locale}${questionPath(dot.question.id)}`}
              aria-current={dot === climb.you?.at ? "step" : undefined}
              className="climb-dot"
            >
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
