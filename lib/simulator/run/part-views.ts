import { committedRows } from "../world/database/store";
import { holds, type LogState } from "../world/log/state";
import { publicationsOf } from "../world/publish";
import type { QueueState } from "../world/queue";
import type { PartitionView, PartViews, StoredKeyView, TopicView } from "./frame";
import type { Simulation, World } from "./simulation";

/** Name of the table whose rows are events that wait to be published: the transactional outbox, as articles name it. */
const outboxTable = "outbox";

/** What a page shows of the parts of the world; nothing of those that the scenario lacks, for frames have to stay small. */
export function partViews(simulation: Simulation, world: World): PartViews {
  const { log, queue, redis } = world;
  const topics = topicsOf(simulation);
  return {
    ...(log ? { partitions: partitionViews(log) } : {}),
    ...(redis ? { stored: mapValues(redis.entries, ({ value, hasTtl }): StoredKeyView => ({ value, hasTtl })) } : {}),
    ...(queue && topics.length > 0 ? { topics: Object.fromEntries(topics.map((topic) => [topic, topicView(queue, topic)])) } : {}),
    ...outboxView(simulation, world),
  };
}

function partitionViews(log: LogState): Record<string, PartitionView> {
  return Object.fromEntries(
    Object.entries(log.partitions).map(([name, { records, committed, owner, since }]) => {
      const readers = Object.entries(log.consumers).flatMap(([life, { positions }]) => {
        const position = positions[name];
        return position === undefined ? [] : [[life, { position, fenced: !holds(log, life, name) }] as const];
      });
      return [name, { records, committed, owner, since, readers: Object.fromEntries(readers) }];
    }),
  );
}

/** Topics that somebody reads, each once. */
function topicsOf({ processes }: Simulation): string[] {
  return [...new Set(processes.flatMap(({ consumes }) => consumes ?? []))];
}

function topicView(queue: QueueState, topic: string): TopicView {
  const messages = Object.entries(queue).flatMap(([name, { publication }]) => (publication?.topic === topic ? [name] : []));
  return { messages, remembered: publicationsOf(queue, topic).flatMap(({ id }) => id ?? []) };
}

function outboxView({ tables }: Simulation, { database }: World): Pick<PartViews, "outbox"> {
  const columns = tables[outboxTable]?.columns.map(({ name }) => name) ?? [];
  const [key] = columns;
  if (!database || key === undefined || !columns.includes("state")) return {};
  const rows = committedRows(database.rows[outboxTable] ?? []).map(({ values }) => values);
  return { outbox: Object.fromEntries(rows.map((row) => [String(row[key]), String(row["state"])])) };
}

function mapValues<Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
