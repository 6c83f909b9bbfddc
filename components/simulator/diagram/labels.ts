import type { Diagram, Step } from "@/components/simulator/diagram/diagram";
import type { Ownership } from "@/components/simulator/diagram/read-partitions";
import type { Locale } from "@/lib/locale";
import { lifeName } from "@/lib/simulator/words/numbers";

/** Widths of labels at 12 px, per letter: mono is set condensed. A little more than measured, so that halos fit. */
export const monoLetter = 7.6;
export const sansLetter = 6.7;

/** The words in which labels are written. */
export interface LabelWords {
  locale: Locale;
  /** Before the number of a delivery. */
  delivery: string;
  /** How high the letters are, where not 12 px: as many times that. */
  size?: number;
  /** Before the number of a generation. */
  generation: string;
}

/** Stands at a hand-over: which delivery it is; empty for a step that is none. */
export function deliveryLabel({ leases }: Diagram, { kind, at }: Step, { delivery }: Pick<LabelWords, "delivery">): string {
  const lease = kind === "hand-over" ? leases.find(({ from }) => from === at) : undefined;
  return lease?.delivery ? `${delivery} ${lease.delivery.number}` : "";
}

/** Stands where somebody gets a partition. */
export function ownerLabel({ life, generation }: Ownership, words: Pick<LabelWords, "generation">): string {
  return `${lifeName(life)}, ${words.generation} ${generation}`;
}

/** A label on a lane: how far it reaches before its step and after it, in pixels. */
interface Label {
  lane: string;
  before: number;
  after: number;
}

function centred(lane: string, text: string, letter: number): Label {
  const half = (text.length * letter) / 2;
  return { lane, before: half, after: half };
}

/** Over the caller; beside the line where that leads back up. */
function callLabel({ lanes }: Diagram, from: string, to: string, call: string, letter: number): Label {
  const indexOf = (lane: string) => lanes.findIndex(({ id }) => id === lane);
  if (indexOf(to) > indexOf(from)) return centred(`over ${from}`, call, letter);
  return { lane: `over ${from}`, before: -2, after: 2 + call.length * letter };
}

/** All labels of a step. */
export function labelsAt(diagram: Diagram, words: LabelWords, at: number): Label[] {
  const step = diagram.steps[at - 1];
  const delivery = step ? deliveryLabel(diagram, step, words) : "";
  const [mono, sans] = [monoLetter, sansLetter].map((letter) => letter * (words.size ?? 1)) as [number, number];
  return [
    ...(step?.call && step.from ? [callLabel(diagram, step.from, step.to, step.call, mono)] : []),
    ...(step?.answer ? [centred(`under ${step.to}`, step.answer[words.locale], sans)] : []),
    ...(delivery === "" ? [] : [{ lane: "under queue", before: 4, after: delivery.length * sans - 4 }]),
    ...diagram.partitions.flatMap(({ lane, owners }) =>
      owners.filter(({ from }) => from === at || (from === 0 && at === 1)).map((owner) => ({ lane: `owner ${lane}`, before: 0, after: ownerLabel(owner, words).length * sans })),
    ),
    ...diagram.ghosts.filter((ghost) => ghost.at === at).map(({ process, call }) => centred(`over ${process}`, call, mono)),
  ];
}
