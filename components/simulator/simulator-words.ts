import type { VerdictName } from "@/lib/simulator/scenario/scenario";

/** What the simulator's controls say, translated on the server. The sentences of a run come with the run. */
export interface SimulatorWords {
  title: string;
  /** Names what a single schedule is not. */
  oneSchedule: string;
  verdict: Record<VerdictName | "open", string>;
  back: string;
  step: string;
  toStart: string;
  toEnd: string;
  /** Caption of the table. */
  table: string;
  stepColumn: string;
  code: string;
  log: string;
  emptyLog: string;
  takeOver: string;
  backToShown: string;
  next: string;
  events: string;
  waits: string;
  ended: string;
  loading: string;
  loadingGrammar: string;
  cancel: string;
  cancelled: string;
  failed: string;
  copyLink: string;
  copied: string;
  openLink: string;
  otherVersion: string;
}
