import { type EffectCounts, verdictOrder } from "../run/judge";
import type { Process, Simulation } from "../run/simulation";
import type { VerdictName } from "../scenario/scenario";
import { add, type Count } from "./counts";
import type { CrashEdge, EndingKind } from "./delivery-graph";
import type { States } from "./states";

/**
 * The schedules whose first crash falls into one gap, by where the second delivery comes in. Every schedule belongs to
 * exactly one cell: the counts of all cells add up to the number of schedules.
 */
export interface MapCell {
  /** Null for the schedules in which nobody crashes. */
  gap: MapGap | null;
  /**
   * As in a `CrashCell`, for the message whose delivery was cut off; without a crash for the first message of the
   * scenario that was delivered twice.
   */
  class: string;
  /** Worst first. */
  outcomes: readonly { effects: EffectCounts; verdict: VerdictName; schedules: Count }[];
}

/** A gap in a delivery to any process of a role. */
export interface MapGap {
  role: string;
  /** The steps of the delivery that were applied, in the order of their calls. */
  after: readonly string[];
}

type CountedOutcome = MapCell["outcomes"][number];

/** True for states in which nobody has crashed: no crash was taken off the budget yet. */
export function isUncrashed(simulation: Simulation, states: Pick<States, "systemOf">): (state: number) => boolean {
  const known = new Map<number, boolean>();
  const { crash } = simulation.initial.budgets;
  return (state) => {
    let found = known.get(state);
    if (found === undefined) known.set(state, (found = states.systemOf(state).budgets.crash === crash));
    return found;
  };
}

/** The gap that an edge crashes in, whoever of the role it is. */
export function gapOf({ processes }: Simulation, { position, gap }: CrashEdge): MapGap {
  return { role: (processes[position] as Process).role, after: gap.after };
}

export function isSameGap(left: MapGap, right: MapGap): boolean {
  return keyOf(left) === keyOf(right);
}

function keyOf({ role, after }: MapGap): string {
  return JSON.stringify([role, [...after].sort()]);
}

/** The class of the deliveries of a message; `none` where a process held none. */
export function classOf(message: string | null, classes: EndingKind["classes"]): string {
  return (message !== null && classes[message]) || "none";
}

/** The class of a schedule in which nobody crashes. */
export function classWithoutCrash({ scenario }: Simulation, classes: EndingKind["classes"]): string {
  return scenario.messages.map(({ id }) => classes[id] ?? "none").find((name) => name !== "none") ?? "none";
}

/** Adds up the cells of the map. */
export class ScheduleMapCounts {
  readonly #cells = new Map<string, { gap: MapGap | null; class: string; outcomes: Map<string, CountedOutcome> }>();

  constructor(
    private readonly simulation: Simulation,
    private readonly uncrashed: (state: number) => boolean,
  ) {}

  /** Schedules that end in a state. They count here when nobody has crashed on the way. */
  addEnding(state: number, classes: EndingKind["classes"], outcome: CountedOutcome): void {
    if (this.uncrashed(state)) this.#add(null, classWithoutCrash(this.simulation, classes), outcome);
  }

  /** Schedules that crash in a state. They count here when it is their first crash. */
  addCrash(state: number, crash: CrashEdge, classes: EndingKind["classes"], outcome: CountedOutcome): void {
    if (!this.uncrashed(state)) return;
    this.#add(gapOf(this.simulation, crash), classOf(crash.gap.message, classes), outcome);
  }

  #add(gap: MapGap | null, outcomeClass: string, outcome: CountedOutcome): void {
    const key = JSON.stringify([gap && keyOf(gap), outcomeClass]);
    let cell = this.#cells.get(key);
    if (!cell) this.#cells.set(key, (cell = { gap, class: outcomeClass, outcomes: new Map() }));
    const kind = JSON.stringify([outcome.verdict, outcome.effects]);
    const known = cell.outcomes.get(kind);
    cell.outcomes.set(kind, known ? { ...known, schedules: add(known.schedules, outcome.schedules) } : outcome);
  }

  /** The cells, first those without a crash, then from the first gap to the last. */
  cells(): MapCell[] {
    return [...this.#cells.values()]
      .map(({ outcomes, ...cell }) => ({ ...cell, outcomes: [...outcomes.values()].sort(compareOutcomes) }))
      .sort((left, right) => compareTexts(sortKey(left), sortKey(right)));
  }
}

function sortKey({ gap, class: name }: MapCell): string {
  return gap ? `1 ${gap.role} ${String(gap.after.length).padStart(3, "0")} ${gap.after.join()} ${name}` : `0 ${name}`;
}

function compareOutcomes(left: CountedOutcome, right: CountedOutcome): number {
  const byVerdict = verdictOrder.indexOf(left.verdict) - verdictOrder.indexOf(right.verdict);
  return byVerdict || compareTexts(JSON.stringify(left.effects), JSON.stringify(right.effects));
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
