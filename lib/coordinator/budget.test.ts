import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Scene } from "./testing/scene";

const call = fc.record({
  process: fc.nat({ max: 2 }),
  key: fc.constantFrom("a", "b"),
  startsAt: fc.integer({ min: 0, max: 3000 }),
  actionMs: fc.integer({ min: 0, max: 20_000 }),
  inFlight: fc.constantFrom("wait" as const, "raise" as const),
});

describe("the price of protection", () => {
  it("without faults no call makes more than three store calls, renewals not counted, and no key runs twice", async () => {
    const histories = fc.array(call, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const scene = new Scene();
        const runs = { a: 0, b: 0 };
        const callers = [0, 1, 2].map(() => scene.process({ defaults: { waitTimeoutMs: 60_000 } }));
        const calls = history.map(async ({ process, key, startsAt, actionMs, inFlight }) => {
          await scene.clock.sleep(startsAt);
          await callers[process]?.coordinator.execute({ operation: "mail", key, inFlight }, async () => {
            runs[key as "a" | "b"]++;
            await scene.clock.sleep(actionMs);
          });
        });
        await scene.clock.run(Promise.all(calls));
        for (const [index, { store }] of callers.entries()) {
          const made = history.filter(({ process }) => process === index).length;
          expect(store.calls.filter((name) => name !== "renew").length).toBeLessThanOrEqual(3 * made);
        }
        expect(Math.max(runs.a, runs.b)).toBeLessThanOrEqual(1);
        expect(scene.clock.pendingTimers).toBe(0);
      }),
      { numRuns: process.env.TEST_LONG ? 2000 : 150 },
    );
  });
});
