import type { Words } from "../plain";
import type { PendingRequest } from "../process/history";
import type { Deed } from "../world/database/execution";
import type { Fact } from "../world/facts";
import { keyInAccount } from "../world/payments";
import { isSending } from "./calls";
import { countEnglish, countRussian, lifeName } from "./numbers";

const same = (text: string): Words => ({ ru: text, en: text });
const rows = (count: number): Words => ({
  ru: countRussian(count, ["строка", "строки", "строк"]),
  en: countEnglish(count, ["row", "rows"]),
});

/** A call in the caller's column: the operation as it stands in code, in one language for all. */
export function callCell(request: PendingRequest): Words {
  const { args, port } = request;
  switch (port) {
    case "db.query":
      return same(shortSql(String(args["sql"])));
    case "stripe.charges.create": {
      const key = keyInAccount(args);
      return same(key === null ? "charge" : `charge, key ${key}`);
    }
    case "mailer.send":
      return same("mail");
    case "receiver.call":
      return same(`${String(args["receiver"])}.${String(args["effect"])}`);
    case "coordinator.waitForChange":
      return same("wait");
    case "redis.set":
      return same(args["ifAbsent"] === true ? "set NX" : "set");
    case "publish":
      return same(`publish ${String(args["topic"])}`);
    case "nack":
      return request.implicit ? { ru: "nack (конец)", en: "nack (end)" } : same("nack");
    default:
      return same(port.replace(/^.*\./, ""));
  }
}

