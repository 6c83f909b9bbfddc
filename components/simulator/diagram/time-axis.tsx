import { crashWords } from "@/components/simulator/crash/crash-words";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import type { Locale } from "@/lib/locale";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface AxisProps {
  diagram: Diagram;
  geometry: Geometry;
  at: number;
  /** Pixel of the playhead. */
  now: number;
  /** Moment from which on no continuation is ok; null where there is none. */
  decided: number | null;
  locale: Locale;
}

/** Time in steps, how far it has come, and the number of the current step. */
export function Axis({ diagram, geometry, at, now, decided, locale }: AxisProps) {
  const { upright, width, height, along } = geometry;
  const base = upright ? 12 : height - 26;
  const half = upright ? 12 : 14;
  // A run without a step has its moment at the very edge.
  const plate = upright ? { x: base, y: now } : { x: Math.max(now, half), y: base };
  const line = (from: number, to: number) => (upright ? `M${base} ${from}V${to}` : `M${from} ${base}H${to}`);
  const isDecided = decided !== null && decided <= at;
  return (
    <>
      <path className={styles.playhead} d={upright ? `M24 ${now}H${width}` : `M${now} 12V${base - 11}`} />
      {!upright && <path className={styles.axis} d={line(geometry.from, geometry.to)} />}
      {!upright && <path className={styles.done} d={line(geometry.from, now)} />}
      {isDecided && <path className={styles.decided} d={line(along(decided), now)} />}
      {diagram.steps.map((step) => {
        const moment = geometry.along(step.at);
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
      {isDecided && <NoReturn at={along(decided)} base={base} end={now} geometry={geometry} locale={locale} />}
      <rect className={styles.plate} x={plate.x - half} y={plate.y - 11} width={2 * half} height="22" rx="2" />
      <text className={styles.plateNumber} x={plate.x} y={plate.y + 4}>
        {at}
      </text>
    </>
  );
}

/** The red diamond: from here on the run cannot end well. */
function NoReturn({ at, base, end, geometry, locale }: { at: number; base: number; end: number; geometry: Geometry; locale: Locale }) {
  const { upright } = geometry;
  const diamond = upright ? `M${base} ${at - 7}l5.5 7l-5.5 7l-5.5 -7Z` : `M${at} ${base - 7}l5.5 7l-5.5 7l-5.5 -7Z`;
  const fits = !upright && end - at > 180;
  return (
    <>
      <path className={styles.diamond} d={diamond} />
      {!upright && (
        <FigureText className={styles.noReturn} x={fits ? (at + end) / 2 : at + 10} y={base - 9} textAnchor={fits ? "middle" : "start"} geometry={geometry}>
          {crashWords.noReturn[locale]}
        </FigureText>
      )}
    </>
  );
}
