import { describe, expect, it } from "vitest";
import { formatReport, runConformance } from "../../conformance/conformance";
import { VirtualClock } from "../../testing/virtual-clock";
import { seededRandom } from "../../testing/seeded-random";
import { MemoryStore } from "./store";

describe("memory store", () => {
  it("conforms, in virtual time", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore({ clock });
    const report = await runConformance(() => store, {
      clock,
      random: seededRandom(1),
      advance: (ms) => clock.advance(ms),
    });
    expect(report.failed, formatReport(report)).toBe(0);
  });
});
