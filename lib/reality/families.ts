import type { Words } from "@/lib/simulator/plain";
import type { StoreAddress } from "./protocol";

/** Scenarios that stand on the same parts of the world; counted together. */
export interface Family {
  name: FamilyName;
  title: Words;
  scenarios: readonly string[];
  /** Where the coordinator keeps its records. */
  store: StoreAddress["kind"];
}

export const familyNames = ["payments", "transactions", "receivers", "redis", "log", "coordinator-redis", "coordinator-postgres"] as const;
export type FamilyName = (typeof familyNames)[number];

const coordinated = ["crash-before-ack", "two-workers-one-job", "key-identity", "inbox-and-key", "retention"];

/** All scenarios whose handlers reach a part that has a real counterpart. */
export const families: readonly Family[] = [
  {
    name: "payments",
    title: { ru: "Платежи: база и Stripe", en: "Payments: a database and Stripe" },
    scenarios: ["select-then-act", "stripe-idempotency-key", "two-messages-one-order", "republished-id"],
    store: "redis",
  },
  {
    name: "transactions",
    title: { ru: "Транзакции: замки, UNIQUE, outbox", en: "Transactions: locks, UNIQUE, outbox" },
    scenarios: [
      "transactional-dedup",
      "other-constraint",
      "outbox-and-inbox",
      "o09-local-effect",
      "o10-outbox-two-relays",
      "o11-updated-before-created",
    ],
    store: "redis",
  },
  {
    name: "receivers",
    title: { ru: "Письма и другие получатели", en: "Mails and other receivers" },
    scenarios: [
      "o01-check-charge-record",
      "o02-mail-and-ack",
      "o03-visibility-timeout",
      "o05-key-per-attempt",
      "o06-job-id-or-effect-id",
      "o07-broker-window",
      "o07-same-id-updates",
      "o08-cached-error",
      "o09-inbox-and-mail",
    ],
    store: "redis",
  },
  { name: "redis",
    title: { ru: "Замок в Redis", en: "A lock in Redis" }, scenarios: ["redis-lock"], store: "redis" },
  {
    name: "log",
    title: { ru: "Потребители лога", en: "Consumers of the log" },
    scenarios: ["two-consumers-at-a-rebalance", "partition-moves", "o04-offset-on-hand-out", "o12-dedup-rate-spike"],
    store: "redis",
  },
  { name: "coordinator-redis",
    title: { ru: "Координатор над Redis", en: "The coordinator over Redis" }, scenarios: [...coordinated, "metric-spike"], store: "redis" },
  { name: "coordinator-postgres",
    title: { ru: "Координатор над PostgreSQL", en: "The coordinator over PostgreSQL" }, scenarios: [...coordinated, "metric-spike"], store: "postgres" },
];

export function familyNamed(name: FamilyName): Family {
  return families.find((family) => family.name === name) as Family;
}
