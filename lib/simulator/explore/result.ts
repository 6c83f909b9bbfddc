import type { Words } from "../plain";
import type { EffectCounts, Outcome } from "../run/judge";
import { framesOf, play } from "../run/run";
import { engineVersion, type Simulation } from "../run/simulation";
import type { Bounds, Profiles, VerdictName } from "../scenario/scenario";
import type { Exploration } from "./explore";
import { type Proof, proofOf } from "./proof";
import type { MapCell } from "./schedule-map";

/** A count as text, for numbers may be larger than JSON's; null when there is no end to it or it is not known. */
type CountText = string | null;

/** Everything that an exploration has found, as plain data. The form is stable: other programs depend on it. */
export interface ExplorationResult {
  scenario: string;
  scenarioVersion: string;
  engineVersion: string;
  /** Name of the handler; with several roles `role=name,…`. */
  handler: string;
  executor: string;
  bounds: Omit<Bounds, "profiles">;
  profiles: Profiles;
  proof: Proof;
  schedules: CountText;
  states: number;
  handlerRuns: number;
  milliseconds: number;
  outcomes: (Outcome & { schedules: CountText })[];
  crashMap: {
    process: string;
    incarnation: number;
    gap: { after: readonly string[] };
    class: string;
    outcomes: { effects: EffectCounts; verdict: VerdictName; schedules: CountText }[];
  }[];
  counterexample: { actor: string; step: string; words: Words }[] | null;
}

/** The map of all schedules as plain data; no part of the stable result. */
export type ScheduleMap = (Omit<MapCell, "outcomes"> & {
  outcomes: { effects: EffectCounts; verdict: VerdictName; schedules: CountText }[];
})[];

export function scheduleMapIn({ scheduleMap }: Pick<Exploration, "scheduleMap">): ScheduleMap | null {
  return scheduleMap && scheduleMap.map((cell) => ({ ...cell, outcomes: cell.outcomes.map(withText) }));
}

function withText<Counted extends { schedules: bigint | null }>(outcome: Counted): Omit<Counted, "schedules"> & { schedules: CountText } {
  return { ...outcome, schedules: textOf(outcome.schedules) };
}

export function resultOf(exploration: Exploration, executor: string): ExplorationResult {
  const { simulation, counterexample, crashMap } = exploration;
  const { scenario, bounds } = simulation;
  const { profiles, ...others } = bounds;
  return {
    scenario: scenario.slug,
    scenarioVersion: scenario.version,
    engineVersion,
    handler: handlerNames(simulation),
    executor,
    bounds: others,
    profiles,
    proof: proofOf(exploration),
    schedules: textOf(exploration.schedules),
    states: exploration.states,
    handlerRuns: exploration.handlerRuns,
    milliseconds: Math.round(exploration.milliseconds),
    outcomes: exploration.outcomes.map(({ outcome, schedules }) => ({ ...outcome, schedules: textOf(schedules) })),
    crashMap: (crashMap ?? []).map((cell) => ({ ...cell, outcomes: cell.outcomes.map(withText) })),
    counterexample: counterexample && stepsOf(simulation, counterexample),
  };
}

function stepsOf(simulation: Simulation, choices: readonly string[]): ExplorationResult["counterexample"] {
  return framesOf(play(simulation, choices)).frames.map(({ actor, choice, words }) => ({ actor, step: choice, words }));
}

function handlerNames({ handlers }: Simulation): string {
  const entries = Object.entries(handlers);
  const [first] = entries;
  return entries.length === 1 && first ? first[1].name : entries.map(([role, { name }]) => `${role}=${name}`).join();
}

function textOf(count: bigint | null): CountText {
  return count === null ? null : String(count);
}
