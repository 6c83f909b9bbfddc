import type { Words } from "@/lib/simulator/plain";
import type { Fault } from "@/lib/simulator/scenario/scenario";
import type { FamilyName } from "./families";

/** A deliberate mistake in the simulated world: a rule that it then breaks, and who has to notice. */
export interface Plant {
  name: PlantName;
  /** What the broken world does. */
  words: Words;
  /** The rule of docs/rules.md that it breaks. */
  rule: string;
  /** The family that must catch it, with this handler, and where it takes a fault to see it, with this one. */
  family: FamilyName;
  scenario: string;
  handler: string;
  fault?: Fault;
  /** File of the simulator, from the root of the project, and the text in it that is replaced: it stands there once. */
  file: string;
  replace: string;
  by: string;
}

export const plantNames = [
  "unique-does-not-wait",
  "dead-session-commits",
  "failure-not-saved",
  "other-parameters-replayed",
  "lost-reply-not-carried-out",
  "nx-overwrites",
  "compare-and-delete-does-not-compare",
  "late-result-accepted",
] as const;
export type PlantName = (typeof plantNames)[number];

/**
 * Named in advance: a check that cannot fail says nothing. Each has to be caught, with the seed of its schedules and the
 * step in which simulator and reality part.
 */
export const plants: readonly Plant[] = [
  {
    name: "unique-does-not-wait",
    words: { ru: "INSERT занятого ключа не ждёт конца чужой транзакции", en: "An INSERT of a key that a rival holds does not wait for the rival's end" },
    rule: "database.unique-waits",
    family: "transactions",
    scenario: "transactional-dedup",
    handler: "given",
    file: "lib/simulator/world/database/store.ts",
    replace: 'return undecided === null ? { result: "free" } : { result: "undecided", by: undecided };',
    by: 'return { result: "free" };',
  },
  {
    name: "dead-session-commits",
    words: { ru: "Оборванная сессия не откатывается, а фиксируется", en: "A session that broke off is committed in place of being rolled back" },
    rule: "database.dead-client",
    family: "transactions",
    scenario: "transactional-dedup",
    handler: "given",
    file: "lib/simulator/world/database/transactions.ts",
    replace: "dropAdvisory(withTransaction(undoChanges(state, session), session, null), session)",
    by: "dropAdvisory(withTransaction(commitChanges(state, session), session, null), session)",
  },
  {
    name: "failure-not-saved",
    words: { ru: "Stripe не запоминает свой ответ 500", en: "Stripe does not save the 500 that it answered" },
    rule: "stripe.failures-saved",
    family: "payments",
    scenario: "stripe-idempotency-key",
    handler: "given",
    fault: "serverError",
    file: "lib/simulator/world/payments.ts",
    replace: "return { state: key === null ? state : storeFailure(state, key, error), error };",
    by: "return { state, error };",
  },
  {
    name: "other-parameters-replayed",
    words: { ru: "Тот же ключ с другой суммой получает старый ответ", en: "The same key with another amount gets the old answer" },
    rule: "stripe.other-parameters",
    family: "payments",
    scenario: "stripe-idempotency-key",
    handler: "variant-other-amount",
    file: "lib/simulator/world/keyed-receiver.ts",
    replace: "if (call.compareParams && stored.request !== request)",
    by: "if (stored.request === call.effect.kind)",
  },
  {
    name: "lost-reply-not-carried-out",
    words: { ru: "Вызов с потерянным ответом не исполнен", en: "A call whose answer got lost was not carried out" },
    rule: "fault.replyLost",
    family: "receivers",
    scenario: "o05-key-per-attempt",
    handler: "given",
    fault: "replyLost",
    file: "lib/simulator/run/world-step.ts",
    replace: "state: applied.state,\n      reply: { error: timeout(request) },",
    by: "state: world,\n      reply: { error: timeout(request) },",
  },
  {
    name: "nx-overwrites",
    words: { ru: "SET NX перезаписывает чужой ключ", en: "SET NX overwrites somebody else's key" },
    rule: "redis.nx",
    family: "redis",
    scenario: "redis-lock",
    handler: "given",
    file: "lib/simulator/world/redis.ts",
    replace: "if (ifAbsent && entry) return answer(false",
    by: "if (ifAbsent && entry && entry.value === key) return answer(false",
  },
  {
    name: "compare-and-delete-does-not-compare",
    words: { ru: "Удаление со сравнением удаляет чужой замок", en: "Compare-and-delete removes another one's lock" },
    rule: "redis.compare-and-delete",
    family: "redis",
    scenario: "redis-lock",
    handler: "tempting-compare-and-delete",
    fault: "leaseExpiry",
    file: "lib/simulator/world/redis.ts",
    replace: 'const equal = entry?.value === String(args["value"]);',
    by: "const equal = entry !== null;",
  },
  {
    name: "late-result-accepted",
    words: { ru: "Опоздавший результат принимается под чужой бронью", en: "A late result is accepted under another one's reservation" },
    rule: "coordinator.complete-is-fenced",
    family: "coordinator-redis",
    scenario: "two-workers-one-job",
    handler: "variant-wait",
    fault: "leaseExpiry",
    file: "lib/coordinator/stores/memory/reducer.ts",
    replace: 'if (!isHeldBy(record, request)) return { record, fenceFloor, reply: "lost" };',
    by: 'if (record === null) return { record, fenceFloor, reply: "lost" };',
  },
];
