import { describe, expect, it } from "vitest";
import { createCoordinator } from "./coordinator";
import { jsonCodec } from "./codec";
import { encodeRecordId } from "./keys";
import { Scene } from "./testing/scene";
import type { ActionContext, IdempotentRequest } from "./types";

const request = { operation: "mail.invoice", key: "order-9.invoice" };

describe("a first run", () => {
  it("runs the action and stores its result in two store calls", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    const outcome = await scene.clock.run(coordinator.execute(request, (context) => scene.mailer.send(context)));
    expect(outcome).toEqual({ kind: "executed", value: "em_1", fencingToken: 1, attempt: 1, takeover: false });
    expect(store.calls).toEqual(["reserve", "complete"]);
    expect(scene.clock.pendingTimers).toBe(0);
  });

  it("gives the action what it needs to protect itself", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const contexts: ActionContext[] = [];
    const keep = (context: ActionContext) => void contexts.push(context);
    await coordinator.coordinate(request, keep);
    await coordinator.coordinate({ ...request, scope: "tenant-1" }, keep);
    const [first, second] = contexts;
    expect(first).toMatchObject({ attempt: 1, takeover: false });
    expect(first?.signal.cancelled).toBe(false);
    expect(first?.downstreamKey).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.downstreamKey).not.toBe(first?.downstreamKey);
  });

  it("takes an action that answers at once, and one that answers nothing", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    let runs = 0;
    for (let delivery = 0; delivery < 3; delivery++) {
      expect(await coordinator.coordinate(request, () => void runs++)).toBe(undefined);
    }
    expect(runs).toBe(1);
  });
});

describe("a replay", () => {
  it("answers from the record in one store call, without the action", async () => {
    const scene = new Scene();
    const first = scene.process();
    await scene.clock.run(first.coordinator.coordinate(request, () => scene.mailer.send()));
    await scene.clock.advance(5000);
    const second = scene.process();
    const outcome = await second.coordinator.execute(request, () => scene.mailer.send());
    expect(outcome).toEqual({ kind: "replayed", value: "em_1", ageMs: 5000 });
    expect(second.store.calls).toEqual(["reserve"]);
    expect(scene.mailer.sends).toBe(1);
  });

  it("gives each caller a value of its own", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const make = () => coordinator.coordinate<{ lines: number[] }>(request, () => ({ lines: [1] }));
    await make();
    const [left, right] = [await make(), await make()];
    left.lines.push(2);
    expect(right.lines).toEqual([1]);
  });
});

describe("a concurrent call", () => {
  it("in another process waits for the result, in three store calls", async () => {
    const scene = new Scene();
    const [first, second] = [scene.process(), scene.process()];
    const results = await scene.clock.run(
      Promise.all([first, second].map(({ coordinator }) => coordinator.execute(request, () => scene.mailer.send()))),
    );
    expect(results[1]).toEqual({ kind: "waited", value: "em_1", waitedMs: 200 });
    expect(second.store.calls).toEqual(["reserve", "waitForChange", "reserve"]);
    expect(scene.mailer.sends).toBe(1);
  });

  it("in the same process joins the first without asking the store", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    const calls = Array.from({ length: 100 }, () => coordinator.coordinate(request, () => scene.mailer.send()));
    expect(new Set(await scene.clock.run(Promise.all(calls)))).toEqual(new Set(["em_1"]));
    expect(store.calls).toEqual(["reserve", "complete"]);
  });

  it("with another payload does not join, but is refused by the store", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const first = coordinator.execute({ ...request, fingerprint: "a" }, () => scene.mailer.send());
    const second = await coordinator.execute({ ...request, fingerprint: "b" }, () => scene.mailer.send());
    expect(second).toEqual({ kind: "key-reuse", pending: true });
    await scene.clock.run(first);
    const third = await coordinator.execute({ ...request, fingerprint: "b" }, () => scene.mailer.send());
    expect(third).toEqual({ kind: "key-reuse", pending: false });
    await expect(coordinator.coordinate({ ...request, fingerprint: "b" }, () => "x")).rejects.toMatchObject({
      name: "IdempotencyKeyReuseError",
      httpStatus: 422,
    });
    expect(scene.mailer.sends).toBe(1);
  });

  it("with raise is refused at once, with a time to come back that doubles and ends with the lease", async () => {
    const scene = new Scene();
    const [holder, other] = [scene.process(), scene.process()];
    const running = holder.coordinator.coordinate(request, () => scene.clock.sleep(60_000));
    const refusals: number[] = [];
    for (let now = 0; now < 25_000; ) {
      const outcome = await other.coordinator.execute({ ...request, inFlight: "raise" }, () => {});
      const retryAfterMs = outcome.kind === "in-progress" ? outcome.retryAfterMs : 0;
      refusals.push(retryAfterMs);
      await scene.clock.advance(retryAfterMs);
      now += retryAfterMs;
    }
    expect(refusals.slice(0, 5)).toEqual([100, 100, 200, 400, 800]);
    expect(Math.max(...refusals)).toBeLessThanOrEqual(30_000);
    await scene.clock.run(running);
  });

  it("stops waiting at its own timeout, while the holder goes on", async () => {
    const scene = new Scene();
    const [holder, other] = [scene.process(), scene.process()];
    const slow = (coordinator: typeof holder.coordinator, waitTimeoutMs: number) =>
      coordinator.execute({ ...request, waitTimeoutMs }, () => scene.clock.sleep(60_000));
    const running = slow(holder.coordinator, 1000);
    const [remote, local] = await scene.clock.run(
      Promise.all([slow(other.coordinator, 1000), slow(holder.coordinator, 2000)]),
    );
    expect([remote.kind, local.kind]).toEqual(["in-progress", "in-progress"]);
    expect(scene.clock.now()).toBe(2000);
    expect((await scene.clock.run(running)).kind).toBe("executed");
  });

  it("takes over when the holder fails", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    let runs = 0;
    const action = async () => {
      await scene.clock.sleep(100);
      if (++runs === 1) throw new Error("mailbox full");
      return scene.mailer.send();
    };
    const results = await scene.clock.run(
      Promise.allSettled([1, 2, 3].map(() => coordinator.coordinate(request, action))),
    );
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual([
      "Error: mailbox full",
      "em_1",
      "em_1",
    ]);
  });
});

