import type { Diagram } from "@/components/simulator/diagram/diagram";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface AxisProps {
  diagram: Diagram;
  geometry: Geometry;
  at: number;
  /** Pixel of the playhead. */
  now: number;
}

/** Time in steps, how far it has come, and the number of the current step. */
export function Axis({ diagram, geometry, at, now }: AxisProps) {
  const { upright, width, height } = geometry;
  const base = upright ? 12 : height - 26;
  const plate = upright ? { x: base, y: now, half: 12 } : { x: now, y: base, half: 14 };
  const line = (from: number, to: number) => (upright ? `M${base} ${from}V${to}` : `M${from} ${base}H${to}`);
  return (
    <>
      <path className={styles.playhead} d={upright ? `M24 ${now}H${width}` : `M${now} 12V${base - 11}`} />
      {!upright && <path className={styles.axis} d={line(geometry.from, geometry.to)} />}
      {!upright && <path className={styles.done} d={line(geometry.from, now)} />}
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
      <rect className={styles.plate} x={plate.x - plate.half} y={plate.y - 11} width={2 * plate.half} height="22" rx="2" />
      <text className={styles.plateNumber} x={plate.x} y={plate.y + 4}>
        {at}
      </text>
    </>
  );
}
