import type { Words } from "../plain";
import type { PendingRequest } from "../process/history";
import type { Move } from "../run/moves";
import { callCell } from "./cells";
import { lifeName } from "./numbers";

const faultNames = {
  replyLost: { ru: "ответ теряется", en: "the answer is lost" },
  requestLost: { ru: "запрос теряется", en: "the request is lost" },
  outage: { ru: "хранилище недоступно", en: "the store is unavailable" },
  waitTimeout: { ru: "ожидание истекает", en: "the wait times out" },
  ackLost: { ru: "подтверждение теряется", en: "the acknowledgement is lost" },
  commitLost: { ru: "соединение рвётся, транзакция откачена", en: "the connection breaks, rolled back" },
  exception: { ru: "перед вызовом исключение", en: "an exception before the call" },
  serverError: { ru: "сбой получателя после исполнения", en: "the receiver fails after carrying it out" },
} as const;

/** What a choice offers, before it is known what it will lead to. `life` is its process; `request` the call that it concerns. */
export function describeMove(move: Move, life: string, request: PendingRequest | null): Words {
  const name = lifeName(life);
  const call = request ? callCell(request) : { ru: "", en: "" };
  const line = request?.line ?? null;
  const at: Words = line === null ? { ru: "", en: "" } : { ru: `, строка ${line}`, en: `, line ${line}` };
  switch (move.move) {
    case "receive":
      return { ru: `${name} получает ${move.message}`, en: `${name} receives ${move.message}` };
    case "request":
      return move.deadlock
        ? { ru: `${name}: ${call.ru}${at.ru}, взаимная блокировка`, en: `${name}: ${call.en}${at.en}, deadlock` }
        : { ru: `${name}: ${call.ru}${at.ru}`, en: `${name}: ${call.en}${at.en}` };
    case "start":
      return { ru: `${name}: ${call.ru}${at.ru}, запрос принят`, en: `${name}: ${call.en}${at.en}, request taken up` };
    case "arrive":
      return { ru: `${name}: ${call.ru}${at.ru}, начало ожидания`, en: `${name}: ${call.en}${at.en}, the wait begins` };
    case "faulty-request":
      if (move.applied)
        return { ru: `${name}: ${call.ru}, зафиксировано, соединение рвётся`, en: `${name}: ${call.en}, committed, the connection breaks` };
      return {
        ru: `${name}: ${call.ru}, ${faultNames[move.fault].ru}`,
        en: `${name}: ${call.en}, ${faultNames[move.fault].en}`,
      };
    case "crash":
      return { ru: `${name} умирает здесь`, en: `${name} dies here` };
    case "sigterm":
      return { ru: `${name} получает SIGTERM`, en: `${name} gets SIGTERM` };
    case "redis-end":
      return move.kept
        ? { ru: `TTL ${move.key} кончается раньше работы`, en: `The TTL of ${move.key} ends before the work` }
        : { ru: `TTL ${move.key} кончается`, en: `The TTL of ${move.key} ends` };
    case "redis-failover":
      return { ru: `Redis теряет запись ${move.key}`, en: `Redis loses the write of ${move.key}` };
    case "redrive":
      return { ru: "Недоставленные возвращаются в очередь", en: "Dead letters return to the queue" };
    case "expiry":
      return {
        ru: `Таймаут видимости ${move.message} истекает`,
        en: `The visibility timeout of ${move.message} passes`,
      };
    case "forget":
      return { ru: `Ключ ${move.key} забывают`, en: `The key ${move.key} is forgotten` };
    case "call-end":
      return { ru: `Вызов под ключом ${move.key} заканчивается`, en: `The call under ${move.key} ends` };
    case "lease-end":
      return { ru: `Аренда ${move.message} заканчивается`, en: `The lease of ${move.message} ends` };
    case "reservation-end":
      return move.kept
        ? { ru: `Аренда ключа ${move.key} заканчивается раньше работы`, en: `The lease of ${move.key} ends before the work` }
        : { ru: `Аренда ключа ${move.key} заканчивается`, en: `The lease of ${move.key} ends` };
    case "session-end":
      return {
        ru: `База замечает смерть ${lifeName(move.life)}`,
        en: `The database notices the death of ${lifeName(move.life)}`,
      };
    case "partition-move":
      return move.because === "rebalance"
        ? {
            ru: `${move.partition} переезжает к ${lifeName(move.to)}, прежний владелец жив`,
            en: `${move.partition} moves to ${lifeName(move.to)} while its owner lives`,
          }
        : {
            ru: `Группа замечает смерть владельца: ${move.partition} переходит к ${lifeName(move.to)}`,
            en: `The group notices the death of the owner: ${move.partition} goes to ${lifeName(move.to)}`,
          };
    case "auto-commit":
      return { ru: `Таймер ${name} фиксирует смещения`, en: `The timer of ${name} commits its offsets` };
    case "restart":
      return { ru: `Консьюмер ${name} начинает заново`, en: `The consumer ${name} starts again` };
    case "wake":
      return { ru: `${name} просыпается`, en: `${name} wakes up` };
  }
}
