import { describe, expect, it } from "vitest";
import { seededRandom } from "../testing/seeded-random";
import { VirtualClock } from "../testing/virtual-clock";
import { brokenStores, SharedRecords, SpoiltStore } from "./broken-stores";
import { formatReport, runConformance } from "./conformance";

async function failuresOf(make: (typeof brokenStores)[number]["make"]) {
  const clock = new VirtualClock();
  const shared = new SharedRecords();
  const report = await runConformance((process) => new make(shared, clock, process.clock), {
    clock,
    random: seededRandom(7),
    advance: (ms) => clock.advance(ms),
  });
  return { report, ids: report.results.filter(({ status }) => status === "failed").map(({ id }) => id) };
}

describe("the conformance suite", () => {
  it("accepts the store that the broken ones are made from", async () => {
    const { report, ids } = await failuresOf(SpoiltStore);
    expect(ids, formatReport(report)).toEqual([]);
  });

  it.each(brokenStores.map(({ make, mustFail }) => [make.name, make, mustFail] as const))(
    "refuses %s",
    async (_name, make, mustFail) => {
      const { ids } = await failuresOf(make);
      expect(ids).toEqual(expect.arrayContaining(mustFail));
    },
  );
});
