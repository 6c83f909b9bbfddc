import type { Words } from "@/lib/simulator/plain";

/** A part of the simulated world, and what it was held against. */
export interface CheckedPart {
  part: string;
  name: Words;
  /** What answered in its place; null where only documents speak for it. */
  real: Words | null;
  /** What stays unchecked, and the source of what the simulator does there. */
  documented: Words | null;
}

/** What the check holds against a real system, and what it cannot. Shown with every result. */
export const parts: readonly CheckedPart[] = [
  {
    part: "database",
    name: { ru: "База данных", en: "Database" },
    real: {
      ru: "PostgreSQL через клиент pg: ответы, ошибки, ожидание замков, откат после SIGKILL, таблицы в конце; десять аномалий на трёх уровнях изоляции",
      en: "PostgreSQL through the client pg: replies, errors, waits for locks, rollback after SIGKILL, the tables at the end; ten anomalies at three isolation levels",
    },
    documented: {
      ru: "Какую из сессий PostgreSQL прервёт при взаимной блокировке, он решает сам; такие расписания не воспроизводятся, их правила проверяют отдельные истории",
      en: "Which session of a deadlock PostgreSQL ends is its own affair: such schedules are not replayed, histories of their own check the rules",
    },
  },
  {
    part: "stripe",
    name: { ru: "Платежи", en: "Payments" },
    real: {
      ru: "двойник Stripe по HTTP через настоящий клиент stripe: сохранённые ответы и 500, другие параметры, 409, потерянный запрос и потерянный ответ",
      en: "an HTTP double of Stripe through the real client stripe: saved answers and 500s, other parameters, 409, the lost request and the lost answer",
    },
    documented: {
      ru: "Сам Stripe: тестовый ключ требует учётной записи и сети. Двойник проверен по документации (docs.stripe.com/api/idempotent_requests)",
      en: "Stripe itself: a test key takes an account and a network. The double is tested against the documentation (docs.stripe.com/api/idempotent_requests)",
    },
  },
  {
    part: "redis",
    name: { ru: "Redis", en: "Redis" },
    real: {
      ru: "redis-server через клиент redis: SET NX PX, сравнение с удалением, счётчики, время жизни ключей",
      en: "redis-server through the client redis: SET NX PX, compare-and-delete, counters, times to live",
    },
    documented: {
      ru: "Потеря последней записи при переключении на реплику (redis.io, replication): второй сервер здесь не запускается",
      en: "The loss of the latest write at a failover (redis.io, replication): no second server runs here",
    },
  },
  {
    part: "coordinator",
    name: { ru: "Хранилище координатора", en: "The coordinator's store" },
    real: {
      ru: "тот же координатор над настоящими хранилищами в Redis и в PostgreSQL: каждый вызов хранилища, захваты, опоздавшие результаты",
      en: "the same coordinator over its real stores in Redis and in PostgreSQL: every call of the store, takeovers, late results",
    },
    documented: {
      ru: "Время: срок аренды и хранения кончается по приказу расписания, часы сервера не ждут",
      en: "Time: leases and retentions end when the schedule says so, nobody waits for the server's clock",
    },
  },
  {
    part: "receivers",
    name: { ru: "Почта и другие получатели", en: "Mailer and other receivers" },
    real: {
      ru: "двойник по HTTP: повтор под ключом, потерянный ответ, ошибка 500, токены ограждения",
      en: "an HTTP double: a repetition under a key, the lost answer, the 500, fencing tokens",
    },
    documented: {
      ru: "Почтовые службы договариваются о ключах по-разному: правило здесь общее, без образца",
      en: "Mail services differ in how they treat keys: the rule is a general one, without a model",
    },
  },
  {
    part: "processes",
    name: { ru: "Процессы", en: "Processes" },
    real: {
      ru: "процессы Node с тем же файлом обработчика и SIGKILL в выбранном зазоре",
      en: "Node processes with the same handler file, and SIGKILL in the chosen gap",
    },
    documented: {
      ru: "Потоки и рабочие процессы других языков: их сниппеты для чтения, а не для запуска",
      en: "Threads and workers of other languages: those snippets are for reading, they do not run",
    },
  },
  {
    part: "queue",
    name: { ru: "Очередь", en: "Queue" },
    real: {
      ru: "RabbitMQ через клиент amqplib: возврат в очередь при закрытии канала и при гибели потребителя, признак redelivered, ack после закрытия канала, предел доставок кворумной очереди",
      en: "RabbitMQ through the client amqplib: requeueing when a channel closes and when its consumer dies, the flag redelivered, an ack after the channel is closed, the delivery limit of a quorum queue",
    },
    documented: {
      ru: "Видимость и переигрывание SQS, Pub/Sub и JetStream, очередь недоставленных: по их документации, сервера здесь нет",
      en: "Visibility and redrive of SQS, Pub/Sub and JetStream, the dead-letter queue: by their documentation, there is no server here",
    },
  },
  {
    part: "log",
    name: { ru: "Лог", en: "Log" },
    real: null,
    documented: {
      ru: "Поколения группы, смещения, ребаланс: по документации Kafka и KIP-429. Базы и получатели за потребителями лога настоящие",
      en: "Generations of a group, offsets, rebalance: by the documentation of Kafka and KIP-429. Databases and receivers behind the consumers are real",
    },
  },
];
