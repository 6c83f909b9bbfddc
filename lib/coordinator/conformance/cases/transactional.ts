import type { ConformanceCase } from "../conformance";
import type { TransactionAbility } from "../abilities";
import type { CaseContext } from "../context";
import { check, equal, fail } from "../context";

function transactions(t: CaseContext): TransactionAbility {
  return t.abilities.transactions ?? fail("no transactions");
}

/** L: the reservation is the first insert of the caller's own transaction, which is the inbox. */
export const transactionalCases: ConformanceCase[] = [
  {
    id: "L1",
    title: "a rollback frees the id and leaves no effect",
    needs: ["transactions"],
    async run(t) {
      const { begin, countEffects } = transactions(t);
      const first = await begin();
      equal((await first.reserve(t.id())).kind, "reserved", "first reserve");
      await first.effect(t.id());
      await first.rollback();
      equal(await countEffects(t.id()), 0, "effects after the rollback");
      const second = await begin();
      equal((await second.reserve(t.id())).kind, "reserved", "reserve after the rollback");
      await second.rollback();
    },
  },
  {
    id: "L2",
    title: "after a commit everyone else is told that it is done, with the result",
    needs: ["transactions"],
    async run(t) {
      const { begin, countEffects } = transactions(t);
      const first = await begin();
      await first.reserve(t.id());
      await first.effect(t.id());
      await first.complete(t.id(), "r1");
      await first.commit();
      const second = await begin();
      equal(await second.reserve(t.id()), { kind: "completed", result: "r1" }, "reserve after the commit");
      await second.rollback();
      equal((await t.store.reserve(t.request())).kind, "completed", "reserve outside a transaction");
      equal(await countEffects(t.id()), 1, "effects");
    },
  },
  {
    id: "L3",
    title: "a concurrent reserve waits for the first transaction, then sees how it ended",
    needs: ["transactions"],
    async run(t) {
      for (const end of ["commit", "rollback"] as const) {
        const { begin } = transactions(t);
        const [first, second] = [await begin(), await begin()];
        await first.reserve(t.id(end));
        let answered = false;
        const waiting = second.reserve(t.id(end)).finally(() => (answered = true));
        await t.elapse(t.unitMs);
        equal(answered, false, "answered while the first transaction is open");
        if (end === "commit") await first.complete(t.id(end), "r1");
        await first[end]();
        equal((await waiting).kind, end === "commit" ? "completed" : "reserved", `reserve after the ${end}`);
        await second.rollback();
      }
    },
  },
  {
    id: "L4",
    title: "another unique constraint that breaks is not taken for a duplicate",
    needs: ["transactions"],
    async run(t) {
      const { begin, countEffects } = transactions(t);
      const first = await begin();
      await first.reserve(t.id());
      await first.effect(t.id());
      const answer = await first.violateOtherConstraint().then(
        () => "accepted",
        () => "refused",
      );
      equal(answer, "refused", "the other constraint");
      await first.rollback();
      equal(await countEffects(t.id()), 0, "effects");
      const second = await begin();
      equal((await second.reserve(t.id())).kind, "reserved", "the next delivery runs");
      await second.rollback();
    },
  },
  {
    id: "L5",
    title: "a crash between commit and acknowledgement leaves one effect, however often it is delivered",
    needs: ["transactions"],
    async run(t) {
      const { begin, countEffects } = transactions(t);
      for (let delivery = 1; delivery <= 3; delivery++) {
        const transaction = await begin();
        const reply = await transaction.reserve(t.id());
        if (reply.kind === "reserved") {
          await transaction.effect(t.id());
          await transaction.complete(t.id(), "r1");
        } else {
          check(delivery > 1, "the first delivery was taken for a duplicate");
        }
        await transaction.commit();
      }
      equal(await countEffects(t.id()), 1, "effects");
    },
  },
];
