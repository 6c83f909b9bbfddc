import type { ConformanceCase } from "../conformance";
import { equal, kindIs } from "../context";

/** F: one key, one payload. */
export const fingerprintCases: ConformanceCase[] = [
  {
    id: "F1",
    title: "the same fingerprint replays",
    async run(t) {
      await t.completed("r1", { fingerprint: "p1" });
      kindIs(await t.store.reserve(t.request({ fingerprint: "p1" })), "completed", "the same payload");
    },
  },
  {
    id: "F2",
    title: "another fingerprint is refused on a completed record",
    async run(t) {
      await t.completed("r1", { fingerprint: "p1" });
      const reply = kindIs(await t.store.reserve(t.request({ fingerprint: "p2" })), "fingerprint-mismatch", "another payload");
      equal(reply.pending, false, "pending");
    },
  },
  {
    id: "F3",
    title: "another fingerprint is refused at once while the first is in flight",
    async run(t) {
      await t.reserved({ fingerprint: "p1" });
      const reply = kindIs(await t.store.reserve(t.request({ fingerprint: "p2" })), "fingerprint-mismatch", "another payload");
      equal(reply.pending, true, "pending");
    },
  },
  {
    id: "F4",
    title: "no fingerprint on either side is not compared",
    async run(t) {
      await t.completed("r1", { fingerprint: "p1" });
      kindIs(await t.store.reserve(t.request({ fingerprint: null })), "completed", "a call without a fingerprint");
      const id = t.id("without");
      await t.completed("r2", { id, fingerprint: null });
      kindIs(await t.store.reserve(t.request({ id, fingerprint: "p1" })), "completed", "a record without a fingerprint");
    },
  },
  {
    id: "F5",
    title: "the fingerprint survives completion, takeover and any characters",
    async run(t) {
      const fingerprint = "sha256|p:1 % \u20ac\n\"";
      await t.reserved({ fingerprint, leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      await t.completed("r1", { fingerprint: null });
      equal((await t.store.read(t.id()))?.fingerprint, fingerprint, "fingerprint of the completed record");
      kindIs(await t.store.reserve(t.request({ fingerprint })), "completed", "an honest retry");
      kindIs(await t.store.reserve(t.request({ fingerprint: "p2" })), "fingerprint-mismatch", "another payload");
    },
  },
  {
    id: "F6",
    title: "a lapsed reservation refuses another fingerprint until its grace has passed",
    async run(t) {
      await t.reserved({ fingerprint: "p1", leaseMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      kindIs(await t.store.reserve(t.request({ fingerprint: "p2" })), "fingerprint-mismatch", "takeover with another payload");
      await t.reserved({ fingerprint: "p1" });
    },
  },
];
