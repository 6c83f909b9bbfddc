import type { ClimbFigureProps } from "@/components/progress/climb-figure";
import type { Climb, OrbitCase } from "@/components/progress/climb-geometry";
import { arcPath } from "@/components/progress/climb-proportions";

/** The orbit: an arc from the right, where the climb arrives, to the left; a numbered ring for every case. */
export function ClimbOrbit({
  climb,
  variant,
  locale,
  t,
  orbit,
}: ClimbFigureProps & { orbit: NonNullable<Climb["orbit"]> }) {
  const { cases, arc } = orbit;
  const right = arc.middle + arc.half;
  const left = arc.middle - arc.half;
  const last = cases.at(-1)?.x ?? right;
  const name = variant === "wide" ? { x: 0, y: arc.top + 44 } : { x: 0, y: arc.top + arc.sag + 34 };
  return (
    <>
      <g aria-hidden="true">
        <svg width="100%" height={climb.height} viewBox={`0 0 100 ${climb.height}`} preserveAspectRatio="none" className="overflow-visible">
          <path d={arrival(climb, right, arc.top + arc.sag)} className="line-ahead [vector-effect:non-scaling-stroke]" />
          {cases.map((item, index) => (
            <path
              key={item.lesson.slug}
              d={arcPath(arc, cases[index - 1]?.x ?? right, item.x)}
              className={`${item.flown ? "line-flown" : "line-ahead"} [vector-effect:non-scaling-stroke]`}
            />
          ))}
          <path d={arcPath(arc, last, left)} className="line-ahead [vector-effect:non-scaling-stroke]" />
        </svg>
        <text x={name.x} y={name.y} className={`fill-ink font-semibold ${variant === "wide" ? "text-[14px]" : "text-2"}`}>
          {t("map.levels.orbit")}
          <tspan
            {...(variant === "wide" ? { x: 0, dy: 17 } : { dx: 8 })}
            className="fill-ink-3 text-1 font-normal"
          >
            {t("map.cases", { count: cases.length })}
          </tspan>
        </text>
      </g>
      <g role="list" aria-label={t("map.levels.orbit")}>
        {cases.map((item) => (
          <g key={item.lesson.slug} role="listitem">
            <svg role="presentation" x={`${item.x}%`} y={item.y} className="overflow-visible">
              <CaseMark item={item} radius={variant === "wide" ? 6 : 4.5} locale={locale} t={t} />
            </svg>
          </g>
        ))}
      </g>
    </>
  );
}

function CaseMark({
  item,
  radius,
  locale,
  t,
}: { item: OrbitCase; radius: number } & Pick<ClimbFigureProps, "locale" | "t">) {
  const title = item.lesson.title[locale];
  const ring = item.flown ? "fill-ink" : "fill-paper stroke-rule-2 stroke-[1.5]";
  const mark = (
    <>
      <circle r={radius} className={ring} strokeDasharray={item.lesson.written ? undefined : "2 2.7"} />
      <text y={-radius - 8} textAnchor="middle" aria-hidden="true" className="fill-ink-3 font-mono text-1 font-medium">
        {item.number}
      </text>
    </>
  );
  if (!item.lesson.written) {
    return (
      <g role="img" aria-label={t("map.caseInPreparation", { number: item.number, title })}>
        <title>{title}</title>
        {mark}
      </g>
    );
  }
  return (
    <a href={`/${locale}/lessons/${item.lesson.slug}`} className="climb-dot">
      <title>{t("map.case", { number: item.number, title })}</title>
      <circle r="12" className="fill-transparent" />
      {mark}
    </a>
  );
}

/** From the last plateau around the edge of the figure onto the arc. */
function arrival(climb: Climb, right: number, y: number): string {
  const last = climb.slopes.at(-1)?.plateau ?? { x: 0, y: climb.ground };
  const out = (right - last.x) * 0.46;
  return `M${last.x} ${last.y}C${last.x + out} ${last.y} ${right + 6} ${last.y - 5} ${right} ${y}`;
}
