import { describe, expect, it } from "vitest";
import type { Codec } from "./codec";
import { Scene } from "./testing/scene";

const request = { operation: "mail.invoice", key: "order-9.invoice" };
const named = (name: string) => Object.assign(new Error(name), { name });

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
