import type { SimulatorWords } from "@/components/simulator/simulator-words";
import type { Translator } from "@/lib/i18n";

/** The simulator's words in one language, for client components. */
export function simulatorWords(t: Translator): SimulatorWords {
  return {
    title: t("simulator.title"),
    oneSchedule: t("simulator.oneSchedule"),
    verdict: {
      double: t("simulator.verdict.double"),
      lost: t("simulator.verdict.lost"),
      wrong: t("simulator.verdict.wrong"),
      stuck: t("simulator.verdict.stuck"),
      ok: t("simulator.verdict.ok"),
      open: t("simulator.verdict.open"),
    },
    per: t("simulator.per"),
    controls: t("simulator.controls"),
    back: t("simulator.back"),
    step: t("simulator.step"),
    toStart: t("simulator.toStart"),
    toEnd: t("simulator.toEnd"),
    diagram: {
      label: t("diagram.label"),
      delivery: t("diagram.delivery"),
      crashedAt: t("diagram.crashedAt"),
      waits: t("diagram.waits"),
    },
    inWords: t("simulator.inWords"),
    table: t("simulator.table"),
    stepColumn: t("simulator.stepColumn"),
    of: t("simulator.of"),
    code: t("simulator.code"),
    log: t("simulator.log"),
    emptyLog: t("simulator.emptyLog"),
    takeOver: t("simulator.takeOver"),
    backToShown: t("simulator.backToShown"),
    next: t("simulator.next"),
    events: t("simulator.events"),
    waits: t("simulator.waits"),
    ended: t("simulator.ended"),
    loading: t("simulator.loading"),
    loadingGrammar: t("simulator.loadingGrammar"),
    cancel: t("simulator.cancel"),
    cancelled: t("simulator.cancelled"),
    failed: t("simulator.failed"),
    copyLink: t("simulator.copyLink"),
    copied: t("simulator.copied"),
    openLink: t("simulator.openLink"),
    otherVersion: t("simulator.otherVersion"),
    linkWaits: t("simulator.linkWaits"),
  };
}
