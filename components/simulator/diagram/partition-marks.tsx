import { acrossOffset, stepOfOffsets } from "@/components/simulator/diagram/bands";
import type { Diagram } from "@/components/simulator/diagram/diagram";
import { FigureText } from "@/components/simulator/diagram/figure-text";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { ownerLabel } from "@/components/simulator/diagram/labels";
import type { Ownership, PartitionLane, Reader } from "@/components/simulator/diagram/read-partitions";
import { lifeName } from "@/lib/simulator/words/numbers";
import styles from "@/components/simulator/diagram/partition-marks.module.css";

interface PartitionMarksProps {
  diagram: Diagram;
  geometry: Geometry;
  /** Before the number of a generation. */
  generation: string;
}

/**
 * Partitions as bands: a line for each offset, filled up to the committed one; over it the position of each reader as
 * stairs with the reader's letter, so that what lies between the two is what would come again; along its foot the owner.
 */
export function PartitionMarks({ diagram, geometry, generation }: PartitionMarksProps) {
  return diagram.partitions.map((partition) => (
    <g key={partition.lane}>
      <Offsets partition={partition} end={diagram.end} geometry={geometry} />
      <Committed partition={partition} end={diagram.end} geometry={geometry} />
      {partition.owners.map((owner) => (
        <Owner key={owner.from} owner={owner} partition={partition} geometry={geometry} generation={generation} />
      ))}
      {partition.readers.map((reader, index) => (
        <Position key={`${reader.life} ${index}`} reader={reader} partition={partition} geometry={geometry} />
      ))}
      <Commits partition={partition} geometry={geometry} />
    </g>
  ));
}

interface PartProps {
  partition: PartitionLane;
  geometry: Geometry;
}

/** A point of a partition: a moment and an offset. */
function pointOf({ partition, geometry }: PartProps, at: number, offset: number, moveAlong = 0, moveAcross = 0): { x: number; y: number } {
  return geometry.point(at, partition.lane, moveAlong, acrossOffset(partition, offset, geometry.upright) + moveAcross);
}

function linePath(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}

function Offsets({ partition, end, geometry }: PartProps & { end: number }) {
  const { records } = partition;
  const place = { partition, geometry };
  const named = stepOfOffsets(partition) >= 12;
  return (
    <>
      {[...records.keys(), records.length].map((offset) => (
        <path key={offset} className={styles.offset} d={linePath([pointOf(place, 0, offset), pointOf(place, end, offset)])} />
      ))}
      {named &&
        records.map((record, offset) => (
          <text
            key={record}
            className={styles.record}
            data-stays="true"
            {...pointOf(place, 0, offset + 0.5, geometry.upright ? -4 : 2, geometry.upright ? 0 : 4)}
            textAnchor={geometry.upright ? "middle" : "start"}
          >
            {geometry.upright ? offset : `${offset} ${record}`}
          </text>
        ))}
    </>
  );
}

/** Everything below the committed offset counts as done. */
function Committed({ partition, end, geometry }: PartProps & { end: number }) {
  const place = { partition, geometry };
  const { committed } = partition;
  return (
    <>
      {committed.map(({ from, offset }, index) => {
        const to = committed[index + 1]?.from ?? end;
        const [low, high] = [pointOf(place, from, 0), pointOf(place, to, offset)];
        const box = { x: Math.min(low.x, high.x), y: Math.min(low.y, high.y), width: Math.abs(high.x - low.x), height: Math.abs(high.y - low.y) };
        return (
          <g key={from}>
            <rect className={styles.committed} {...box} />
            <path className={styles.committedEdge} d={linePath([pointOf(place, from, offset), high])} />
          </g>
        );
      })}
    </>
  );
}

/** Where somebody has committed. */
function Commits({ partition, geometry }: PartProps) {
  return partition.committed.map(({ from, offset }) => {
    const { x, y } = pointOf({ partition, geometry }, from, offset);
    return (
      from > 0 && (
        <g key={from}>
          <rect className={styles.halo} x={x - 7.5} y={y - 7.5} width="15" height="15" />
          <rect className={styles.commit} x={x - 5.5} y={y - 5.5} width="11" height="11" />
        </g>
      )
    );
  });
}

/** Along the foot of the band, with a stroke where the partition changes hands. */
function Owner({ owner, partition, geometry, generation }: PartProps & { owner: Ownership; generation: string }) {
  const place = { partition, geometry };
  const process = owner.life.slice(0, 1);
  const foot = geometry.upright ? -5 : 5;
  return (
    <g data-process={process}>
      <path className={styles.owner} d={linePath([pointOf(place, owner.from, 0, 1, foot), pointOf(place, owner.to, 0, -1, foot)])} />
      {geometry.upright ? (
        <FigureText className={styles.ownerName} data-stays="true" {...pointOf(place, owner.from, 0, 12, -10)} textAnchor="end" geometry={geometry}>
          {lifeName(owner.life)}
        </FigureText>
      ) : (
        <FigureText className={styles.ownerName} data-stays="true" {...pointOf(place, owner.from, 0, 4, 19)} geometry={geometry}>
          {ownerLabel(owner, { generation })}
        </FigureText>
      )}
    </g>
  );
}

/** Stairs: every poll is a step up, marked by the letter of the reader; dashed once its commits are refused. */
function Position({ reader, partition, geometry }: PartProps & { reader: Reader }) {
  const place = { partition, geometry };
  const process = reader.life.slice(0, 1);
  const name = lifeName(reader.life);
  const aside = besides(process);
  const sections = reader.positions.map(({ from, offset }, index) => ({ from, to: reader.positions[index + 1]?.from ?? reader.to, offset }));
  const fenced = reader.fencedFrom ?? reader.to;
  return (
    <g data-process={process}>
      {sections.map(({ from, to, offset }, index) => {
        const before = sections[index - 1];
        const rise = before ? [pointOf(place, from, before.offset, 0, aside)] : [];
        const at = (moment: number) => pointOf(place, moment, offset, 0, aside);
        return (
          <g key={from}>
            {from < fenced && <path className={styles.position} d={linePath([...rise, at(from), at(Math.min(to, fenced))])} />}
            {to > fenced && <path className={styles.position} data-fenced="true" d={linePath([at(Math.max(from, fenced)), at(to)])} />}
          </g>
        );
      })}
      {reader.positions.map(({ from, offset }) => {
        const { x, y } = pointOf(place, from, offset, 0, aside);
        const half = name.length > 1 ? 11 : 8;
        return (
          <g key={from}>
            <rect className={styles.reader} x={x - half} y={y - 8} width={2 * half} height="16" rx="8" />
            <text className={styles.readerName} data-stays="true" x={x} y={y + 4.2}>
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Two readers at one offset stay apart. */
function besides(process: string): number {
  return process === "A" ? -1.5 : 1.5;
}
