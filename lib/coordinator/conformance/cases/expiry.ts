import type { ConformanceCase } from "../conformance";
import { check, equal, kindIs } from "../context";

const hour = 3_600_000;
const day = 24 * hour;

/** G: how long a result is remembered. */
export const expiryCases: ConformanceCase[] = [
  {
    id: "G1",
    title: "a completed record replays until its retention has passed",
    async run(t) {
      const retentionMs = 4 * t.unitMs;
      const timeline = t.timeline();
      await t.completed("r1", { retentionMs });
      kindIs(await timeline.before(retentionMs, () => t.store.reserve(t.request())), "completed", "reserve");
    },
  },
  {
    id: "G2",
    title: "after its retention the id is fresh, with a greater fence",
    async run(t) {
      const first = await t.completed("r1", { retentionMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      equal(await t.store.read(t.id()), null, "record");
      const second = await t.reserved();
      equal([second.takeover, second.attempt], [false, 1], "takeover and attempt");
      check(second.fence > first.fence, `fence ${second.fence} after ${first.fence}`);
    },
  },
  {
    id: "G3",
    title: "retentions of 1.5 s, 90 s and 30 days are kept to the millisecond, not rounded",
    async run(t) {
      for (const retentionMs of [1500, 90_000, 90_001, 30 * day]) {
        const id = t.id(`for-${retentionMs}`);
        const held = await t.reserved({ id });
        const before = t.clock.now();
        await t.complete(held, "r1", retentionMs);
        const snapshot = await t.store.read(id);
        const passed = Math.ceil(t.clock.now() - before) + 2;
        const left = snapshot?.status === "completed" ? snapshot.retentionRemainingMs : 0;
        check(left <= retentionMs && left >= retentionMs - passed, `${left} ms are left of ${retentionMs} after ${passed}`);
      }
    },
  },
  {
    id: "G4",
    title: "sweep deletes what has expired and nothing else",
    only: "sweep",
    alone: true,
    async run(t) {
      const live = await t.reserved({ id: t.id("live") });
      await t.completed("kept", { id: t.id("kept") });
      await t.reserved({ id: t.id("lapsed"), leaseMs: t.unitMs });
      await t.completed("old", { id: t.id("old"), retentionMs: t.unitMs });
      await t.reserved({ id: t.id("dead"), leaseMs: t.unitMs, graceMs: 1 });
      await t.elapse(1.5 * t.unitMs);
      equal(await t.store.sweep?.(0), 0, "deleted under a limit of 0");
      check(((await t.store.sweep?.(1000)) ?? 0) >= 2, "the expired records were not deleted");
      equal(await t.complete(live, "r1"), "completed", "complete of the live reservation");
      equal((await t.store.read(t.id("kept")))?.status, "completed", "the completed record");
      equal((await t.store.read(t.id("lapsed")))?.status, "pending", "the lapsed reservation within its grace");
    },
  },
  {
    id: "G5",
    title: "an expired record is absent for everybody, swept or not",
    async run(t) {
      const held = await t.completed("r1", { retentionMs: t.unitMs / 2, fingerprint: "p1" });
      await t.elapse(t.unitMs);
      equal(await t.store.read(held.id), null, "read");
      equal(await t.complete(held, "again"), "lost", "repeated complete");
      equal(await t.renew(held, t.longMs), "lost", "renew");
      equal(await t.release(held), "lost", "release");
      const waiting = t.store.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.longMs });
      equal(await t.within(t.patienceMs, waiting, "the wait"), "changed", "wait");
      await t.reserved({ fingerprint: "p2" });
    },
  },
];

/** H: whose clock counts. */
export const clockCases: ConformanceCase[] = [
  {
    id: "H1",
    title: "a process whose clock is an hour ahead or behind changes nothing",
    only: "store-clock",
    async run(t) {
      for (const skewMs of [hour, -hour]) {
        const store = await t.open(skewMs);
        const held = await t.reserved({ id: t.id(`held-${skewMs}`), leaseMs: 600_000 });
        kindIs(await store.reserve(t.request({ id: held.id })), "in-flight", `reserve by a clock off by ${skewMs} ms`);
        equal((await store.read(held.id))?.status, "pending", "status that this process sees");
        equal(await t.complete(held, "r1", 600_000), "completed", "complete by the holder");
        kindIs(await store.reserve(t.request({ id: held.id })), "completed", `replay by a clock off by ${skewMs} ms`);
        equal((await t.store.read(held.id))?.status, "completed", "status after that process has looked");
      }
    },
  },
  {
    id: "H2",
    title: "of two processes with clocks two hours apart exactly one wins",
    only: "store-clock",
    async run(t) {
      const [ahead, behind] = await Promise.all([t.open(hour), t.open(-hour)]);
      for (const [index, [first, second]] of [[ahead, behind] as const, [behind, ahead] as const].entries()) {
        const id = t.id(`round-${index}`);
        await t.reserved({ id, leaseMs: 600_000 }, first);
        kindIs(await second.reserve(t.request({ id, leaseMs: 600_000 })), "in-flight", "reserve by the other process");
      }
    },
  },
  {
    id: "H3",
    title: "a lease given by a skewed process lasts as long as any other",
    only: "store-clock",
    async run(t) {
      for (const skewMs of [hour, -hour]) {
        const id = t.id(`skew-${skewMs}`);
        const timeline = t.timeline();
        const leaseMs = 2 * t.unitMs;
        await t.reserved({ id, leaseMs }, await t.open(skewMs));
        kindIs(await timeline.before(leaseMs, () => t.store.reserve(t.request({ id }))), "in-flight", "before its end");
        await timeline.after(leaseMs + t.unitMs);
        await t.reserved({ id });
      }
    },
  },
  {
    id: "H4",
    title: "a long open transaction does not stop the store's clock",
    needs: ["transactions"],
    async run(t) {
      const transaction = await t.abilities.transactions?.begin();
      try {
        await transaction?.effect(t.id("effect"));
        const leaseMs = t.unitMs;
        await t.reserved({ leaseMs });
        await t.elapse(1.5 * t.unitMs);
        await t.reserved();
      } finally {
        await transaction?.rollback();
      }
    },
  },
];
