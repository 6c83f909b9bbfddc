import { adviceRussian } from "./advice";
import { isSending } from "./calls";
import { countRussian, lifeName, money } from "./numbers";
import type { Sentences } from "./sentences";

const rows = (count: number) => countRussian(count, ["строка", "строки", "строк"]);
/** Винительный падеж: обновляет 1 строку. */
const rowsChanged = (count: number) => countRussian(count, ["строку", "строки", "строк"]);
const whileOpen = (open: boolean) => (open ? ", до COMMIT другим этого не видно" : "");

const offsetsOf = (offsets: Readonly<Record<string, number>>) =>
  Object.entries(offsets)
    .map(([partition, offset]) => `смещение ${offset} в ${partition}`)
    .join(", ");

export const russian: Sentences = {
  facts: {
    handed: ({ message, delivery }, life) =>
      delivery > 1 ? `${life} получает ${message}, доставка ${delivery}.` : `${life} получает ${message}.`,
    acked: ({ message }, life) => `${life} подтверждает ${message}; очередь удаляет сообщение.`,
    "ack-ignored": ({ message, because }, life) =>
      ({
        stale: `${life} подтверждает ${message}, но его квитанция уже недействительна: очередь её не принимает.`,
        "already-acked": `${life} подтверждает ${message}, которого уже нет: ничего не меняется.`,
        "dead-lettered": `${life} подтверждает ${message}, которое уже в очереди недоставленных: ничего не меняется.`,
      })[because],
    "ack-rejected": ({ message }, life) =>
      `${life} подтверждает ${message}: очередь отвечает ошибкой, квитанция просрочена.`,
    "ack-settled": ({ message }, life) =>
      `${life} подтверждает ${message} с опозданием, и брокер засчитывает это: сообщения больше нет, у кого бы оно ни было.`,
    redriven: ({ messages }) => `Недоставленные возвращаются в очередь: ${messages.join(", ")}, счёт получений с нуля.`,
    published: ({ topic, message, id }, life) =>
      `${life} публикует в ${topic} сообщение ${message}${id === null ? "" : ` под id ${id}`}.`,
    "publish-deduplicated": ({ topic, id }, life) =>
      `${life} публикует в ${topic} под известным id ${id}: брокер отвечает «принято» и ничего не сохраняет.`,
    nacked({ message, delayed, implicit, dead }, life) {
      const given = implicit ? `${life} заканчивает без ack: ${message} возвращается` : `${life} возвращает ${message}`;
      if (dead) return `${given} и, полученное слишком много раз, уходит в очередь недоставленных.`;
      return delayed ? `${given}; очередь выдаст его снова после паузы.` : `${given}; очередь может выдать его снова.`;
    },
    "nack-ignored": ({ message, implicit }, life) =>
      implicit
        ? `${life} заканчивает без ack, но ${message} уже не у него: ничего не меняется.`
        : `${life} возвращает ${message}, которое уже не у него: ничего не меняется.`,
    "visible-again"({ message, because, dead }) {
      const reason =
        because === "expiry"
          ? "Таймаут видимости истекает, а воркер продолжает работу"
          : "Аренда, которую больше никто не продлевает, заканчивается";
      return dead
        ? `${reason}: ${message}, полученное слишком много раз, уходит в очередь недоставленных.`
        : `${reason}: ${message} снова видно.`;
    },
    waits({ table, holder, reason }, life) {
      const rival = lifeName(holder);
      return reason === "key"
        ? `${life} ждёт: тот же ключ в ${table} вставляет ${rival}, и его транзакция ещё открыта.`
        : `${life} ждёт: строку ${table} держит ${rival}, и его транзакция ещё открыта.`;
    },
    "waits-for-advisory-lock": ({ key, holder }, life) => `${life} ждёт: рекомендательную блокировку ${key} держит ${lifeName(holder)}.`,
    "snapshot-taken": (_, life) =>
      `Запрос ${life} делает снимок для своей транзакции и встаёт в ожидание: того, что тем временем зафиксируют другие, он не увидит.`,
    "waits-in-line": (_, life) => `${life} ждёт: его соединение занято предыдущим запросом.`,
    "session-ended": ({ life }) =>
      `База замечает, что ${lifeName(life)} больше нет, откатывает его транзакцию и снимает блокировки.`,
    charged: ({ charge, amount, currency, key }, life) =>
      `${life} списывает ${money(amount, currency, ",")}: Stripe проводит платёж (${charge}, ${key === null ? "без ключа" : `ключ ${key}`}).`,
    "charge-replayed": ({ key, charge, failed }, life) =>
      failed
        ? `${life} списывает под известным ключом ${key}: Stripe повторяет сохранённый отказ, деньги не двигаются.`
        : `${life} списывает под известным ключом ${key}: Stripe повторяет ответ ${charge ?? ""}, деньги не двигаются.`,
    "charge-key-mismatch": ({ key }, life) =>
      `${life} списывает под известным ключом ${key} с другими параметрами: Stripe отказывает.`,
    "charge-begun": ({ key }, life) => `Stripe принимает списание ${life} под ключом ${key} и выполняет его; ответа ещё нет.`,
    "charge-in-progress": ({ key }, life) =>
      `${life} списывает под ключом ${key}, но первый вызов ещё выполняется: Stripe отвечает 409.`,
    "charge-ended": ({ key }) => `Stripe заканчивает вызов под ключом ${key}: деньги списаны, ответ ждать некому.`,
    "charge-refused": ({ message }, life) => `${life} списывает; Stripe отклоняет запрос, не исполняя его: ${message}`,
    sent({ what, effect, key }, life) {
      const keyed = key === null ? "" : ` под ключом ${key}`;
      return isSending(effect) ? `${life} отправляет «${what}»${keyed}.` : `${life} вызывает ${effect}${keyed}: исполнено.`;
    },
    "sent-without-key": ({ what, effect, key }, life) =>
      `${life} ${isSending(effect) ? `отправляет «${what}»` : `вызывает ${effect}`}: ключ ${key} библиотеке не подходит, и она молча шлёт без ключа.`,
    "sent-replayed": ({ what, effect, key }, life) =>
      isSending(effect)
        ? `${life} отправляет «${what}» под известным ключом ${key}: второй раз ничего не уходит.`
        : `${life} вызывает ${effect} под известным ключом ${key}: второй раз ничего не исполняется.`,
    reserved: ({ key, fence, takeover }, life) =>
      takeover
        ? `${life} перехватывает ${key}: аренда прежнего владельца кончилась (токен ${fence}). Успел ли он, неизвестно.`
        : `${life} бронирует ${key} (токен ${fence}).`,
    "not-reserved": ({ key, because }, life) =>
      ({
        "in-flight": `${life} хочет забронировать ${key}, но ключ держит другой воркер.`,
        completed: `${life} хочет забронировать ${key} и получает готовый результат.`,
        mismatch: `${life} хочет забронировать ${key} с другими параметрами, чем прежде: отказ.`,
      })[because],
    "result-stored": ({ key }, life) => `${life} сохраняет результат под ключом ${key}.`,
    "reservation-renewed": ({ key }, life) => `${life} продлевает аренду ${key}.`,
    "reservation-released": ({ key }, life) => `${life} снимает бронь с ${key}, результата нет.`,
    "reservation-lost": ({ key, wanted }, life) =>
      ({
        complete: `${life} хочет сохранить результат под ключом ${key}, но ключ уже не его: отказ.`,
        renew: `${life} хочет продлить аренду ${key}, но ключ уже не его: отказ.`,
        release: `${life} хочет снять бронь с ${key}, но ключ уже не его.`,
      })[wanted],
    "record-read": ({ key, found }, life) =>
      ({
        completed: `${life} читает результат, сохранённый под ключом ${key}.`,
        "in-flight": `${life} читает ${key}: другой воркер ещё работает.`,
        nothing: `${life} читает ${key}: там пусто.`,
      })[found],
    "record-changed": ({ key }, life) => `${life} узнаёт, что ${key} изменился.`,
    "waits-for-record": ({ key, holder }, life) =>
      holder === null
        ? `${life} ждёт, пока кончится аренда ${key}: её владельца уже нет.`
        : `${life} ждёт под ключом ${key} результата, который готовит ${lifeName(holder)}.`,
    "wait-timed-out": ({ key }, life) => `${life} ждал ${key} слишком долго и больше не ждёт.`,
    "store-unavailable": (_, life) => `${life} не может достучаться до хранилища ключей.`,
    "reservation-ended": ({ key, kept }) =>
      kept
        ? `Аренда ${key} кончается, хотя владелец ещё работает: теперь ключ может взять любой.`
        : `Аренда ${key} кончается, продлить её некому: теперь ключ может взять любой.`,
    "redis-written": ({ key, value, hasTtl }, life) => `${life} пишет ${key} = ${value}${hasTtl ? ", с TTL" : ""}.`,
    "redis-not-written": ({ key }, life) => `${life} хочет занять ${key}, но ключ уже есть: NX не пишет.`,
    "redis-read": ({ key, value }, life) => (value === null ? `${life} читает ${key}: ключа нет.` : `${life} читает ${key} = ${value}.`),
    "redis-deleted": ({ key, deleted }, life) =>
      deleted ? `${life} удаляет ${key}.` : `${life} ничего не удаляет: ${key} нет, или там чужое значение.`,
    "redis-counted": ({ key, value }, life) => `${life} увеличивает ${key} до ${value}.`,
    "redis-ttl-set": ({ key, existed }, life) => (existed ? `${life} ставит ${key} срок жизни.` : `${life} ставит срок ${key}, но ключа нет.`),
    "redis-refused": ({ key, message }, life) => `${life} обращается к ${key}, Redis отвечает ошибкой: ${message}.`,
    "redis-key-ended": ({ key, kept }) =>
      kept ? `TTL ${key} кончается, хотя владелец ещё работает: ключа больше нет.` : `TTL ${key} кончается, владельца уже нет: ключа больше нет.`,
    "redis-failed-over": ({ key }) => `Ведущий Redis сменился: последняя запись, ${key}, до реплики не дошла.`,
    "redis-unavailable": (_, life) => `${life} не может достучаться до Redis.`,
    "fence-refused": ({ what, token, seen }, life) => `${life} вызывает ${what} с токеном ${token}, но там уже видели ${seen}: отказ.`,
    "key-forgotten": ({ key }) => `Срок хранения ключа ${key} прошёл: его больше не помнят.`,
    polled: ({ partition, records, from }, life) =>
      `${life} читает ${partition} со смещения ${from}: ${records.join(", ")}. Его позиция теперь ${from + records.length}, но этим ничего не зафиксировано.`,
    "waits-for-records": ({ assigned }, life) =>
      assigned.length === 0
        ? `${life} опрашивает журнал, но ни одна партиция ему не назначена.`
        : `${life} опрашивает журнал, но в ${assigned.join(", ")} нет ничего нового.`,
    "offset-committed": ({ partition, offset }, life) =>
      `${life} фиксирует смещение ${offset} в ${partition}: всё, что ниже, считается сделанным.`,
    "offsets-auto-committed": ({ offsets }, life) =>
      `Таймер ${life} фиксирует позицию: ${offsetsOf(offsets)}. Обработаны ли записи, он не спрашивает.`,
    "commit-refused": ({ partition, offset, because }, life) =>
      ({
        ILLEGAL_GENERATION: `${life} фиксирует смещение ${offset ?? ""} в ${partition ?? ""}, но его поколение уже прошло: ILLEGAL_GENERATION, клиент бросает CommitFailedException.`,
        UNKNOWN_MEMBER_ID: `${life} фиксирует смещение, но группа его не знает: UNKNOWN_MEMBER_ID, клиент бросает CommitFailedException.`,
        offset: `${life} фиксирует то, что не может быть смещением: клиент отказывает.`,
      })[because],
    "partition-moved": ({ partition, from, to, offset, because }) =>
      because === "rebalance"
        ? `Группа перераспределяет партиции: ${partition} уходит от ${lifeName(from)}, который жив и продолжает, к ${lifeName(to)}; тот начнёт с зафиксированного смещения ${offset}.`
        : `Группа слишком долго не слышит ${lifeName(from)}: ${partition} переходит к ${lifeName(to)}; тот начнёт с зафиксированного смещения ${offset}.`,
    "consumer-restarted": ({ error }, life) =>
      error === null
        ? `Цикл ${life} закончился; он начинает заново с зафиксированных смещений.`
        : `${life} заканчивает с ошибкой ${error}; он начинает заново с зафиксированных смещений.`,
    slept: ({ ms }, life) => `${life} прождал ${ms} мс и продолжает.`,
    crashed({ requeued }, life) {
      const died = `${life} умирает: без catch, без finally, память потеряна.`;
      if (!requeued) return died;
      const { message, dead } = requeued;
      return dead
        ? `${died} Канал закрыт, и ${message}, полученное слишком много раз, уходит в очередь недоставленных.`
        : `${died} Канал закрыт, и ${message} сразу снова видно.`;
    },
    threw: ({ message }, life) => `${life} не делает вызова: код перед ним бросает исключение (${message}).`,
    "told-to-stop": (_, life) => `${life} получает SIGTERM: доделывает начатое, нового не берёт.`,
    "commit-lost": ({ applied }, life) =>
      applied
        ? `${life} фиксирует транзакцию, и она зафиксирована, но соединение рвётся: ${life} об этом не знает.`
        : `Соединение ${life} рвётся до COMMIT: база откатывает транзакцию, ${life} не знает, чем кончилось.`,
  },
  deeds: {
    begun: (_, life) => `${life} открывает транзакцию.`,
    "already-begun": (_, life) => `${life} шлёт BEGIN внутри транзакции: это только предупреждение.`,
    committed: (_, life) => `${life} фиксирует транзакцию: теперь изменения видят все.`,
    "rolled-back": (_, life) => `${life} откатывает транзакцию: её изменений как не было.`,
    "nothing-to-end": (_, life) => `${life} завершает транзакцию, но ни одна не открыта: это только предупреждение.`,
    "commit-rolled-back": (_, life) =>
      `${life} шлёт COMMIT, но транзакция уже сорвана: база откатывает её и об ошибке не сообщает.`,
    isolated: ({ isolation, begun }, life) =>
      begun
        ? `${life} открывает транзакцию уровня ${isolation.toUpperCase()}.`
        : `${life} задаёт своей транзакции уровень ${isolation.toUpperCase()}.`,
    "savepoint-set": ({ savepoint }, life) => `${life} ставит точку сохранения ${savepoint}.`,
    "savepoint-released": ({ savepoint }, life) =>
      `${life} убирает точку сохранения ${savepoint}: сделанное после неё теперь часть всей транзакции.`,
    "savepoint-restored": ({ savepoint }, life) =>
      `${life} откатывается к точке сохранения ${savepoint}: изменений и блокировок после неё больше нет, транзакция продолжается.`,
    "advisory-taken": ({ key, until }, life) =>
      `${life} берёт рекомендательную блокировку ${key} ${until === "unlocked" ? "до её снятия или конца сессии" : "до конца транзакции"}.`,
    "advisory-refused": ({ key }, life) =>
      `${life} не получает рекомендательную блокировку ${key}: её держит другая сессия.`,
    "advisory-returned": ({ key }, life) => `${life} снимает рекомендательную блокировку ${key}.`,
    "advisory-not-held": ({ key }, life) =>
      `${life} снимает рекомендательную блокировку ${key}, но его сессия её не держит: это только предупреждение.`,
    "sequence-read": ({ sequence, value, taken }, life) =>
      taken
        ? `${life} берёт ${value} из ${sequence}: второй раз это значение не достанется никому, даже после отката.`
        : `${life} читает последнее значение, взятое им из ${sequence}: ${value}.`,
    read: ({ table, rows: found, locked }, life) =>
      `${life} читает ${table}: ${rows(found)}${locked && found > 0 ? ", под блокировкой до конца транзакции" : ""}.`,
    inserted: ({ table, key, open }, life) => `${life} вставляет ${key} в ${table}${whileOpen(open)}.`,
    skipped: ({ table, constraint }, life) =>
      `${life} ничего не вставляет в ${table}: по ${constraint} такой ключ уже есть.`,
    updated: ({ table, rows: changed, open }, life) =>
      `${life} обновляет ${rowsChanged(changed)} в ${table}${whileOpen(open && changed > 0)}.`,
    deleted: ({ table, rows: changed, open }, life) =>
      `${life} удаляет ${rowsChanged(changed)} в ${table}${whileOpen(open && changed > 0)}.`,
    failed: ({ code, message, constraint, open }, life) =>
      `${life} получает ${code}${constraint === null ? ` (${message})` : ` по ${constraint}`}${open ? "; транзакция сорвана, её изменения отменены" : ""}.`,
  },
  replyLost: (applied, life) =>
    applied === null
      ? `Запрос ${life} теряется в пути: ничего не происходит, ${life} получает таймаут.`
      : `${applied} Ответ теряется: ${life} получает таймаут.`,
  serverError: (applied) => `${applied} Затем следует сбой: отказ сохранён, ответ — 500.`,
  refusals: {
    syntax: ({ detail }) => `это не TypeScript: ${detail}.`,
    "too-deep": () => "скобки или выражения вложены слишком глубоко: дайте внутренним частям имена — константы или функции.",
    import: ({ detail }) =>
      `«${detail}» импортировать нельзя: обработчик импортирует только типы, всё остальное приходит через порты.`,
    "no-default-export": () =>
      "файл не экспортирует функцию по умолчанию: начните с `export default async function handle(msg, { db, ack }) {`.",
    "load-throws": ({ detail }) => `модуль падает при загрузке, до первого сообщения: ${detail}.`,
    "hidden-global": ({ detail }) => `${detail} здесь нет. ${adviceRussian(detail)}`,
    "shared-global": ({ detail }) =>
      `globalThis.${detail} присвоить нельзя: воркеры — разные процессы, общей памяти у них нет. Возьмите переменную модуля и помните, что краш её сотрёт.`,
    "generated-code": () => "код из текста здесь не выполняется: запишите его функцией.",
    "unknown-port": ({ detail }) => `порта ${detail} нет: существующие перечислены в типе Ports.`,
    "bad-argument": ({ detail }) =>
      `${detail} принимает простые данные: текст, числа, списки и объекты из них, без функций и циклических ссылок.`,
    "indirect-count": ({ detail }) => `${detail} читают под составленным именем: напишите msg.${detail}, тогда поиск будет считать доставки.`,
    "too-many-requests": ({ detail }) => `больше ${detail} вызовов на одно сообщение: возможно, цикл не кончается.`,
    "not-a-port": () =>
      "обработчик ждёт промис, который не разрешит ни один порт: ждать можно вызовов портов и того, что из них составлено.",
    endless: () => "обработчик считает без конца: цикл здесь не кончается и ничего не ждёт.",
    memory: () => "обработчик занял всю память: возможно, что-то растёт без конца.",
    recursion: () => "функция вызывает себя слишком глубоко: кончается ли рекурсия?",
    nondeterministic: () =>
      "при повторе с теми же ответами обработчик поступил иначе: он зависит от того, что меняется между запусками.",
    "no-such-topic": ({ detail, known = [] }) =>
      `топик ${detail} здесь никто не читает: ${known.length > 0 ? `публикуйте в ${known.join(" или ")}` : "в этом сценарии топиков не читает никто"}.`,
    "bad-poll": ({ detail }) => `poll({ max: ${detail} }) ничего вернуть не может: max — целое число от 1.`,
    "part-missing": ({ detail }) => `в этом сценарии нет ${detail}: пользуйтесь теми частями, которые в нём объявлены.`,
    "sql-syntax": ({ detail }) => `PostgreSQL не может прочесть этот SQL: ${detail}.`,
    "sql-unsupported": ({ detail }) =>
      `здешняя база не знает ${detail}: она знает SELECT из одной таблицы, INSERT … ON CONFLICT, UPDATE, DELETE, RETURNING, FOR UPDATE, транзакции с уровнями изоляции и точками сохранения, рекомендательные блокировки и последовательности.`,
    "sql-unknown-table": ({ detail }) => `таблицы ${detail} нет.`,
    "sql-unknown-column": ({ detail }) => `столбца ${detail} нет.`,
    "sql-unknown-constraint": ({ detail }) => `ограничения UNIQUE для ON CONFLICT ${detail} нет.`,
    "sql-too-deep": () => "вложенность этого SQL слишком велика: обойдитесь меньшим числом скобок.",
    "migration-unsupported": ({ detail }) =>
      `в миграции здесь не бывает ${detail}: она добавляет таблицы, столбцы, ограничения, уникальные индексы и последовательности, а заполняет только таблицы, которые создала сама.`,
    "migration-rows": ({ detail }) => `PostgreSQL откажет из-за строк, которые уже есть: ${detail}.`,
    "migration-given-rows": ({ detail }) =>
      `строки ${detail} — то, что обработчик застаёт: миграция заполняет только таблицы, которые создала сама.`,
  },
  at: (line, column) => (column === null ? `Строка ${line}: ` : `Строка ${line}, столбец ${column}: `),
  migration: "Миграция",
};
