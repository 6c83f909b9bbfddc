import type { Frames, PartitionView } from "@/lib/simulator/run/frame";

/** A partition of the log over time: how far the group has come, who owns it, and where each of its readers is. */
export interface PartitionLane {
  lane: string;
  /** Ids of the records, by offset. */
  records: readonly string[];
  /** Committed offset from each moment on; the first is that of the start. */
  committed: readonly { from: number; offset: number }[];
  owners: readonly Ownership[];
  readers: readonly Reader[];
}

export interface Ownership {
  /** Process and incarnation, such as `A2`. */
  life: string;
  generation: number;
  from: number;
  to: number;
}

export interface Reader {
  life: string;
  /** Its position from each moment on: the next record that it will read. */
  positions: readonly { from: number; offset: number }[];
  /** From here on its commits are refused; null as long as they are taken. */
  fencedFrom: number | null;
  /** It is dead, or has started anew. */
  to: number;
}

/** The partitions of a run; none where there is no log. */
export function partitionsOf(frames: Frames): PartitionLane[] {
  return Object.entries(frames.partitions ?? {}).map(([lane, start]) => {
    const views = [start, ...frames.frames.map(({ partitions }) => partitions?.[lane] ?? start)];
    const end = views.length;
    return { lane, records: start.records, committed: committedIn(views), owners: ownersIn(views, end), readers: readersIn(views, end) };
  });
}

function committedIn(views: readonly PartitionView[]): PartitionLane["committed"] {
  return views.flatMap(({ committed }, from) => (from === 0 || committed !== views[from - 1]?.committed ? [{ from, offset: committed }] : []));
}

function ownersIn(views: readonly PartitionView[], end: number): Ownership[] {
  const owners: Ownership[] = [];
  for (const [from, { owner, since }] of views.entries()) {
    const latest = owners.at(-1);
    if (latest?.life === owner && latest.generation === since) continue;
    if (latest) latest.to = from;
    owners.push({ life: owner, generation: since, from, to: end });
  }
  return owners;
}

interface OpenReader extends Reader {
  positions: { from: number; offset: number }[];
}

function readersIn(views: readonly PartitionView[], end: number): Reader[] {
  const readers: OpenReader[] = [];
  const open = new Map<string, OpenReader>();
  for (const [at, view] of views.entries()) {
    for (const [life, reader] of open) {
      if (view.readers[life]) continue;
      reader.to = at;
      open.delete(life);
    }
    for (const [life, { position, fenced }] of Object.entries(view.readers)) {
      const reader: OpenReader = open.get(life) ?? { life, positions: [], fencedFrom: null, to: end };
      if (!open.has(life)) readers.push(reader);
      open.set(life, reader);
      if (reader.positions.at(-1)?.offset !== position) reader.positions.push({ from: at, offset: position });
      reader.fencedFrom = fenced ? (reader.fencedFrom ?? at) : null;
    }
  }
  return readers;
}