/** The operation and its table. */
function shortSql(sql: string): string {
  const words = sql.trim().split(/\s+/);
  const verb = (words[0] ?? "").toUpperCase();
  const table = /\b(?:from|into|update)\s+([\w.]+)/i.exec(sql)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** The answer in the receiver's column. */
export function answerCell(fact: Fact): Words {
  switch (fact.fact) {
    case "handed":
      return same(fact.message);
    case "acked":
      return { ru: `${fact.message} удалено`, en: `${fact.message} deleted` };
    case "ack-settled":
      return { ru: `${fact.message} удалено`, en: `${fact.message} deleted` };
    case "redriven":
      return { ru: "недоставленные снова видны", en: "dead letters visible again" };
    case "published":
      return same(`+ ${fact.message}`);
    case "publish-deduplicated":
      return { ru: "уже было", en: "known id" };
    case "threw":
      return { ru: "✖ исключение", en: "✖ exception" };
    case "told-to-stop":
      return same("SIGTERM");
    case "commit-lost":
      return fact.applied ? same("COMMIT") : same("ROLLBACK");
    case "ack-ignored":
    case "nack-ignored":
      return { ru: "не принято", en: "ignored" };
    case "ack-rejected":
      return { ru: "отказ", en: "rejected" };
    case "nacked":
      return fact.dead
        ? { ru: `${fact.message} в недоставленных`, en: `${fact.message} dead-lettered` }
        : { ru: `${fact.message} вернётся`, en: `${fact.message} comes back` };
    case "visible-again":
      return fact.dead
        ? { ru: `${fact.message} в недоставленных`, en: `${fact.message} dead-lettered` }
        : { ru: `${fact.message} снова видно`, en: `${fact.message} visible again` };
    case "sql":
      return deedCell(fact.deed);
    case "session-ended":
      return { ru: `откат за ${lifeName(fact.life)}`, en: `${lifeName(fact.life)} rolled back` };
    case "charged":
      return same(fact.charge);
    case "charge-replayed":
      return fact.charge === null
        ? { ru: "сохранённый отказ", en: "saved failure" }
        : { ru: `снова ${fact.charge}`, en: `${fact.charge} again` };
    case "charge-key-mismatch":
      return { ru: "другие параметры", en: "other parameters" };
    case "charge-begun":
      return { ru: "выполняется", en: "in progress" };
    case "charge-in-progress":
      return same("409");
    case "charge-ended":
      return { ru: "выполнено", en: "carried out" };
    case "charge-refused":
      return same("400");
    case "sent":
      return isSending(fact.effect) ? { ru: "отправлено", en: "sent" } : { ru: "исполнено", en: "done" };
    case "sent-without-key":
      return { ru: "отправлено без ключа", en: "sent without a key" };
    case "sent-replayed":
      return { ru: "уже было", en: "known key" };
    case "reserved":
      return fact.takeover
        ? { ru: `перехват, токен ${fact.fence}`, en: `taken over, token ${fact.fence}` }
        : { ru: `бронь, токен ${fact.fence}`, en: `reserved, token ${fact.fence}` };
    case "not-reserved":
      return {
        "in-flight": { ru: "занято", en: "in flight" },
        completed: { ru: "готовый результат", en: "stored result" },
        mismatch: { ru: "другие параметры", en: "other parameters" },
      }[fact.because];
    case "result-stored":
      return { ru: "результат сохранён", en: "result stored" };
    case "reservation-renewed":
      return { ru: "продлено", en: "renewed" };
    case "reservation-released":
      return { ru: "бронь снята", en: "released" };
    case "reservation-lost":
      return { ru: "бронь потеряна", en: "lost" };
    case "record-read":
      return {
        completed: { ru: "готовый результат", en: "stored result" },
        "in-flight": { ru: "занято", en: "in flight" },
        nothing: { ru: "пусто", en: "nothing" },
      }[fact.found];
    case "record-changed":
      return { ru: "изменилось", en: "changed" };
    case "wait-timed-out":
      return { ru: "время вышло", en: "timed out" };
    case "store-unavailable":
      return { ru: "недоступно", en: "unavailable" };
    case "reservation-ended":
      return { ru: "аренда кончилась", en: "lease ended" };
    case "waits-for-record":
      return { ru: "ждёт", en: "waits" };
    case "redis-written":
      return same(`${fact.key} = ${fact.value}`);
    case "redis-not-written":
      return { ru: "занято", en: "taken" };
    case "redis-read":
      return fact.value === null ? { ru: "ключа нет", en: "no key" } : same(fact.value);
    case "redis-deleted":
      return fact.deleted ? { ru: "удалено", en: "deleted" } : { ru: "нечего удалять", en: "nothing deleted" };
    case "redis-counted":
      return same(String(fact.value));
    case "redis-ttl-set":
      return same("TTL");
    case "redis-key-ended":
      return { ru: `TTL ${fact.key} вышел`, en: `TTL of ${fact.key} ended` };
    case "redis-failed-over":
      return { ru: `${fact.key} потеряно`, en: `${fact.key} lost` };
    case "redis-unavailable":
      return { ru: "недоступно", en: "unavailable" };
    case "redis-refused":
    case "fence-refused":
      return { ru: "отказ", en: "refused" };
    case "key-forgotten":
      return { ru: `ключ ${fact.key} забыт`, en: `key ${fact.key} forgotten` };
    case "polled":
      return same(fact.records.join(", "));
    case "waits-for-records":
      return { ru: "ждёт", en: "waits" };
    case "offset-committed":
      return { ru: `зафиксировано ${fact.offset}`, en: `committed ${fact.offset}` };
    case "offsets-auto-committed": {
      const offsets = Object.values(fact.offsets).join(", ");
      return { ru: `зафиксировано ${offsets}`, en: `committed ${offsets}` };
    }
    case "commit-refused":
      return fact.because === "offset" ? { ru: "отказ", en: "refused" } : same(fact.because);
    case "partition-moved":
      return same(`${lifeName(fact.from)} → ${lifeName(fact.to)}`);
    case "consumer-restarted":
      return { ru: "начинает заново", en: "starts again" };
    case "slept":
      return { ru: "проснулся", en: "awake" };
    case "crashed":
      return { ru: "✖ краш", en: "✖ crash" };
    case "reply-lost":
      return fact.applied ? answerCell(fact.applied) : { ru: "не дошло", en: "never arrived" };
    case "server-error":
      return same("500");
    case "waits":
    case "waits-for-advisory-lock":
    case "waits-in-line":
    case "snapshot-taken":
      return { ru: "ждёт", en: "waits" };
  }
}

function deedCell(deed: Deed): Words {
  switch (deed.deed) {
    case "begun":
    case "already-begun":
      return same("BEGIN");
    case "committed":
      return same("COMMIT");
    case "rolled-back":
    case "commit-rolled-back":
      return same("ROLLBACK");
    case "nothing-to-end":
      return { ru: "предупреждение", en: "a warning" };
    case "isolated":
      return same(deed.isolation.toUpperCase());
    case "savepoint-set":
    case "savepoint-released":
    case "savepoint-restored":
      return same(deed.savepoint);
    case "advisory-taken":
    case "advisory-returned":
      return same("true");
    case "advisory-refused":
    case "advisory-not-held":
      return same("false");
    case "sequence-read":
      return same(deed.value);
    case "inserted":
      return rows(1);
    case "skipped":
      return rows(0);
    case "failed":
      return same(deed.constraint === null ? deed.code : `${deed.code} ${deed.constraint}`);
    default:
      return rows(deed.rows);
  }
}