describe("the positional form", () => {
  it("takes the article's line as it stands", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const sendInvoice = async (orderId: string) => `${await scene.mailer.send()} for ${orderId}`;
    const handle = () => coordinator.coordinate("mail.invoice", "order-7", 3600, jsonCodec, sendInvoice, "order-7");
    expect(await scene.clock.run(handle())).toBe("em_1 for order-7");
    expect(await handle()).toBe("em_1 for order-7");
  });

  it.each([0, -1, NaN, 31 * 86_400])("refuses a ttl of %d s before the action runs", async (ttlSeconds) => {
    const scene = new Scene();
    const { coordinator } = scene.process();
    const call = coordinator.coordinate("mail.invoice", "order-7", ttlSeconds, jsonCodec, () => scene.mailer.send());
    await expect(call).rejects.toMatchObject({ name: "IdempotencyConfigurationError" });
    expect(scene.mailer.sends).toBe(0);
    expect(scene.settlements).toEqual(["misconfigured"]);
  });
});

describe("bad requests", () => {
  it.each([
    ["an empty key", { key: "" }, "IdempotencyKeyInvalidError"],
    ["a key of 256 bytes", { key: "k".repeat(256) }, "IdempotencyKeyInvalidError"],
    ["no key at all", { key: undefined as unknown as string }, "IdempotencyKeyInvalidError"],
    ["a lease of 0", { leaseMs: 0 }, "IdempotencyConfigurationError"],
    ["a wait of -1", { waitTimeoutMs: -1 }, "IdempotencyConfigurationError"],
    ["a retention of 31 days", { retentionMs: 31 * 86_400_000 }, "IdempotencyConfigurationError"],
  ] satisfies [string, Partial<IdempotentRequest<unknown>>, string][])(
    "with %s are refused before the action and before the store",
    async (_name, fields, name) => {
      const scene = new Scene();
      const { coordinator, store } = scene.process();
      await expect(coordinator.execute({ ...request, ...fields }, () => scene.mailer.send())).rejects.toMatchObject({ name });
      expect([store.calls, scene.mailer.sends]).toEqual([[], 0]);
    },
  );

  it("with defaults that make no sense are refused at construction", () => {
    const scene = new Scene();
    const options = { store: scene.memory, clock: scene.clock, random: { token: () => "", fraction: () => 0 } };
    expect(() => createCoordinator({ ...options, defaults: { leaseMs: -5 } })).toThrow("leaseMs must be a whole number");
  });
});

describe("peek", () => {
  it("shows who holds a record and since when, that a holder has vanished, and what is done", async () => {
    const scene = new Scene();
    const { coordinator } = scene.process({ defaults: { leaseMs: 9000 } });
    const id = encodeRecordId(request);
    expect(await coordinator.peek(id)).toBe(null);
    await scene.memory.reserve({ id, owner: "crashed", fingerprint: null, leaseMs: 9000, graceMs: 60_000 });
    await scene.clock.advance(4000);
    const held = { owner: "crashed", fencingToken: 1, attempt: 1 };
    expect(await coordinator.peek(id)).toEqual({ state: "in-flight", sinceMs: 4000, leaseRemainingMs: 5000, ...held });
    await scene.clock.advance(6000);
    expect(await coordinator.peek(id)).toEqual({ state: "abandoned", sinceMs: 10_000, ...held });
    await coordinator.coordinate(request, () => "em_1");
    const retentionRemainingMs = 86_400_000;
    expect(await coordinator.peek(id)).toEqual({ state: "completed", fencingToken: 2, ageMs: 0, retentionRemainingMs });
  });
});
