import { describe, expect, it } from "vitest";
import { defaultProfiles, fullBudgets } from "../scenario/bounds";
import type { Refusal, RefusalCode } from "../process/history";
import type { Deed } from "../world/database/execution";
import type { Fact } from "../world/facts";
import { describeBounds } from "./bounds";
import { english } from "./en";
import { lifeName, russianForm } from "./numbers";
import { russian } from "./ru";
import { describeFact, describeRefusal } from "./say";

const message = "m1";
const facts: Fact[] = [
  { fact: "handed", message, delivery: 1 },
  { fact: "handed", message, delivery: 3 },
  { fact: "acked", message },
  ...(["stale", "already-acked", "dead-lettered"] as const).map(
    (because): Fact => ({ fact: "ack-ignored", message, because }),
  ),
  { fact: "ack-rejected", message },
  ...[true, false].flatMap((implicit) =>
    [true, false].flatMap((dead): Fact[] => [{ fact: "nacked", message, delayed: implicit, implicit, dead }]),
  ),
  ...[true, false].map((implicit): Fact => ({ fact: "nack-ignored", message, implicit })),
  ...(["expiry", "lease-ended"] as const).flatMap((because) =>
    [true, false].map((dead): Fact => ({ fact: "visible-again", message, because, dead })),
  ),
  ...(["key", "row"] as const).map((reason): Fact => ({ fact: "waits", table: "processed", holder: "B2", reason })),
  { fact: "waits-for-advisory-lock", key: "42", holder: "B2" },
  { fact: "waits-in-line" },
  { fact: "snapshot-taken" },
  { fact: "session-ended", life: "A1" },
  { fact: "charged", charge: "ch_1", amount: 4200, currency: "eur", key: null },
  { fact: "charged", charge: "ch_1", amount: 4200, currency: "eur", key: "k" },
  { fact: "charge-replayed", key: "k", charge: "ch_1", failed: false },
  { fact: "charge-replayed", key: "k", charge: null, failed: true },
  { fact: "charge-key-mismatch", key: "k" },
  { fact: "charge-begun", key: "k" },
  { fact: "charge-in-progress", key: "k" },
  { fact: "charge-ended", key: "k" },
  { fact: "charge-refused", message: "Missing required param: currency." },
  { fact: "sent", what: "Paid", effect: "mailer.mails", key: null },
  { fact: "sent", what: "Paid", effect: "mailer.mails", key: "k" },
  { fact: "sent-replayed", what: "Paid", effect: "mailer.mails", key: "k" },
  { fact: "sent-without-key", what: "Paid", effect: "mailer.mails", key: "a:b" },
  { fact: "sent", what: "pay", effect: "bank.pay", key: null },
  { fact: "sent", what: "pay", effect: "bank.pay", key: "k" },
  { fact: "sent-replayed", what: "pay", effect: "bank.pay", key: "k" },
  { fact: "sent-without-key", what: "pay", effect: "bank.pay", key: "a:b" },
  { fact: "ack-settled", message },
  { fact: "redriven", messages: [message] },
  { fact: "published", topic: "invoices", message: "invoices1", id: null },
  { fact: "published", topic: "invoices", message: "invoices1", id: "order-9" },
  { fact: "publish-deduplicated", topic: "invoices", id: "order-9" },
  { fact: "crashed", requeued: { message, dead: false } },
  { fact: "crashed", requeued: { message, dead: true } },
  { fact: "threw", message: "Unexpected failure" },
  { fact: "told-to-stop" },
  ...[true, false].map((applied): Fact => ({ fact: "commit-lost", applied })),
  ...[true, false].map((hasTtl): Fact => ({ fact: "redis-written", key: "k", value: "v", hasTtl })),
  { fact: "redis-not-written", key: "k" },
  ...["v", null].map((value): Fact => ({ fact: "redis-read", key: "k", value })),
  ...[true, false].map((deleted): Fact => ({ fact: "redis-deleted", key: "k", deleted })),
  { fact: "redis-counted", key: "k", value: 2 },
  ...[true, false].map((existed): Fact => ({ fact: "redis-ttl-set", key: "k", existed })),
  { fact: "redis-refused", key: "k", message: "ERR value is not an integer or out of range" },
  ...[true, false].map((kept): Fact => ({ fact: "redis-key-ended", key: "k", kept })),
  { fact: "redis-failed-over", key: "k" },
  { fact: "redis-unavailable" },
  { fact: "fence-refused", what: "pay", token: 1, seen: 2 },
  { fact: "key-forgotten", part: "stripe", key: "k" },
  { fact: "polled", partition: "p0", records: ["r0", "r1"], from: 0 },
  { fact: "waits-for-records", assigned: [] },
  { fact: "waits-for-records", assigned: ["p0"] },
  { fact: "offset-committed", partition: "p0", offset: 2 },
  { fact: "offsets-auto-committed", offsets: { p0: 1, p1: 4 } },
  ...(["ILLEGAL_GENERATION", "UNKNOWN_MEMBER_ID", "offset"] as const).map(
    (because): Fact => ({ fact: "commit-refused", partition: "p0", offset: 2, because }),
  ),
  ...(["rebalance", "session-timeout"] as const).map(
    (because): Fact => ({ fact: "partition-moved", partition: "p0", from: "A1", to: "B1", offset: 1, because }),
  ),
  { fact: "consumer-restarted", error: null },
  { fact: "consumer-restarted", error: "CommitFailedException: no" },
  { fact: "slept", ms: 50 },
  { fact: "crashed" },
  { fact: "reply-lost", applied: null },
  { fact: "reply-lost", applied: { fact: "sent", what: "Paid", effect: "mailer.mails", key: null } },
  { fact: "server-error", applied: { fact: "charged", charge: "ch_1", amount: 1, currency: "eur", key: "k" } },
];
const deeds: Deed[] = [
  ...(["begun", "committed", "rolled-back", "nothing-to-end", "already-begun", "commit-rolled-back"] as const).map(
    (deed): Deed => ({ deed }),
  ),
  ...[true, false].map((begun): Deed => ({ deed: "isolated", isolation: "serializable", begun })),
  ...(["savepoint-set", "savepoint-released", "savepoint-restored"] as const).map(
    (deed): Deed => ({ deed, savepoint: "before_insert" }),
  ),
  ...(["unlocked", "transaction ends"] as const).map((until): Deed => ({ deed: "advisory-taken", key: "42", until })),
  ...(["advisory-refused", "advisory-returned", "advisory-not-held"] as const).map((deed): Deed => ({ deed, key: "42" })),
  ...[true, false].map((taken): Deed => ({ deed: "sequence-read", sequence: "orders_id_seq", value: "7", taken })),
  ...[0, 1, 3].map((rows): Deed => ({ deed: "read", table: "processed", rows, locked: true })),
  ...[true, false].map((open): Deed => ({ deed: "inserted", table: "processed", key: "m1", open })),
  { deed: "skipped", table: "processed", constraint: "processed_pkey" },
  ...[0, 1, 2, 5].flatMap((rows): Deed[] => [
    { deed: "updated", table: "orders", rows, open: true },
    { deed: "deleted", table: "orders", rows, open: false },
  ]),
  { deed: "failed", code: "23505", message: "duplicate key", constraint: "processed_pkey", open: true },
  { deed: "failed", code: "22P02", message: "invalid input", constraint: null, open: false },
];

