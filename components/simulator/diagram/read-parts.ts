import type { Frame, Frames } from "@/lib/simulator/run/frame";

/** A key of the Redis-like store over time. */
export interface StoredKey {
  key: string;
  /** Who wrote it. */
  process: string;
  from: number;
  to: number;
  /** It ends by itself. */
  hasTtl: boolean;
  /** `deleted`: by a call; `expired`: its TTL passed, or it was evicted; `lost`: at a failover; `open`: not ended yet. */
  end: "deleted" | "expired" | "lost" | "open";
  /** Keys of one run lie side by side, each in its own row. */
  row: number;
}

/** Something that is kept beside a lane for a while. */
export interface Kept {
  lane: string;
  /**
   * `remembered-id`: the broker's deduplication window; `dead-letter`: a message that is handed out no more;
   * `pending-event`: a row of the outbox that was not yet marked as sent.
   */
  kind: "remembered-id" | "dead-letter" | "pending-event";
  name: string;
  from: number;
  to: number;
  isOver: boolean;
  row: number;
}

/** Lane of the Redis-like store. */
export const redisLane = "redis";

/** Names that are there at each moment, from the start on. */
type Presence = readonly (readonly string[])[];

/** Spans in which names are there; each name keeps its row. */
function spansOf(presence: Presence): { name: string; from: number; to: number; isOver: boolean; row: number }[] {
  const rows = [...new Set(presence.flat())];
  return rows.flatMap((name, row) => {
    const spans: { name: string; from: number; to: number; isOver: boolean; row: number }[] = [];
    for (const [at, names] of presence.entries()) {
      const [is, was] = [names.includes(name), at > 0 && (presence[at - 1]?.includes(name) ?? false)];
      const latest = spans.at(-1);
      if (is && !was) spans.push({ name, from: at, to: presence.length, isOver: false, row });
      if (!is && was && latest) Object.assign(latest, { to: at, isOver: true });
    }
    return spans;
  });
}

/** Keys of the Redis-like store; none where there is no such store. */
export function storedKeysOf({ stored, frames }: Frames): StoredKey[] {
  if (!stored) return [];
  const views = [stored, ...frames.map((frame) => frame.stored ?? {})];
  return spansOf(views.map((view) => Object.keys(view))).map(({ name, from, to, isOver, row }) => ({
    key: name,
    process: frames[from - 1]?.actor ?? "",
    from,
    to,
    hasTtl: views[to - 1]?.[name]?.hasTtl ?? false,
    end: isOver ? endOf(frames[to - 1]) : "open",
    row,
  }));
}

function endOf(frame: Frame | undefined): StoredKey["end"] {
  if (frame?.actor !== redisLane) return "deleted";
  return frame.choice.startsWith(`${redisLane}-failover`) ? "lost" : "expired";
}

/** What the broker and the outbox keep. */
export function keptOf(frames: Frames): Kept[] {
  const views = [frames, ...frames.frames];
  const remembered = views.map(({ topics }) => Object.values(topics ?? {}).flatMap((topic) => topic.remembered));
  const pending = views.map(({ outbox }) => Object.entries(outbox ?? {}).flatMap(([event, state]) => (state === "pending" ? [event] : [])));
  const of = (kind: Kept["kind"], lane: string, presence: Presence) => spansOf(presence).map((span): Kept => ({ ...span, kind, lane }));
  return [
    ...of("remembered-id", "queue", remembered),
    ...of("dead-letter", "queue", deadLetters(frames)),
    ...of("pending-event", "database", pending),
  ];
}

/** Messages in the dead-letter queue at each moment. */
function deadLetters({ frames }: Frames): Presence {
  let dead: readonly string[] = [];
  const presence = [dead];
  for (const frame of frames) {
    const words = frame.cells["queue"]?.en ?? "";
    const message = /^(\S+) dead-lettered$/.exec(words)?.[1];
    if (message !== undefined) dead = [...dead, message];
    if (words === "dead letters visible again") dead = [];
    presence.push(dead);
  }
  return presence;
}
