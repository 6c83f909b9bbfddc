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

/** What a run is bounded by, as a phrase: "2 workers, at most 1 crash". Faults without a budget are not named. */
export function describeBounds(bounds: Bounds): Words {
  const workers = Object.values(bounds.processes).reduce((sum, count) => sum + count, 0);
  const budgets = (Object.entries(bounds.faults) as [Fault, number][]).filter(([, count]) => count > 0);
  const ru = budgets.map(([fault, count]) => `не более ${countRussian(count, nouns[fault].ru)}`);
  const en = budgets.map(([fault, count]) => `at most ${countEnglish(count, nouns[fault].en)}`);
  return {
    ru: [countRussian(workers, ["воркер", "воркера", "воркеров"]), ...ru].join(", "),
    en: [countEnglish(workers, ["worker", "workers"]), ...en].join(", "),
  };
}
