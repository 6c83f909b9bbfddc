import { acrossKey, keptRow } from "@/components/simulator/diagram/bands";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { redisLane, type Kept, type StoredKey } from "@/components/simulator/diagram/read-parts";
import styles from "@/components/simulator/diagram/store-marks.module.css";

interface MarksProps {
  diagram: Diagram;
  geometry: Geometry;
}

interface Point {
  x: number;
  y: number;
}

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}

/** Keys of the Redis-like store: a wedge that runs out where a TTL runs, a bar where none does, with its writer's letter. */
export function StoredKeys({ diagram, geometry }: MarksProps) {
  return diagram.stored.map((key) => <Key key={`${key.key} ${key.from}`} stored={key} across={acrossKey(diagram.stored, key.row)} geometry={geometry} />);
}

function Key({ stored, across, geometry }: { stored: StoredKey; across: number; geometry: Geometry }) {
  const { key, process, from, to, hasTtl, end } = stored;
  const atEnd = !hasTtl ? 3 : end === "expired" ? 0 : 2.5;
  const atStart = hasTtl ? 6 : 3;
  const corner = (at: number, aside: number) => geometry.point(at, redisLane, 0, across + aside);
  const start = geometry.point(from, redisLane, 0, across);
  return (
    <>
      <path className={styles.key} data-end={end} d={`${pathOf([corner(from, -atStart), corner(to, -atEnd), corner(to, atEnd), corner(from, atStart)])}Z`} />
      {end !== "open" && <path className={styles.end} d={pathOf([corner(to, -7), corner(to, 7)])} />}
      <g data-process={process}>
        <rect className={styles.writer} x={start.x - 7} y={start.y - 7} width="14" height="14" rx="7" />
        <text className={styles.writerName} data-stays="true" x={start.x} y={start.y + 4.2}>
          {process}
        </text>
      </g>
      {!geometry.upright && (
        <FigureText className={styles.name} x={start.x + 11} y={start.y + 4} geometry={geometry}>
          {key}
        </FigureText>
      )}
    </>
  );
}

/** What lies beside a lane for a while: remembered ids and dead letters under the queue, events of the outbox over the database. */
export function KeptMarks({ diagram, geometry }: MarksProps) {
  return diagram.kept.map((kept) => <KeptMark key={`${kept.kind} ${kept.name} ${kept.from}`} kept={kept} geometry={geometry} />);
}

/** Distance of the first row from the middle of its lane: one kind lies on one side. */
const firstRow = { "remembered-id": 17, "dead-letter": 17, "pending-event": -20 };

function KeptMark({ kept: { lane, kind, name, from, to, isOver, row }, geometry }: { kept: Kept; geometry: Geometry }) {
  const rowBreadth = geometry.upright ? 8 : keptRow;
  const first = geometry.upright ? Math.sign(firstRow[kind]) * 13 : firstRow[kind];
  const across = first + Math.sign(first) * row * rowBreadth;
  const [start, end] = [geometry.point(from, lane, 0, across), geometry.point(to, lane, 0, across)];
  const [one, other] = [geometry.point(to, lane, 0, across - 4), geometry.point(to, lane, 0, across + 4)];
  return (
    <>
      <path className={styles.kept} data-kind={kind} d={pathOf([start, end])} />
      {kind === "dead-letter" && <path className={styles.dead} d={`M${start.x - 4.5} ${start.y - 4.5}h9v9h-9ZM${start.x - 4.5} ${start.y - 4.5}l9 9`} />}
      {isOver && kind === "pending-event" && <rect className={styles.sent} x={end.x - 4.5} y={end.y - 4.5} width="9" height="9" />}
      {isOver && kind !== "pending-event" && <path className={styles.end} d={pathOf([one, other])} />}
      {!geometry.upright && (
        <FigureText className={styles.name} x={start.x + (kind === "dead-letter" ? 9 : 3)} y={start.y + 4} geometry={geometry}>
          {kind === "pending-event" ? `outbox: ${name}` : name}
        </FigureText>
      )}
    </>
  );
}
