import { describe, expect, it } from "vitest";
import { Scene } from "./testing/scene";
import { toAbortSignal } from "./platform/abort-signal";
import type { ActionContext } from "./types";

const request = { operation: "report.build", key: "2026-11" };

describe("the lease of a running action", () => {
  it("is renewed for as long as the action runs, so nobody takes over", async () => {
    const scene = new Scene();
    const [holder, other] = [scene.process(), scene.process()];
    const running = holder.coordinator.execute(request, () => scene.clock.sleep(100_000));
    for (let now = 0; now < 95_000; now += 5000) {
      await scene.clock.advance(5000);
      const outcome = await other.coordinator.execute({ ...request, inFlight: "raise" }, () => {});
      expect(outcome.kind).toBe("in-progress");
    }
    expect((await scene.clock.run(running)).kind).toBe("executed");
    const renewals = holder.store.calls.filter((call) => call === "renew").length;
    expect(renewals).toBeGreaterThanOrEqual(9);
    expect(renewals).toBeLessThanOrEqual(11);
    expect(scene.clock.pendingTimers).toBe(0);
  });

  it("survives renewals that fail for a while", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("renew", "refuse", 3);
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.clock.sleep(60_000)));
    expect(outcome.kind).toBe("executed");
    expect(scene.eventsOf("renewal-failed")).toHaveLength(3);
  });

  it("is reported lost before it ends, when nothing confirms it: the action can stop in time", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("renew", "refuse", Infinity);
    let toldAt = 0;
    const action = async ({ signal }: ActionContext) => {
      signal.onCancel(() => (toldAt = scene.clock.now()));
      await scene.clock.sleep(60_000, signal);
      throw new Error("stopped");
    };
    const outcome = await scene.clock.run(coordinator.execute(request, action));
    expect(outcome).toMatchObject({ kind: "lease-lost", stored: null });
    expect(toldAt).toBeGreaterThan(20_000);
    expect(toldAt).toBeLessThan(30_000);
  });

  it("is reported lost although the store hangs", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process({ defaults: { storeTimeoutMs: 60_000 } });
    store.fail("renew", "hang", Infinity);
    let toldAt = 0;
    const outcome = await scene.clock.run(
      coordinator.execute(request, async ({ signal }) => {
        await scene.clock.sleep(60_000, signal);
        toldAt = scene.clock.now();
        throw signal.reason;
      }),
    );
    expect(outcome.kind).toBe("lease-lost");
    expect(toldAt).toBeLessThan(30_000);
  });

  it("can be extended by the action before it blocks", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    const other = scene.process();
    await scene.clock.run(
      coordinator.coordinate(request, async ({ extend }) => {
        await extend(120_000);
        store.fail("renew", "refuse", Infinity);
        await scene.clock.sleep(100_000);
        const outcome = await other.coordinator.execute({ ...request, inFlight: "raise" }, () => {});
        expect(outcome.kind).toBe("in-progress");
      }),
    );
  });
});

describe("a holder that was overtaken", () => {
  /** The holder's renewals do not arrive; another process takes over and stores its own result. */
  async function overtaken(onLeaseLost: "adopt" | "throw", successorMs: number) {
    const scene = new Scene();
    const holder = scene.process({ policies: { onLeaseLost } });
    holder.store.fail("renew", "refuse", Infinity);
    const late = holder.coordinator.execute(request, async (context) => {
      await scene.clock.sleep(40_000);
      return scene.mailer.send(context);
    });
    await scene.clock.advance(31_000);
    const successor = scene.process();
    const taken = successor.coordinator.execute(request, async (context) => {
      const receipt = await scene.mailer.send(context);
      await scene.clock.sleep(successorMs);
      return receipt;
    });
    const [lateOutcome, takenOutcome] = await scene.clock.run(Promise.all([late, taken]));
    const replay = await successor.coordinator.execute(request, () => "never");
    return { scene, lateOutcome, takenOutcome, replay };
  }

  it("adopts the stored result, so all callers agree on one receipt", async () => {
    const { scene, lateOutcome, takenOutcome, replay } = await overtaken("adopt", 0);
    expect(takenOutcome).toMatchObject({ kind: "executed", value: "em_1", takeover: true });
    expect(lateOutcome).toMatchObject({ kind: "lease-lost", stored: { value: "em_1" } });
    expect(replay).toMatchObject({ kind: "replayed", value: "em_1" });
    expect(scene.mailer.sends).toBe(2);
    expect(new Set(scene.mailer.keys).size).toBe(1);
  });

  it("has nothing to adopt while its successor is still running", async () => {
    const { lateOutcome, replay } = await overtaken("adopt", 20_000);
    expect(lateOutcome).toMatchObject({ kind: "lease-lost", stored: null });
    expect(replay).toMatchObject({ kind: "replayed", value: "em_1" });
  });

  it("throws under the policy throw, although a result is stored", async () => {
    const { lateOutcome } = await overtaken("throw", 0);
    expect(lateOutcome).toMatchObject({ kind: "lease-lost", stored: null });
  });

  it("is told by its signal, and by extend", async () => {
    const scene = new Scene();
    const holder = scene.process();
    holder.store.fail("renew", "refuse", 2);
    const problems: unknown[] = [];
    const call = holder.coordinator.coordinate(request, async ({ extend, signal }) => {
      await scene.clock.sleep(5000);
      await scene.memory.release(await heldBy(scene));
      await extend().catch((error: unknown) => problems.push(error));
      await extend().catch((error: unknown) => problems.push(error));
      await extend().catch((error: unknown) => problems.push(error));
      expect(toAbortSignal(signal).aborted).toBe(true);
      return "late";
    });
    await expect(scene.clock.run(call)).rejects.toMatchObject({ name: "IdempotencyLeaseLostError", httpStatus: 409 });
    expect(problems.map(String)).toEqual([
      "Error: connection lost at renew",
      "Error: connection lost at renew",
      expect.stringContaining("IdempotencyLeaseLostError: The lease on"),
    ]);
  });

  async function heldBy(scene: Scene) {
    const id = `${request.operation}:${request.key}`;
    const snapshot = await scene.memory.read(id);
    return { id, owner: snapshot?.status === "pending" ? snapshot.owner : "", fence: snapshot?.fence ?? 0 };
  }
});

describe("a late result", () => {
  it("that nobody has overtaken is stored within the grace", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("renew", "refuse", Infinity);
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.clock.sleep(80_000)));
    expect(outcome.kind).toBe("executed");
  });

  it("is lost after the grace, with a named outcome", async () => {
    const scene = new Scene();
    const { coordinator, store } = scene.process();
    store.fail("renew", "refuse", Infinity);
    const outcome = await scene.clock.run(coordinator.execute(request, () => scene.clock.sleep(95_000)));
    expect(outcome).toMatchObject({ kind: "lease-lost", stored: null });
  });
});
