import { describe, expect, it } from "vitest";
import { MemoryStore } from "../stores/memory/store";
import { seededRandom } from "../testing/seeded-random";
import { VirtualClock } from "../testing/virtual-clock";
import { deliveredThreeTimes, MemoryInboxDatabase, type FirstDeath, type Protection } from "./inbox";
import {
  crashBeforeAck,
  diesInTheWindow,
  redeliveredAfter,
  twoWorkersOneJob,
  versionsAndRecipients,
  whatTheKeyIsMadeOf,
} from "./jobs";
import type { Stage } from "./stage";

function stage(): Stage {
  const clock = new VirtualClock();
  const store = new MemoryStore({ clock });
  return { store, clock, random: seededRandom(1), run: (promise) => clock.run(promise), scale: 1 };
}

describe("crash before the acknowledgement", () => {
  it("plain handler: two deliveries, two mails", async () => {
    expect(await crashBeforeAck(stage(), "plain")).toEqual({ deliveries: 2, mails: 2, results: ["em_1", "em_2"] });
  });

  it("handler under a key, the job id: two deliveries, one mail, the second delivery returns the first receipt", async () => {
    const results = ["em_1", "em_1"];
    expect(await crashBeforeAck(stage(), "key = job id")).toEqual({ deliveries: 2, mails: 1, results });
  });
});

describe("two workers with one job", () => {
  it("wait: both return one receipt, one mail, the second as soon as the first is done", async () => {
    const { afterMs, ...rest } = await twoWorkersOneJob(stage(), "wait");
    expect(rest).toEqual({ A: "em_1", B: "em_1", mails: 1, again: null, mailsAfterAgain: 1 });
    expect(afterMs).toBeGreaterThanOrEqual(200);
    expect(afterMs).toBeLessThanOrEqual(250);
  });

  it("raise: the second puts the job back, and its next delivery returns the first receipt", async () => {
    expect(await twoWorkersOneJob(stage(), "raise")).toEqual({
      A: "em_1",
      B: "in progress, requeue",
      afterMs: 0,
      mails: 1,
      again: "em_1",
      mailsAfterAgain: 1,
    });
  });

  it("plain: two mails, and nothing in either worker's log says so", async () => {
    expect(await twoWorkersOneJob(stage(), "plain")).toMatchObject({ A: "em_1", B: "em_2", mails: 2 });
  });
});

describe("what the key is made of: two, two, one", () => {
  it("job id: two jobs for one order are two mails", async () => {
    expect((await whatTheKeyIsMadeOf(stage(), "job id")).mails).toBe(2);
  });

  it("a key that the article's rules refuse, run unprotected: two mails, and no exception", async () => {
    const policies = { keyRules: "article", onInvalidKey: "run-unprotected" } as const;
    const { mails, results } = await whatTheKeyIsMadeOf(stage(), "order-9:invoice", policies);
    expect({ mails, results }).toEqual({ mails: 2, results: ["em_1", "em_2"] });
  });

  it("the same key under the default policy: no mail, two errors that name the problem", async () => {
    const { mails, results } = await whatTheKeyIsMadeOf(stage(), "order-9:invoice", { keyRules: "article" });
    expect({ mails, results }).toEqual({ mails: 0, results: Array(2).fill("IdempotencyKeyInvalidError") });
  });

  it("the same key under our own key rules: the colon is encoded, one mail", async () => {
    const { mails, results } = await whatTheKeyIsMadeOf(stage(), "order-9:invoice");
    expect({ mails, results }).toEqual({ mails: 1, results: ["em_1", "em_1"] });
  });

  it("order and action: one mail", async () => {
    const { mails, results } = await whatTheKeyIsMadeOf(stage(), "order-9.invoice");
    expect({ mails, results }).toEqual({ mails: 1, results: ["em_1", "em_1"] });
  });
});

describe("inbox and key, one message delivered three times", () => {
  const table: [Protection, FirstDeath, { handlerRuns: number; rows: number; mails: number; mailsByKey: number }][] = [
    [{ inbox: true, key: true }, "before the commit", { handlerRuns: 2, rows: 1, mails: 1, mailsByKey: 1 }],
    [{ inbox: true, key: false }, "before the commit", { handlerRuns: 2, rows: 1, mails: 2, mailsByKey: 2 }],
    [{ inbox: false, key: true }, "before the commit", { handlerRuns: 3, rows: 2, mails: 1, mailsByKey: 1 }],
    [{ inbox: false, key: false }, "before the commit", { handlerRuns: 3, rows: 2, mails: 3, mailsByKey: 3 }],
    [{ inbox: true, key: true }, "between mail and stored result", { handlerRuns: 2, rows: 1, mails: 2, mailsByKey: 1 }],
  ];
  it.each(table)("with %o, the first worker dying %s: %o", async (protection, firstDeath, expected) => {
    const outcome = await deliveredThreeTimes(stage(), new MemoryInboxDatabase(), protection, firstDeath);
    expect(outcome).toEqual({ deliveries: 3, ...expected });
  });
});

describe("retention", () => {
  const second = 1000;
  const day = 86_400 * second;
  it.each([
    ["3,600 s", 3600 * second, "3,599 s", 3599 * second, 1],
    ["3,600 s", 3600 * second, "3,601 s", 3601 * second, 2],
    ["90 s, which nobody rounds down to 60", 90 * second, "75 s", 75 * second, 1],
    ["30 days", 30 * day, "29 days", 29 * day, 1],
  ])("of %s, redelivery after %s", async (_ttl, ttlMs, _after, afterMs, mails) => {
    expect(await redeliveredAfter(stage(), ttlMs, afterMs)).toEqual({ mails, problem: null });
  });

  it("of 31 days is refused before any mail, instead of being dropped in silence", async () => {
    const { mails, problem } = await redeliveredAfter(stage(), 31 * day, 0);
    expect(mails).toBe(0);
    expect(problem).toContain("longer than longestRetentionMs");
  });
});

describe("the window between effect and stored result", () => {
  it("is two mails once the lease has passed, one at a provider that recognises the key; until then raise is refused", async () => {
    expect(await diesInTheWindow(stage())).toEqual({
      refused: "in-progress",
      receipt: "em_2",
      waitedMs: 25_200,
      mails: 2,
      mailsByKey: 1,
    });
  });
});

describe("key and payload", () => {
  it("a new version is a new mail; the old key with another recipient is refused", async () => {
    expect(await versionsAndRecipients(stage())).toEqual({
      redelivered: ["em_1", "em_1"],
      secondVersion: "em_2",
      otherRecipient: "IdempotencyKeyReuseError",
      mails: 2,
    });
  });
});
