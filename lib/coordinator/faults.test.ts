import { describe, expect, it } from "vitest";
import { encodeRecordId } from "./keys";
import type { Policies } from "./policies";
import { Scene } from "./testing/scene";

const request = { operation: "mail.invoice", key: "order-9.invoice" };
const id = encodeRecordId(request);

describe("a store that is down", () => {
  it("stops the action, with an error that says where and why", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("reserve", "refuse", 9);
    await expect(coordinator.coordinate(request, () => scene.mailer.send())).rejects.toMatchObject({
      name: "IdempotencyStoreUnavailableError",
      call: "reserve",
      httpStatus: 503,
      message: expect.stringContaining("connection lost at reserve"),
    });
    expect([scene.mailer.sends, store.calls.length]).toEqual([0, 2]);
    expect(scene.settlements).toEqual(["store-unavailable"]);
  });

  it("fails all callers of one process together, not one after the other", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("reserve", "hang", 2);
    const calls = Array.from({ length: 20 }, () => coordinator.coordinate(request, () => scene.mailer.send()));
    const results = await scene.clock.run(Promise.allSettled(calls));
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(scene.clock.now()).toBe(10_000);
  });

  it("lets the action run unprotected only where the policy says so, and counts it", async () => {
    const scene = new Scene();
    const policies: Partial<Policies> = {
      onStoreUnavailable: (operation) => (operation === "cache.warm" ? "run-unprotected" : "fail"),
    };
    const { coordinator, store } = scene.process({ policies });
    store.fail("reserve", "refuse", 9);
    const outcome = await coordinator.execute({ operation: "cache.warm", key: "k" }, ({ downstreamKey, fencingToken }) => ({
      downstreamKey,
      fencingToken,
    }));
    const value = { downstreamKey: null, fencingToken: null };
    expect(outcome).toEqual({ kind: "unprotected", value, reason: "store-unavailable" });
    await expect(coordinator.execute(request, () => "x")).rejects.toThrow("The action did not run");
    expect(scene.eventsOf("unprotected-run").map(({ operation }) => operation)).toEqual(["cache.warm"]);
  });

  it("never runs unprotected once the key was seen in flight elsewhere", async () => {
    const scene = new Scene();
    const holder = scene.process();
    const running = holder.coordinator.coordinate(request, () => scene.mailer.send());
    const { coordinator, store } = scene.process({ policies: { onStoreUnavailable: "run-unprotected" } });
    store.fail("waitForChange", "refuse");
    await expect(coordinator.coordinate(request, () => scene.mailer.send())).rejects.toMatchObject({
      name: "IdempotencyStoreUnavailableError",
      call: "waitForChange",
    });
    await scene.clock.run(running);
    expect(scene.mailer.sends).toBe(1);
  });
});

describe("a reply that is lost", () => {
  it("of reserve: the retry finds its own reservation, and the action runs once", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("reserve", "lose-reply");
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.mailer.send()));
    expect(outcome).toMatchObject({ kind: "executed", fencingToken: 1, takeover: false });
    expect(store.calls).toEqual(["reserve", "reserve", "complete"]);
  });

  it("of complete: the retry is told that it is done", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("complete", "lose-reply", 3);
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.mailer.send()));
    expect(outcome.kind).toBe("executed");
    expect(scene.mailer.sends).toBe(1);
  });

  it("of release: the key is free, and the caller gets the action's own error", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("release", "lose-reply");
    const declined = new Error("card declined");
    await expect(coordinator.coordinate(request, () => Promise.reject(declined))).rejects.toBe(declined);
    expect((await coordinator.execute(request, () => "em_1")).kind).toBe("executed");
  });
});

