import type { ConformanceCase } from "../conformance";
import { check, equal, kindIs } from "../context";

/** C: what a lease protects, and what happens after it. */
export const leaseCases: ConformanceCase[] = [
  {
    id: "C1",
    title: "nobody can take over before the lease has passed",
    async run(t) {
      const leaseMs = 4 * t.unitMs;
      const timeline = t.timeline();
      await t.reserved({ leaseMs });
      kindIs(await timeline.before(leaseMs, () => t.store.reserve(t.request())), "in-flight", "reserve before the lease ends");
    },
  },
  {
    id: "C2",
    title: "anybody can take over once the lease has passed",
    async run(t) {
      const timeline = t.timeline();
      await t.reserved({ leaseMs: t.unitMs });
      await timeline.after(t.exact ? t.unitMs : 1.5 * t.unitMs);
      await t.reserved();
    },
  },
  {
    id: "C3",
    title: "of 25 takeovers at once exactly one succeeds",
    async run(t) {
      await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      const replies = await Promise.all(Array.from({ length: 25 }, () => t.store.reserve(t.request())));
      equal(replies.filter(({ kind }) => kind === "reserved").length, 1, "successful takeovers");
    },
  },
  {
    id: "C4",
    title: "a takeover gets a greater fence",
    async run(t) {
      const first = await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      const second = await t.reserved();
      check(second.fence > first.fence, `fence ${second.fence} after ${first.fence}`);
    },
  },
  {
    id: "C5",
    title: "the earlier holder can neither complete, renew nor release after a takeover",
    async run(t) {
      const first = await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      const second = await t.reserved();
      equal(await t.renew(first, t.longMs), "lost", "late renew");
      equal(await t.release(first), "lost", "late release");
      equal(await t.complete(first, "late"), "lost", "late complete");
      equal(await t.complete(second, "r2"), "completed", "complete by the new holder");
      equal(await t.complete(first, "later still"), "lost", "complete after the new holder's");
      equal(kindIs(await t.store.reserve(t.request()), "completed", "replay").result, "r2", "result that stays");
    },
  },
  {
    id: "C6",
    title: "a late complete that nobody has overtaken succeeds within the grace",
    async run(t) {
      const held = await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      equal(await t.complete(held, "late but alone"), "completed", "late complete");
    },
  },
  {
    id: "C7",
    title: "fences go on growing after lease and grace have passed",
    async run(t) {
      const fences: number[] = [];
      for (let round = 0; round < 3; round++) {
        const held = await t.reserved({ leaseMs: t.unitMs / 2, graceMs: t.unitMs / 2 });
        equal(held.attempt, 1, "attempt after the grace");
        fences.push(held.fence);
        await t.elapse(1.5 * t.unitMs);
        equal(await t.complete(held, "after the grace"), "lost", "complete after the grace");
      }
      check(fences.every((fence, index) => index === 0 || fence > (fences[index - 1] ?? 0)), `fences ${fences.join(", ")}`);
    },
  },
  {
    id: "C8",
    title: "a takeover is reported as one, with its attempt counted",
    async run(t) {
      for (let attempt = 1; attempt <= 3; attempt++) {
        const held = await t.reserved({ leaseMs: t.unitMs / 2 });
        equal([held.takeover, held.attempt], [attempt > 1, attempt], "takeover and attempt");
        await t.elapse(t.unitMs);
      }
    },
  },
];

/** D: what `renew` may do. */
export const renewCases: ConformanceCase[] = [
  {
    id: "D1",
    title: "renew keeps others out for longer",
    async run(t) {
      const held = await t.reserved({ leaseMs: t.unitMs });
      const timeline = t.timeline();
      const leaseMs = 6 * t.unitMs;
      equal(await t.renew(held, leaseMs), "renewed", "renew");
      kindIs(await timeline.before(leaseMs, () => t.store.reserve(t.request())), "in-flight", "reserve after the old lease");
    },
  },
  {
    id: "D2",
    title: "another owner or a wrong fence cannot renew",
    async run(t) {
      const held = await t.reserved();
      equal(await t.renew({ ...held, owner: t.owner() }, t.longMs), "lost", "renew by another owner");
      equal(await t.renew({ ...held, fence: held.fence + 1 }, t.longMs), "lost", "renew with another fence");
    },
  },
  {
    id: "D3",
    title: "renew revives a lapsed reservation that nobody has taken over",
    async run(t) {
      const held = await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      equal(await t.renew(held, t.longMs), "renewed", "renew after the lease");
      kindIs(await t.store.reserve(t.request()), "in-flight", "reserve after the late renew");
    },
  },
  {
    id: "D4",
    title: "renew never shortens a lease",
    async run(t) {
      const held = await t.reserved({ leaseMs: t.longMs });
      equal(await t.renew(held, 1), "renewed", "renew with a shorter lease");
      await t.elapse(t.unitMs / 2);
      kindIs(await t.store.reserve(t.request()), "in-flight", "reserve after the shorter lease");
    },
  },
  {
    id: "D5",
    title: "a completed or absent record cannot be renewed",
    async run(t) {
      equal(await t.renew(await t.completed("r1"), t.longMs), "lost", "renew after completion");
      equal(await t.renew({ id: t.id("absent"), owner: t.owner(), fence: 1 }, t.longMs), "lost", "renew of nothing");
      equal(await t.store.read(t.id("absent")), null, "record afterwards");
    },
  },
];

/** E: what `release` gives back. */
export const releaseCases: ConformanceCase[] = [
  {
    id: "E1",
    title: "after a release the next reservation is fresh, with a greater fence",
    async run(t) {
      const first = await t.reserved();
      equal(await t.release(first), "released", "release");
      const second = await t.reserved();
      check(second.fence > first.fence, `fence ${second.fence} after ${first.fence}`);
      equal([second.takeover, second.attempt], [false, 1], "takeover and attempt");
      equal(await t.complete(first, "ghost"), "lost", "complete by the one who had released");
    },
  },
  {
    id: "E2",
    title: "a holder that was overtaken cannot release its successor's reservation",
    async run(t) {
      const first = await t.reserved({ leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      const second = await t.reserved();
      equal(await t.release(first), "lost", "late release");
      equal(await t.release({ ...second, owner: t.owner() }), "lost", "release by a stranger");
      kindIs(await t.store.reserve(t.request()), "in-flight", "reserve by a third");
    },
  },
  {
    id: "E3",
    title: "a completed record cannot be released",
    async run(t) {
      const held = await t.completed("r1");
      equal(await t.release(held), "lost", "release after completion");
      kindIs(await t.store.reserve(t.request()), "completed", "reserve afterwards");
    },
  },
  {
    id: "E4",
    title: "a second release harms nobody",
    async run(t) {
      const first = await t.reserved();
      await t.release(first);
      const second = await t.reserved();
      equal(await t.release(first), "lost", "second release");
      equal(await t.complete(second, "r2"), "completed", "complete by the next holder");
    },
  },
  {
    id: "E5",
    title: "a release wakes those who wait",
    async run(t) {
      const held = await t.reserved();
      const waiting = t.store.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.longMs });
      await t.elapse(t.unitMs / 4);
      await t.release(held);
      equal(await t.within(t.patienceMs, waiting, "the wait"), "changed", "wait");
    },
  },
];
