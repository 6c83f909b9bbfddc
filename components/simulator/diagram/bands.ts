import type { Diagram } from "@/components/simulator/diagram/diagram";
import type { PartitionLane } from "@/components/simulator/diagram/read-partitions";
import { redisLane } from "@/components/simulator/diagram/read-parts";

/** Pixels between two offsets of a partition, and as many as all of them may take. */
const offsetStep = { most: 13, all: 44 };
/** Pixels of a key of the Redis-like store, and room at the edge for what arrives. */
const keyRow = { breadth: 15, edge: 7 };
/** Pixels of a row beside a lane: of an event of the outbox, whose name stands on it. */
export const keptRow = 14;

/** Half the breadth of each lane that is a band, in pixels; 0 for a lane that is a line. */
export function bandsOf({ partitions, stored }: Pick<Diagram, "partitions" | "stored">): (lane: string) => number {
  const halves = new Map(partitions.map((partition) => [partition.lane, (stepOfOffsets(partition) * partition.records.length) / 2]));
  const rows = rowsOf(stored);
  if (rows > 0) halves.set(redisLane, (rows * keyRow.breadth) / 2 + keyRow.edge);
  return (lane) => halves.get(lane) ?? 0;
}

/** Room before the first step for names at the beginning of a lane: records and their offsets, events of the outbox. */
export function leadOf({ partitions, kept }: Diagram): number {
  const hasEvents = kept.some(({ kind, from }) => kind === "pending-event" && from === 0);
  return hasEvents ? 62 : partitions.length > 0 ? 28 : 0;
}

/** Pixels between two offsets: records lie across the lane, in the order of their offsets. */
export function stepOfOffsets({ records }: PartitionLane): number {
  return Math.min(offsetStep.most, offsetStep.all / Math.max(1, records.length));
}

/** Where an offset lies across its partition: they grow upwards, and to the right where time runs down. */
export function acrossOffset(partition: PartitionLane, offset: number, upright: boolean): number {
  const fromMiddle = (offset - partition.records.length / 2) * stepOfOffsets(partition);
  return upright ? fromMiddle : -fromMiddle;
}

/** Where a key lies across the lane of its store. */
export function acrossKey(stored: Diagram["stored"], row: number): number {
  return (row - (rowsOf(stored) - 1) / 2) * keyRow.breadth;
}

function rowsOf(stored: Diagram["stored"]): number {
  return Math.max(0, ...stored.map(({ row }) => row + 1));
}
