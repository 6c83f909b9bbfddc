import type { Words } from "../plain";
import type { Bounds, Fault } from "../scenario/scenario";
import { countEnglish, countRussian } from "./numbers";

/** Each fault as a noun after "at most", in the genitive in Russian: "не более 1 краша". */
const nouns: Record<Fault, { ru: readonly [string, string, string]; en: readonly [string, string] }> = {
  crash: { ru: ["краша", "крашей", "крашей"], en: ["crash", "crashes"] },
  expiry: { ru: ["истечения таймаута", "истечений таймаута", "истечений таймаута"], en: ["expiry", "expiries"] },
  retention: { ru: ["забытого ключа", "забытых ключей", "забытых ключей"], en: ["forgotten key", "forgotten keys"] },
  replyLost: {
    ru: ["потерянного ответа", "потерянных ответов", "потерянных ответов"],
    en: ["lost reply", "lost replies"],
  },
  requestLost: {
    ru: ["потерянного запроса", "потерянных запросов", "потерянных запросов"],
    en: ["lost request", "lost requests"],
  },
  serverError: {
    ru: ["сбоя получателя", "сбоев получателя", "сбоев получателя"],
    en: ["server error", "server errors"],
  },
  leaseExpiry: {
    ru: ["потерянной аренды", "потерянных аренд", "потерянных аренд"],
    en: ["lost lease", "lost leases"],
  },
  outage: {
    ru: ["отказа хранилища ключей", "отказов хранилища ключей", "отказов хранилища ключей"],
    en: ["outage of the key store", "outages of the key store"],
  },
  commitLost: {
    ru: ["обрыва на COMMIT", "обрывов на COMMIT", "обрывов на COMMIT"],
    en: ["connection lost at COMMIT", "connections lost at COMMIT"],
  },
  redrive: {
    ru: ["возврата недоставленных", "возвратов недоставленных", "возвратов недоставленных"],
    en: ["redrive", "redrives"],
  },
  exception: { ru: ["исключения", "исключений", "исключений"], en: ["exception", "exceptions"] },
  sigterm: { ru: ["SIGTERM", "SIGTERM", "SIGTERM"], en: ["SIGTERM", "SIGTERMs"] },
  waitTimeout: {
    ru: ["истечения ожидания", "истечений ожидания", "истечений ожидания"],
    en: ["wait that times out", "waits that time out"],
  },
  ackLost: {
    ru: ["потерянного подтверждения", "потерянных подтверждений", "потерянных подтверждений"],
    en: ["lost acknowledgement", "lost acknowledgements"],
  },
  rebalance: {
    ru: ["ребалансировки", "ребалансировок", "ребалансировок"],
    en: ["rebalance", "rebalances"],
  },
};

/** What a run is bounded by, as a phrase: "2 workers, at most 2 crashes, 1 expiry". Faults without a budget are not named. */
export function describeBounds({ processes, faults }: Pick<Bounds, "processes" | "faults">): Words {
  const workers = Object.values(processes).reduce((sum, count) => sum + count, 0);
  const budgets = (Object.entries(faults) as [Fault, number][]).filter(([, count]) => count > 0);
  const most = (only: string, budget: string, index: number) => (index === 0 ? `${only} ${budget}` : budget);
  const ru = budgets.map(([fault, count], index) => most("не более", countRussian(count, nouns[fault].ru), index));
  const en = budgets.map(([fault, count], index) => most("at most", countEnglish(count, nouns[fault].en), index));
  return {
    ru: [countRussian(workers, ["воркер", "воркера", "воркеров"]), ...ru].join(", "),
    en: [countEnglish(workers, ["worker", "workers"]), ...en].join(", "),
  };
}

/** The same where it stands inside a sentence about all schedules: that there are no faults is said, too. */
export function describeSetting(bounds: Pick<Bounds, "processes" | "faults">): Words {
  const { ru, en } = describeBounds(bounds);
  const none = Object.values(bounds.faults).every((budget) => budget === 0);
  return none ? { ru: `${ru}, без сбоев`, en: `${en}, no faults` } : { ru, en };
}
