import type { Words } from "../plain";
import type { Bounds, VerdictName } from "../scenario/scenario";
import type { EffectCounts, Outcome } from "./judge";

/** A column of the text table and, later, a lane of the diagram. In causal order: queue, partitions of the log, processes, database, receivers. */
export interface Participant {
  id: string;
  kind: "queue" | "partition" | "process" | "database" | "receiver";
  name: Words;
}

/** A line of a worker's log as its operator sees it. */
export interface OperatorLine {
  /** Process and incarnation, such as `A2`. */
  life: string;
  text: string;
}

/** A partition of the log and the consumers that read it, as they stand after a frame. */
export interface PartitionView {
  /** Ids of the records, by offset. */
  records: readonly string[];
  /** Offset of the next record to read, as the group knows it. */
  committed: number;
  /** The life that the partition is assigned to. */
  owner: string;
  /** Generation in which the owner got it. */
  since: number;
  /** Consumers that read it, by life: where each is, and whether its commits would still be taken. */
  readers: Readonly<Record<string, { position: number; fenced: boolean }>>;
}

/** A key of the Redis-like store as it stands after a frame. */
export interface StoredKeyView {
  value: string;
  /** A TTL runs: the key ends by itself. */
  hasTtl: boolean;
}

/** A topic as it stands after a frame. */
export interface TopicView {
  /** Names of the messages, in the order in which they were published. */
  messages: readonly string[];
  /** Ids by which the broker still deduplicates. */
  remembered: readonly string[];
}

/** Parts of the world whose state a page shows, at one moment; each absent where the scenario has no such part. */
export interface PartViews {
  /** By name. */
  partitions?: Readonly<Record<string, PartitionView>>;
  /** What stands in the Redis-like store, by key. */
  stored?: Readonly<Record<string, StoredKeyView>>;
  /** By name. */
  topics?: Readonly<Record<string, TopicView>>;
  /** State of each event in the table `outbox`, as far as it is committed: by what its first column says. */
  outbox?: Readonly<Record<string, string>>;
}

/** One step, fault or event of a run, as plain data: all that a page needs to show it. Views are those after it. */
export interface Frame extends PartViews {
  choice: string;
  kind: "step" | "fault" | "event";
  /** Participant that acts. */
  actor: string;
  /** Line of the handler whose call this is; null where no call is made. */
  line: number | null;
  words: Words;
  /** What stands in the row of the text table, by participant. */
  cells: Readonly<Record<string, Words>>;
  /** Counts after this frame, when it changed them; null otherwise. */
  effects: EffectCounts | null;
  log: readonly OperatorLine[];
  /** Lines at which each process waits after this frame, by process; a process that waits nowhere is absent. */
  lines: Readonly<Record<string, readonly number[]>>;
  /** Processes that cannot go on after this frame, because another one holds what they need; absent when there are none. */
  waiting?: readonly string[];
}

/** A run from the start through named choices; its own views of the parts are those before the first frame. */
export interface Frames extends PartViews {
  scenario: string;
  scenarioVersion: string;
  engineVersion: string;
  /** Name of the handler of each role. */
  handlers: Readonly<Record<string, string>>;
  /** Names the text of the handlers. */
  codeVersion: string;
  bounds: Bounds;
  participants: readonly Participant[];
  /** Counts before the first frame. */
  effects: EffectCounts;
  frames: readonly Frame[];
  /** True when no step and no event is left: the schedule may end here. */
  ended: boolean;
  outcome: Outcome;
  /** Verdict of a schedule that ended; `double` also earlier, for it cannot be mended; null while it is open. */
  verdict: VerdictName | null;
  /** The first choice that was not possible, and why; the run stops before it. */
  stopped: { choice: string; words: Words } | null;
  /** Why a handler cannot run here; the run stops there. */
  refusal: Words | null;
}
