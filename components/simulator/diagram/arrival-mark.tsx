import type { Step } from "@/components/simulator/diagram/diagram";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import styles from "@/components/simulator/diagram/diagram.module.css";

/** Pixels from the middle of a lane to where lines end: a band has its owner along its foot. */
export function toEdge({ half }: Geometry, lane: string): number {
  return half(lane) > 0 ? half(lane) + 5 : 0;
}

/** What a step leaves where it arrives. */
export function ArrivalMark({ step, geometry }: { step: Step; geometry: Geometry }) {
  // At the edge of a band: what lies inside has marks of its own.
  const towards = Math.sign(geometry.across(step.to) - geometry.across(step.from ?? step.to));
  const edge = -toEdge(geometry, step.to) * towards;
  const { x, y } = geometry.point(step.at, step.to, 0, edge);
  switch (step.arrival) {
    case "read":
      return (
        <>
          <circle className={styles.halo} cx={x} cy={y} r="8" />
          <circle className={styles.read} cx={x} cy={y} r="5" />
        </>
      );
    case "write":
      return (
        <>
          <rect className={styles.halo} x={x - 8} y={y - 8} width="16" height="16" />
          <rect className={styles.write} x={x - 5.5} y={y - 5.5} width="11" height="11" />
        </>
      );
    case "effect":
      return (
        <>
          <circle className={styles.halo} cx={x} cy={y} r="13.5" />
          <circle className={styles.coin} data-unwanted={step.effect?.unwanted || undefined} cx={x} cy={y} r="11" />
          <text className={styles.count} x={x} y={y + 4.2}>
            {step.effect?.count}
          </text>
        </>
      );
    case "refused": {
      const [one, other] = [geometry.point(step.at, step.to, -9, edge - 5 * towards), geometry.point(step.at, step.to, 8, edge - 5 * towards)];
      return <path className={styles.refused} d={`M${one.x} ${one.y}L${other.x} ${other.y}`} />;
    }
    case "none":
      return null;
  }
}
