import { holds } from "../world/log/state";
import type { PartitionView } from "./frame";
import type { World } from "./simulation";

/** What a page shows of the log; nothing where there is none. */
export function partitionViews({ log }: World): { partitions?: Readonly<Record<string, PartitionView>> } {
  if (!log) return {};
  const views = Object.entries(log.partitions).map(([name, { records, committed, owner, since }]) => {
    const readers = Object.entries(log.consumers).flatMap(([life, { positions }]) => {
      const position = positions[name];
      return position === undefined ? [] : [[life, { position, fenced: !holds(log, life, name) }] as const];
    });
    return [name, { records, committed, owner, since, readers: Object.fromEntries(readers) }] as const;
  });
  return { partitions: Object.fromEntries(views) };
}
