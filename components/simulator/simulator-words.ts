import type { DiagramWords } from "@/components/simulator/diagram/diagram-words";
import type { VerdictName } from "@/lib/simulator/scenario/scenario";

/** What the simulator's controls say, translated on the server. The sentences of a run come with the run. */
export interface SimulatorWords {
  title: string;
  /** Names what a single schedule is not. */
  oneSchedule: string;
  /** What the counts make of the run: stands after them. */
  verdict: Record<VerdictName | "open", string>;
  /** Between a count and what it is a count for: "2 charges for order-9". */
  per: string;
  /** Name of the buttons that move through the run. */
  controls: string;
  back: string;
  step: string;
  toStart: string;
  toEnd: string;
  play: string;
  pause: string;
  diagram: DiagramWords;
  /** Opens and closes the table. */
  inWords: string;
  /** Caption of the table. */
  table: string;
  stepColumn: string;
  /** Between the number of a step and the number of all: "5 of 11". */
  of: string;
  code: string;
  log: string;
  emptyLog: string;
  takeOver: string;
  backToShown: string;
  next: string;
  /** What happens by itself, and what breaks now at a press. */
  events: string;
  faults: string;
  copyTable: string;
  tableCopied: string;
  waits: string;
  ended: string;
  loading: string;
  loadingGrammar: string;
  cancel: string;
  cancelled: string;
  failed: string;
  openInLab: string;
  repairIt: string;
  copyLink: string;
  copied: string;
  openLink: string;
  damagedLink: string;
  otherVersion: string;
  /** Under a question that is not answered yet, when the address names a run of it. */
  linkWaits: string;
}
