import { encodeRecordId } from "../../keys";
import type { ConformanceCase } from "../conformance";
import { check, equal, kindIs } from "../context";

/** A: what `reserve` answers. */
export const reserveCases: ConformanceCase[] = [
  {
    id: "A1",
    title: "a fresh id is reserved, with a fence of at least 1",
    async run(t) {
      const held = await t.reserved({ leaseMs: 60_000 });
      check(Number.isSafeInteger(held.fence) && held.fence >= 1, `the fence is ${held.fence}`);
      equal({ takeover: held.takeover, attempt: held.attempt }, { takeover: false, attempt: 1 }, "a fresh reservation");
      check(held.leaseRemainingMs > 0 && held.leaseRemainingMs <= 60_000, `${held.leaseRemainingMs} ms are left of 60000`);
    },
  },
  {
    id: "A2",
    title: "a second owner is told that the id is in flight, and for how long",
    async run(t) {
      const held = await t.reserved({ leaseMs: 60_000 });
      const reply = kindIs(await t.store.reserve(t.request({ leaseMs: 60_000 })), "in-flight", "second owner");
      equal(reply.fence, held.fence, "fence of the holder");
      check(reply.leaseRemainingMs > 0 && reply.leaseRemainingMs <= 60_000, `${reply.leaseRemainingMs} ms are left of 60000`);
      check(reply.sinceMs >= 0, `in flight since ${reply.sinceMs} ms`);
    },
  },
  {
    id: "A3",
    title: "of 2, 25 and 64 owners at once exactly one gets the reservation",
    async run(t) {
      for (const count of [2, 25, 64]) {
        const id = t.id(`of-${count}`);
        const replies = await Promise.all(Array.from({ length: count }, () => t.store.reserve(t.request({ id }))));
        const winners = replies.filter(({ kind }) => kind === "reserved").length;
        const others = replies.filter(({ kind }) => kind === "in-flight").length;
        equal({ winners, others }, { winners: 1, others: count - 1 }, `${count} owners`);
      }
    },
  },
  {
    id: "A4",
    title: "the owner of a live reservation gets the same fence again",
    async run(t) {
      const request = t.request();
      const first = await t.reserved(request);
      const again = await t.reserved(request);
      equal([again.fence, again.attempt], [first.fence, first.attempt], "fence and attempt of the repeated reserve");
    },
  },
  {
    id: "A5",
    title: "identities that differ only in where a colon stands do not share a record",
    async run(t) {
      const scope = t.id();
      const [left, right] = [
        { scope, operation: "a", key: "b:c" },
        { scope, operation: "a:b", key: "c" },
      ].map((identity) => encodeRecordId(identity));
      await t.reserved({ id: left as string });
      await t.reserved({ id: right as string });
      await t.reserved({ id: encodeRecordId({ operation: scope, key: "a:b:c" }) });
    },
  },
  {
    id: "A6",
    title: "keys keep their case, their dots, their Unicode form and all of 255 bytes",
    async run(t) {
      const keys = ["order", "Order", "order.", "order ", "caf\u00e9", "cafe\u0301", "\u{1f4b3}", "k".repeat(255), "k".repeat(254)];
      for (const key of keys) await t.reserved({ id: `${t.id()}/${key}` });
    },
  },
  {
    id: "A7",
    title: "reserve on a completed record returns the result byte for byte",
    async run(t) {
      const result = JSON.stringify({ receipt: "em_1", text: "line\r\nline \u00a0 \u2028 \\ | : %41 \u0000 end " });
      const held = await t.completed(result);
      const reply = kindIs(await t.store.reserve(t.request()), "completed", "reserve after completion");
      equal([reply.result, reply.fence], [result, held.fence], "stored result and fence");
      check(reply.ageMs >= 0, `the result is ${reply.ageMs} ms old`);
    },
  },
];
