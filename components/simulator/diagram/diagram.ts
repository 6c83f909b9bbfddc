import type { PartitionLane } from "@/components/simulator/diagram/read-partitions";
import type { Kept, StoredKey } from "@/components/simulator/diagram/read-parts";
import type { Participant } from "@/lib/simulator/run/frame";
import type { Words } from "@/lib/simulator/plain";

/**
 * A run as marks on lanes, free of pixels. Time is counted in steps: `3` is the moment of the third step, `3.5` lies
 * between it and the next, `0` is the start and one more than the number of steps the end of what is known.
 */
export interface Diagram {
  lanes: readonly Lane[];
  steps: readonly Step[];
  lives: readonly Life[];
  leases: readonly Span[];
  transactions: readonly Transaction[];
  reservations: readonly Span[];
  /** Topics whose messages lie on the lane of the queue. */
  topics: readonly string[];
  partitions: readonly PartitionLane[];
  stored: readonly StoredKey[];
  kept: readonly Kept[];
  ghosts: readonly Ghost[];
  /** Moment after the last step. */
  end: number;
}

export type Lane = Participant;

/** What a step leaves where it arrives: nothing changed, something was written, an effect happened, it was turned away. */
export type Arrival = "read" | "write" | "effect" | "refused" | "none";

export interface Step {
  at: number;
  kind: "hand-over" | "call" | "crash" | "event";
  /** Lane of the caller; null for what happens by itself. */
  from: string | null;
  /** Lane that it arrives at. */
  to: string;
  /** The call as the code says it, without its arguments; null where nothing is called. */
  call: string | null;
  /** What comes back, or what happened there. */
  answer: Words | null;
  arrival: Arrival;
  /** The how many-th effect for its identity, and whether fewer were wanted; null without one. */
  effect: { count: number; unwanted: boolean } | null;
  /** What did not arrive. */
  lost: "request" | "reply" | null;
  /** False where the caller expects no answer. */
  answered: boolean;
}

/** An incarnation of a process. */
export interface Life {
  process: string;
  incarnation: number;
  from: number;
  to: number;
  crashed: boolean;
  /** While it works on a message. */
  busy: readonly { from: number; to: number }[];
}

/** Something that is held for a while: a message by its lease, a key by its reservation. */
export interface Span {
  lane: string;
  process: string;
  from: number;
  to: number;
  /** `given-up`: ended by its holder; `expired`: ended by itself; `open`: not ended yet. */
  end: "given-up" | "expired" | "open";
  /** Message and number of its delivery, where that is what is held. */
  delivery: { message: string; number: number } | null;
}

export interface Transaction {
  process: string;
  from: number;
  to: number;
  end: "committed" | "rolled-back" | "open";
  /** From its first write on others can have to wait; null before. */
  locksFrom: number | null;
}

/** A call that a process would have made next, had it not died. */
export interface Ghost {
  process: string;
  /** Where the way to it begins: at the crash, or at the ghost before it. */
  from: number;
  at: number;
  call: string;
}
