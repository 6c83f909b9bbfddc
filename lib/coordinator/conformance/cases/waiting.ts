import { createCoordinator } from "../../coordinator";
import type { Store } from "../../store";
import type { ConformanceCase } from "../conformance";
import { check, equal, fail, kindIs } from "../context";

/** J: how waiters learn of a change. */
export const waitingCases: ConformanceCase[] = [
  {
    id: "J1",
    title: "a waiter is woken by completion and finds the result",
    async run(t) {
      const held = await t.reserved();
      const waiting = t.store.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.longMs });
      await t.elapse(t.unitMs / 4);
      await t.complete(held, "r1");
      equal(await t.within(t.patienceMs, waiting, "the wait"), "changed", "wait");
      equal(kindIs(await t.store.reserve(t.request()), "completed", "reserve after the wait").result, "r1", "result");
    },
  },
  {
    id: "J2",
    title: "a waiter finds out even when every notification is lost",
    needs: ["withoutNotifications"],
    async run(t) {
      const deaf = (await t.abilities.withoutNotifications?.()) ?? fail("no such store");
      const held = await t.reserved();
      const waiting = deaf.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.longMs });
      await t.elapse(t.unitMs / 4);
      await t.complete(held, "r1");
      equal(await t.within(t.patienceMs, waiting, "the wait"), "changed", "wait");
    },
  },
  {
    id: "J3",
    title: "a change between the reply and the wait is not missed",
    async run(t) {
      const held = await t.reserved();
      const { fence: seenFence } = kindIs(await t.store.reserve(t.request()), "in-flight", "second owner");
      await t.complete(held, "r1");
      const after = t.store.waitForChange(held.id, { seenFence, timeoutMs: t.longMs });
      equal(await t.within(t.patienceMs, after, "the wait"), "changed", "wait after completion");
      const other = await t.reserved({ id: t.id("released") });
      await t.release(other);
      const next = await t.reserved({ id: t.id("released") });
      const late = t.store.waitForChange(next.id, { seenFence: other.fence, timeoutMs: t.longMs });
      equal(await t.within(t.patienceMs, late, "the wait"), "changed", "wait under a fence that is no longer the holder's");
      const absent = t.store.waitForChange(t.id("absent"), { seenFence: 1, timeoutMs: t.longMs });
      equal(await t.within(t.patienceMs, absent, "the wait"), "changed", "wait for nothing");
    },
  },
  {
    id: "J4",
    title: "a wait ends at its own timeout, and the lease stays with the holder",
    async run(t) {
      const held = await t.reserved();
      const waiting = t.store.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.unitMs });
      await t.elapse(1.5 * t.unitMs);
      equal(await t.within(t.patienceMs, waiting, "the wait"), "timeout", "wait");
      kindIs(await t.store.reserve(t.request()), "in-flight", "reserve after the timeout");
    },
  },
  {
    id: "J5",
    title: "when the holder gives up, exactly one of nine waiters in three processes takes over",
    async run(t) {
      const held = await t.reserved();
      let runs = 0;
      const action = async () => {
        runs++;
        await t.clock.sleep(t.unitMs / 4);
        return "r2";
      };
      const stores = await Promise.all([t.open(), t.open(), t.open()]);
      const waiting = stores.flatMap((store) => {
        const coordinator = createCoordinator({ store, clock: t.clock, random: t.random });
        const request = identityOf(held.id, { waitTimeoutMs: t.longMs, leaseMs: t.longMs });
        return [1, 2, 3].map(() => coordinator.coordinate(request, action));
      });
      await t.elapse(t.unitMs);
      equal(runs, 0, "runs while the holder holds");
      await t.release(held);
      equal(new Set(await t.within(t.patienceMs, Promise.all(waiting), "waiting")).size, 1, "distinct results");
      equal(runs, 1, "runs");
    },
  },
  {
    id: "J6",
    title: "thirty waiters in one process ask the store no more often than one",
    async run(t) {
      const held = await t.reserved();
      const calls = { count: 0 };
      const store = counting(t.store, calls);
      const coordinator = createCoordinator({ store, clock: t.clock, random: t.random });
      const request = identityOf(held.id, { waitTimeoutMs: t.longMs });
      const waiting = Array.from({ length: 30 }, () => coordinator.coordinate(request, async () => "never"));
      await t.elapse(t.unitMs);
      await t.complete(held, '="r1"');
      equal(new Set(await t.within(t.patienceMs, Promise.all(waiting), "waiting")).size, 1, "distinct results");
      check(calls.count <= 3, `thirty waiters made ${calls.count} store calls`);
    },
  },
  {
    id: "J7",
    title: "a waiter is woken when the lease lapses",
    async run(t) {
      const held = await t.reserved({ leaseMs: t.unitMs });
      const waiting = t.store.waitForChange(held.id, { seenFence: held.fence, timeoutMs: t.longMs });
      await t.elapse(2 * t.unitMs);
      equal(await t.within(t.patienceMs, waiting, "the wait"), "changed", "wait");
    },
  },
];

/** The request of a coordinator that meets the record `id`. The ids of the suite have a scope and no encoded parts. */
function identityOf<Options extends object>(id: string, options: Options) {
  const [scope, operation = "", key = ""] = id.split(":");
  return { scope, operation, key, ...options };
}

function counting(store: Store, calls: { count: number }): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        calls.count++;
        return member.apply(target, args);
      };
    },
  });
}
