import type { ConformanceCase } from "../conformance";
import { check, equal, kindIs } from "../context";

/** B: what `complete` changes. */
export const completeCases: ConformanceCase[] = [
  {
    id: "B1",
    title: "the holder completes its reservation",
    async run(t) {
      await t.completed("r1");
      equal((await t.store.read(t.id()))?.status, "completed", "status");
    },
  },
  {
    id: "B2",
    title: "another owner cannot complete, and changes nothing",
    async run(t) {
      const held = await t.reserved();
      equal(await t.complete({ ...held, owner: t.owner() }, "stolen"), "lost", "complete by another owner");
      equal((await t.store.read(held.id))?.status, "pending", "status afterwards");
      equal(await t.complete(held, "r1"), "completed", "complete by the holder");
    },
  },
  {
    id: "B3",
    title: "a wrong fence cannot complete, on a pending or on a completed record",
    async run(t) {
      const held = await t.reserved();
      equal(await t.complete({ ...held, fence: held.fence + 1 }, "wrong"), "lost", "complete with a greater fence");
      equal(await t.complete({ ...held, fence: held.fence - 1 }, "wrong"), "lost", "complete with a smaller fence");
      await t.complete(held, "r1");
      equal(await t.complete({ ...held, fence: held.fence - 1 }, "wrong"), "lost", "the same after completion");
    },
  },
  {
    id: "B4",
    title: "a repeated complete succeeds and keeps the first result",
    async run(t) {
      const held = await t.completed("first");
      equal(await t.complete(held, "second"), "completed", "repeated complete");
      equal(kindIs(await t.store.reserve(t.request()), "completed", "replay").result, "first", "result");
    },
  },
  {
    id: "B5",
    title: "complete on an absent record is lost and creates nothing",
    async run(t) {
      equal(await t.complete({ id: t.id(), owner: t.owner(), fence: 1 }, "r1"), "lost", "complete");
      equal(await t.store.read(t.id()), null, "record");
    },
  },
  {
    id: "B6",
    title: "a completed record is never overwritten",
    async run(t) {
      const held = await t.completed("first");
      for (const fence of [held.fence, held.fence + 1, held.fence + 1_000_000]) {
        equal(await t.complete({ id: held.id, owner: t.owner(), fence }, "later"), "lost", `complete with fence ${fence}`);
      }
      equal(kindIs(await t.store.reserve(t.request()), "completed", "replay").result, "first", "result");
    },
  },
  {
    id: "B7",
    title: "empty, tiny, nested, non-ASCII and 256 KiB results come back as they were",
    async run(t) {
      const results = ["", "null", '""', "0", "false", '{"a":[{"b":null}]}', "\u00e9\u20ac\u{1f4b3}", "x".repeat(256 * 1024)];
      for (const [index, result] of results.entries()) {
        const id = t.id(`result-${index}`);
        await t.completed(result, { id });
        const reply = kindIs(await t.store.reserve(t.request({ id })), "completed", "replay");
        check(reply.result === result, `a result of ${result.length} characters came back as ${reply.result.length} others`);
      }
    },
  },
  {
    id: "B8",
    title: "retention starts at completion, not at the reservation",
    async run(t) {
      const retentionMs = 4 * t.unitMs;
      const held = await t.reserved();
      await t.elapse(3 * t.unitMs);
      const timeline = t.timeline();
      await t.complete(held, "r1", retentionMs);
      const left = await timeline.before(retentionMs, async () => t.store.read(held.id));
      check(left?.status === "completed", "the record was gone before its retention had passed");
    },
  },
];
