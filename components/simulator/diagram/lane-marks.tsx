import type { Diagram, Life, Span, Transaction } from "@/components/simulator/diagram/diagram";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { PartitionMarks } from "@/components/simulator/diagram/partition-marks";
import { KeptMarks, StoredKeys } from "@/components/simulator/diagram/store-marks";
import { lifeName } from "@/lib/simulator/words/numbers";
import styles from "@/components/simulator/diagram/diagram.module.css";

interface MarksProps {
  diagram: Diagram;
  geometry: Geometry;
  /** Before the number of a generation. */
  generation: string;
}

/** What lasts: lanes, lives of processes, leases, transactions, reservations, partitions, keys of stores. */
export function LastingMarks({ diagram, geometry, generation }: MarksProps) {
  return (
    <>
      {diagram.lanes.map(({ id, kind }) => kind !== "process" && kind !== "partition" && <Bar key={id} className={styles.lane} lane={id} from={0} to={diagram.end} geometry={geometry} />)}
      <PartitionMarks diagram={diagram} geometry={geometry} generation={generation} />
      <StoredKeys diagram={diagram} geometry={geometry} />
      <KeptMarks diagram={diagram} geometry={geometry} />
      {[...diagram.leases, ...diagram.reservations].map((span) => (
        <Wedge key={`${span.lane} ${span.process} ${span.from}`} span={span} geometry={geometry} />
      ))}
      {diagram.transactions.map((transaction) => (
        <OpenTransaction
          key={`${transaction.process} ${transaction.from}`}
          transaction={transaction}
          offset={offsetOf(diagram, transaction.process)}
          geometry={geometry}
        />
      ))}
      {diagram.lives.map((life) => (
        <LifeBar key={`${life.process}${life.incarnation}`} life={life} geometry={geometry} />
      ))}
    </>
  );
}

interface BarProps {
  className: string | undefined;
  lane: string;
  from: number;
  to: number;
  geometry: Geometry;
  process?: string;
}

function Bar({ className, lane, from, to, geometry, process }: BarProps) {
  const [start, end] = [geometry.point(from, lane), geometry.point(to, lane)];
  return <path className={className} data-process={process} d={`M${start.x} ${start.y}L${end.x} ${end.y}`} />;
}

/** Thin while the process waits for work, broad while it holds a message; a later incarnation begins with a cap. */
function LifeBar({ life, geometry }: { life: Life; geometry: Geometry }) {
  const { process, incarnation, from, to, busy } = life;
  const [one, other] = [geometry.point(from, process, 0, -6), geometry.point(from, process, 0, 6)];
  const name = geometry.point(from, process, geometry.upright ? -3 : 3, -9);
  return (
    <>
      <Bar className={styles.idle} lane={process} from={from} to={to} geometry={geometry} process={process} />
      {busy.map((span) => (
        <Bar key={span.from} className={styles.busy} lane={process} {...span} geometry={geometry} process={process} />
      ))}
      {incarnation > 1 && (
        <>
          <path className={styles.cap} data-process={process} d={`M${one.x} ${one.y}L${other.x} ${other.y}`} />
          <FigureText className={styles.lifeName} data-process={process} {...name} textAnchor={geometry.upright ? "end" : "start"} geometry={geometry}>
            {lifeName(`${process}${incarnation}`)}
          </FigureText>
        </>
      )}
    </>
  );
}

/** Held for a while and running out: 16 px at first, nothing at its end, cut where its holder gave it up. */
function Wedge({ span: { lane, from, to, end }, geometry }: { span: Span; geometry: Geometry }) {
  const left = end === "expired" ? 0 : 3.5;
  const corners = [
    geometry.point(from, lane, 0, -8),
    geometry.point(to, lane, 0, -left),
    geometry.point(to, lane, 0, left),
    geometry.point(from, lane, 0, 8),
  ];
  const [edgeStart, edgeEnd] = [geometry.point(from, lane, 0, -9), geometry.point(from, lane, 0, 9)];
  return (
    <>
      <polygon className={styles.wedge} points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} />
      <path className={styles.edge} d={`M${edgeStart.x} ${edgeStart.y}L${edgeEnd.x} ${edgeEnd.y}`} />
    </>
  );
}

/** Outlined while it is open, denser from its first lock on, closed by a filled end after COMMIT. */
function OpenTransaction({ transaction, offset, geometry }: { transaction: Transaction; offset: number; geometry: Geometry }) {
  const { from, to, end, locksFrom, process } = transaction;
  const box = (start: number, stop: number) => {
    const [one, other] = [geometry.point(start, "database", 0, offset - 4), geometry.point(stop, "database", 0, offset + 4)];
    return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(other.x - one.x), height: Math.abs(other.y - one.y) };
  };
  return (
    <>
      <rect className={styles.transaction} data-process={process} data-end={end} {...box(from, to)} />
      {locksFrom !== null && <rect className={styles.locks} data-process={process} data-end={end} {...box(locksFrom, to)} />}
    </>
  );
}

/** Transactions of different workers lie side by side; who opens none takes no room. */
function offsetOf({ lanes, transactions }: Diagram, process: string): number {
  const workers = lanes.filter(({ id }) => transactions.some((transaction) => transaction.process === id));
  return (workers.findIndex(({ id }) => id === process) - (workers.length - 1) / 2) * 9;
}
