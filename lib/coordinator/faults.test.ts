import { describe, expect, it } from "vitest";
import { encodeRecordId } from "./keys";
import type { Policies } from "./policies";
import { Scene } from "./testing/scene";
import type { Codec } from "./codec";

const request = { operation: "mail.invoice", key: "order-9.invoice" };
const id = encodeRecordId(request);
const named = (name: string) => Object.assign(new Error(name), { name });

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

describe("an action that fails", () => {
  it("frees the key, and its own error reaches the caller", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    const declined = new Error("card declined");
    const fail = () => {
      throw declined;
    };
    await expect(coordinator.coordinate(request, fail)).rejects.toBe(declined);
    await expect(coordinator.execute(request, async () => fail())).rejects.toBe(declined);
    expect(await scene.clock.run(coordinator.coordinate(request, () => scene.mailer.send()))).toBe("em_1");
    expect(store.calls).toEqual(["reserve", "release", "reserve", "release", "reserve", "complete"]);
    expect(scene.settlements).toEqual(["action-failed", "action-failed", "executed"]);
  });

  it.each(["TimeoutError", "AbortError"])("with a %s keeps the key until the lease ends: the mail may be out", async (name) => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    const timedOut = named(name);
    const outcome = await scene.clock.run(
      coordinator.execute(request, async (context) => {
        await scene.mailer.send(context);
        throw timedOut;
      }),
    );
    const retryAfterMs = 30_000 - 200;
    expect(outcome).toEqual({ kind: "outcome-unknown", reason: "action-error", own: null, retryAfterMs, cause: timedOut });
    expect(store.calls).toEqual(["reserve"]);

    const early = await coordinator.execute({ ...request, inFlight: "raise" }, () => scene.mailer.send());
    expect(early.kind).toBe("in-progress");
    await scene.clock.advance(retryAfterMs);
    const late = await scene.clock.run(coordinator.execute(request, (context) => scene.mailer.send(context)));
    expect(late).toMatchObject({ kind: "executed", attempt: 2, takeover: true });
    expect(new Set(scene.mailer.keys).size).toBe(1);
  });

  it("ambiguously reaches callers of coordinate as an error with the cause", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const cause = named("TimeoutError");
    await expect(coordinator.coordinate(request, () => Promise.reject(cause))).rejects.toMatchObject({
      name: "IdempotencyOutcomeUnknownError",
      reason: "action-error",
      httpStatus: 503,
      cause,
    });
  });

  it("is judged by the policy; a policy that fails itself holds", async () => {
    const scene = new Scene();
    const error = new Error("anything");
    const fail = () => Promise.reject(error);
    const hold = scene.process({ policies: { onActionError: () => "hold" } });
    expect((await hold.coordinator.execute({ ...request, key: "a" }, fail)).kind).toBe("outcome-unknown");
    const broken = scene.process({
      policies: {
        onActionError: () => {
          throw new Error("broken policy");
        },
      },
    });
    expect((await broken.coordinator.execute({ ...request, key: "b" }, fail)).kind).toBe("outcome-unknown");
    const release = scene.process({ policies: { onActionError: () => "release" } });
    await expect(release.coordinator.execute({ ...request, key: "c" }, () => Promise.reject(named("AbortError")))).rejects
      .toThrow("AbortError");
  });
});

describe("a result that cannot be stored", () => {
  it("because the store refuses it: tries until the lease ends, then says that the outcome is unknown", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("complete", "refuse", Infinity);
    const outcome = await scene.clock.run(coordinator.execute(request, (context) => scene.mailer.send(context)));
    expect(outcome).toMatchObject({ kind: "outcome-unknown", reason: "result-not-stored", own: { value: "em_1" } });
    expect(scene.clock.now()).toBeGreaterThan(28_000);
    expect(scene.clock.now()).toBeLessThanOrEqual(30_000);
    expect(store.calls).not.toContain("release");
    expect(store.calls.length).toBeLessThan(60);
    await scene.clock.advance(2000);
    const next = await scene.process().coordinator.execute(request, ({ takeover }) => takeover);
    expect(next).toMatchObject({ kind: "executed", value: true });
  });

  it("because it has no stored form: the effect is not repeated, and every caller is told", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const send = async () => ({ receipt: await scene.mailer.send(), at: new Date(0) });
    await expect(scene.clock.run(coordinator.coordinate(request, send))).rejects.toMatchObject({
      name: "IdempotencyResultEncodingError",
      result: { receipt: "em_1" },
      problem: "result.at is a Date; convert it or pass a codec",
    });
    await expect(scene.process().coordinator.coordinate(request, send)).rejects.toMatchObject({
      name: "IdempotencyResultEncodingError",
      result: undefined,
    });
    expect(scene.mailer.sends).toBe(1);
  });

  it("because the codec is wrong: the same", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const codec: Codec<string> = { encode: () => 7 as unknown as string, decode: (text) => text };
    const call = () => scene.clock.run(coordinator.coordinate({ ...request, codec }, () => scene.mailer.send()));
    await expect(call()).rejects.toThrow("the codec returned number instead of a string");
    await expect(call()).rejects.toThrow("the codec returned number instead of a string");
    expect(scene.mailer.sends).toBe(1);
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
