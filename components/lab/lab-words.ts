import { scheduleWords, type ScheduleWords } from "@/components/schedules/schedule-words";
import { repairWords, type RepairWords } from "@/components/repair/repair-words";
import type { SimulatorWords } from "@/components/simulator/simulator-words";
import { simulatorWords } from "@/components/simulator/words";
import type { Translator } from "@/lib/i18n";
import { modelledFaults, profileValues, type Fault, type ProfileName, type VerdictName } from "@/lib/simulator/scenario/scenario";

/** What the stage of the lab says. Texts with `{…}` are filled in by `fill`. */
export interface LabWords {
  simulator: SimulatorWords;
  map: ScheduleWords;
  repair: RepairWords;
  /** Leads to the same run for a room. */
  present: string;
  handler: string;
  settings: string;
  workers: string;
  faults: Record<Fault, string>;
  maxReceive: string;
  whatIf: string;
  otherScenario: string;
  less: string;
  more: string;
  profiles: string;
  profileNames: Record<ProfileName, string>;
  profileValues: Record<string, string>;
  reset: string;
  searchAll: string;
  searched: string;
  notYet: string;
  stop: string;
  loading: string;
  failed: string;
  notSearched: string;
  all: string;
  some: string;
  endless: string;
  ending: string;
  partialBad: string;
  partialGood: string;
  verdict: Record<VerdictName, string>;
  outcomes: string;
  outcome: string;
  schedules: string;
  notProbabilities: string;
  counterexample: string;
  numbers: string;
}

export function labWords(t: Translator): LabWords {
  const raw = (name: string) => String(t.raw(`lab.${name}` as Parameters<Translator["raw"]>[0]));
  return {
    simulator: simulatorWords(t),
    map: scheduleWords(t),
    repair: repairWords(t),
    present: t("present.link"),
    handler: t("lab.handler"),
    settings: t("lab.settings"),
    workers: t("lab.workers"),
    faults: Object.fromEntries(modelledFaults.map((fault) => [fault, t(`lab.faults.${fault}`)])) as Record<Fault, string>,
    maxReceive: t("lab.maxReceive"),
    whatIf: t("lab.whatIf"),
    otherScenario: t("lab.otherScenario"),
    less: raw("less"),
    more: raw("more"),
    profiles: t("lab.profiles"),
    profileNames: Object.fromEntries(profileNames.map((name) => [name, t(`lab.profileNames.${name}`)])) as Record<ProfileName, string>,
    profileValues: Object.fromEntries(
      profileNames.flatMap((name) => profileValues[name].map((value) => [`${name} ${value}`, raw(`profileValues.${name}.${value}`)])),
    ),
    reset: t("lab.reset"),
    searchAll: t("lab.searchAll"),
    searched: raw("searched"),
    notYet: t("lab.notYet"),
    stop: t("lab.stop"),
    loading: t("lab.loading"),
    failed: t("lab.failed"),
    notSearched: t("lab.notSearched"),
    all: raw("all"),
    some: raw("some"),
    endless: t("lab.endless"),
    ending: t("lab.ending"),
    partialBad: t("lab.partialBad"),
    partialGood: t("lab.partialGood"),
    verdict: {
      double: t("lab.verdict.double"),
      lost: t("lab.verdict.lost"),
      wrong: t("lab.verdict.wrong"),
      stuck: t("lab.verdict.stuck"),
      ok: t("lab.verdict.ok"),
    },
    outcomes: t("lab.outcomes"),
    outcome: t("lab.outcome"),
    schedules: t("lab.schedules"),
    notProbabilities: t("lab.notProbabilities"),
    counterexample: t("lab.counterexample"),
    numbers: raw("numbers"),
  };
}

const profileNames = Object.keys(profileValues) as ProfileName[];