describe("every fact has one sentence in each language", () => {
  it.each(
    [...facts, ...deeds.map((deed): Fact => ({ fact: "sql", deed }))].map(
      (fact) => [JSON.stringify(fact), fact] as const,
    ),
  )("%s", (_, fact) => {
    const { ru, en } = describeFact(fact, "A2");
    for (const sentence of [ru, en]) {
      expect(sentence).toMatch(/^[A-ZА-ЯЁ].*\.$/u);
      expect(sentence).not.toMatch(/undefined|null|\[object|NaN| {2}/);
    }
    expect(ru).toMatch(/[а-яё]/);
    expect(en).not.toMatch(/[а-яё]/i);
  });
});

describe("every refusal says what to do, in each language", () => {
  it.each(Object.keys(english.refusals) as RefusalCode[])("%s", (code) => {
    const refusal: Refusal = { code, line: 7, column: null, detail: "thing" };
    const { ru, en } = describeRefusal(refusal);
    expect(en).toMatch(/^Line 7: \S.*[.?]$/);
    expect(ru).toMatch(/^Строка 7: .*[.?]$/);
    expect(describeRefusal({ ...refusal, line: null }).en).toMatch(/^[A-Z“]/);
  });

  it("both languages know the same", () => {
    expect(Object.keys(russian.refusals)).toEqual(Object.keys(english.refusals));
    expect(Object.keys(russian.facts).sort()).toEqual(Object.keys(english.facts).sort());
    expect(Object.keys(russian.deeds).sort()).toEqual(Object.keys(english.deeds).sort());
  });
});

it("Russian nouns follow their number", () => {
  const form = (count: number) => russianForm(count, ["строка", "строки", "строк"]);
  expect([0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111].map(form)).toEqual([
    "строк",
    "строка",
    "строки",
    "строки",
    "строк",
    "строк",
    "строк",
    "строк",
    "строка",
    "строки",
    "строк",
    "строка",
    "строк",
  ]);
});

it("a second life carries its number", () => {
  expect([lifeName("A1"), lifeName("A2"), lifeName("B12")]).toEqual(["A", "A₂", "B₁₂"]);
});

it("bounds are named with their numbers", () => {
  const bounds = {
    processes: { worker: 2, relay: 3 },
    faults: fullBudgets({ crash: 1, expiry: 2 }),
    maxReceive: 10,
    profiles: defaultProfiles,
  };
  expect(describeBounds(bounds)).toEqual({
    ru: "5 воркеров, не более 1 краша, 2 истечений таймаута",
    en: "5 workers, at most 1 crash, 2 expiries",
  });
});
