import type { ConformanceCase } from "../conformance";
import { check, equal, kindIs } from "../context";

/** I: what a caller that did not get its answer may do. */
export const faultCases: ConformanceCase[] = [
  {
    id: "I1",
    title: "reserve whose reply was lost is ours when it is repeated",
    async run(t) {
      const request = t.request({ fingerprint: "p1" });
      await t.store.reserve(request);
      const reply = kindIs(await t.store.reserve(request), "reserved", "repeated reserve");
      equal(reply.takeover, false, "takeover");
      equal(await t.complete({ ...request, fence: reply.fence }, "r1"), "completed", "complete");
    },
  },
  {
    id: "I2",
    title: "complete whose reply was lost says completed when it is repeated",
    async run(t) {
      const held = await t.reserved();
      await t.complete(held, "r1");
      equal(await t.complete(held, "r1"), "completed", "repeated complete");
    },
  },
  {
    id: "I3",
    title: "release whose reply was lost leaves the id free when it is repeated",
    async run(t) {
      const held = await t.reserved();
      await t.release(held);
      await t.release(held);
      await t.reserved();
    },
  },
  {
    id: "I4",
    title: "a write whose connection was cut is applied whole or not at all, and can be repeated",
    needs: ["withCutConnection"],
    async run(t) {
      for (const when of ["before", "after"] as const) {
        const request = t.request({ id: t.id(when) });
        await (await t.abilities.withCutConnection?.(when))?.reserve(request).catch(() => null);
        const held = await t.reserved(request);
        const write = { id: held.id, owner: held.owner, fence: held.fence, result: "r1", retentionMs: t.longMs };
        await (await t.abilities.withCutConnection?.(when))?.complete(write).catch(() => null);
        equal(await t.store.complete(write), "completed", "repeated complete");
        equal(kindIs(await t.store.reserve(t.request({ id: held.id })), "completed", "replay").result, "r1", "result");
      }
    },
  },
  {
    id: "I5",
    title: "a flushed script cache changes nothing",
    needs: ["flushScripts"],
    alone: true,
    async run(t) {
      const flush = async () => t.abilities.flushScripts?.();
      await flush();
      const held = await t.reserved();
      await flush();
      equal(await t.renew(held, t.longMs), "renewed", "renew");
      await flush();
      equal(await t.complete(held, "r1"), "completed", "complete");
      await flush();
      kindIs(await t.store.reserve(t.request()), "completed", "replay");
      const other = await t.reserved({ id: t.id("other") });
      await flush();
      equal(await t.release(other), "released", "release");
    },
  },
  {
    id: "I6",
    title: "after the store has lost everything, ids are fresh and stale holders are refused",
    needs: ["loseEverything"],
    alone: true,
    async run(t) {
      const held = await t.reserved();
      await t.abilities.loseEverything?.();
      equal(await t.complete(held, "stale"), "lost", "stale complete");
      const next = await t.reserved();
      equal(await t.complete(held, "stale"), "lost", "stale complete against a new reservation");
      equal(await t.complete(next, "r2"), "completed", "complete by the new holder");
    },
  },
];

/** K: records that cannot be understood. */
export const corruptionCases: ConformanceCase[] = (["garbage", "later-version"] as const).map((how, index) => ({
  id: `K${index + 1}`,
  title: how === "garbage" ? "a record that nobody wrote is an error for everyone" : "a record of a later version is refused",
  needs: ["corrupt" as const],
  async run(t) {
    const held = await t.reserved();
    await t.abilities.corrupt?.(held.id, how);
    const attempts = [
      () => t.store.reserve(t.request()),
      () => t.complete(held, "r1"),
      () => t.renew(held, t.longMs),
      () => t.release(held),
      () => t.store.read(held.id),
    ];
    for (const attempt of attempts) {
      const reply = await attempt().then(
        (value) => JSON.stringify(value),
        (error: unknown) => error,
      );
      check(reply instanceof Error, `a call on an unreadable record answered ${String(reply)} instead of failing`);
    }
  },
}));