describe("a store that is slow", () => {
  it("counts as down after the timeout", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process({ defaults: { storeTimeoutMs: 700 } });
    store.fail("reserve", "hang", 9);
    const call = coordinator.coordinate(request, () => scene.mailer.send());
    await expect(scene.clock.run(call)).rejects.toThrow("no answer within 700 ms");
    expect([scene.clock.now(), scene.mailer.sends]).toEqual([1400, 0]);
  });

  it("does not start an action on a lease that has passed meanwhile", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process({ defaults: { leaseMs: 500 } });
    const late = async () => {
      await scene.clock.sleep(600);
      return { kind: "reserved", fence: 1, leaseRemainingMs: 500, takeover: false, attempt: 1 };
    };
    store.fail("reserve", late, 2);
    const call = coordinator.coordinate(request, () => scene.mailer.send());
    await expect(scene.clock.run(call)).rejects.toThrow("the reservation took longer than its lease of 500 ms");
    expect(scene.mailer.sends).toBe(0);
  });
});

describe("a store that lies", () => {
  it.each([undefined, null, "reserved", { kind: "maybe" }, { kind: "reserved", fence: NaN }, { kind: "completed" }])(
    "by answering reserve with %o is refused, and nothing runs",
    async (reply) => {
      const scene = new Scene();
      const { coordinator, store } = scene.process({ policies: { onStoreUnavailable: "run-unprotected" } });
      store.fail("reserve", () => reply);
      await expect(coordinator.coordinate(request, () => scene.mailer.send())).rejects.toMatchObject({
        name: "IdempotencyRecordUnreadableError",
      });
      expect(scene.mailer.sends).toBe(0);
    },
  );

  it("by saying changed all the time is not hammered, and the wait still ends", async () => {
    const scene = new Scene();
    const holder = scene.process();
    const running = holder.coordinator.coordinate(request, () => scene.clock.sleep(60_000));
    const { coordinator, store } = scene.process({ defaults: { waitTimeoutMs: 1000 } });
    store.fail("waitForChange", () => "changed", Infinity);
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.mailer.send()));
    expect(outcome.kind).toBe("in-progress");
    expect(store.calls.length).toBeLessThan(100);
    await scene.clock.run(running);
  });
});

describe("a record that cannot be read", () => {
  it.each(["?", "=not json", ""])("%j is an error for every caller, and nobody runs", async (result) => {
    const scene = new Scene();
    const held = await scene.memory.reserve({ id, owner: "a", fingerprint: null, leaseMs: 1000, graceMs: 1000 });
    const fence = held.kind === "reserved" ? held.fence : 0;
    await scene.memory.complete({ id, owner: "a", fence, result, retentionMs: 60_000 });
    const { coordinator } = scene.process();
    const calls = [1, 2, 3].map(() => coordinator.coordinate(request, () => scene.mailer.send()));
    const results = await Promise.allSettled(calls);
    expect(results.map((r) => r.status === "rejected" && (r.reason as Error).name)).toEqual(
      Array(3).fill("IdempotencyRecordUnreadableError"),
    );
    expect(scene.mailer.sends).toBe(0);
  });
});

describe("an invalid key", () => {
  it("under run-unprotected runs every time, visibly; never by default", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process({ policies: { onInvalidKey: "run-unprotected", keyRules: "article" } });
    const job = { operation: "mail.invoice", key: "order-9:invoice" };
    const outcomes = [];
    for (let delivery = 0; delivery < 2; delivery++) {
      outcomes.push(await scene.clock.run(coordinator.execute(job, (context) => scene.mailer.send(context))));
    }
    expect(outcomes).toEqual([
      { kind: "unprotected", value: "em_1", reason: "key-invalid" },
      { kind: "unprotected", value: "em_2", reason: "key-invalid" },
    ]);
    expect(scene.mailer.keys).toEqual([null, null]);
    expect(scene.eventsOf("unprotected-run")).toHaveLength(2);
  });
});

describe("an observer that throws", () => {
  it("changes nothing", async () => {
    const scene = new Scene();
    scene.events.push = () => {
      throw new Error("disk full");
    };
    const { coordinator } = scene.process();
    expect(await scene.clock.run(coordinator.coordinate(request, () => scene.mailer.send()))).toBe("em_1");
  });
});
