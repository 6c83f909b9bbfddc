import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diskFiles } from "../files";
import { Report } from "../problem";
import { trafficOf } from "../run-traffic";
import { readScenario } from "../scenarios";
import { recordedTraffic } from "./traffic";

const files = diskFiles(join(process.cwd(), "content"));
const read = readScenario("metric-spike", files, new Report());
if (!read?.scenario.traffic) throw new Error("metric-spike has no traffic");
const { seed, causes } = read.scenario.traffic;
const recorded = recordedTraffic(read, files);
const rate = (period: "before" | "during" | "after", digits: number) =>
  (100 * (recorded?.results[0]?.[period].rate ?? 0)).toFixed(digits);

describe("the recorded traffic of the metric", () => {
  test("is of the code that is there", () => {
    expect(recorded?.isCurrent).toBe(true);
  });

  test("has the rates that the snippet prints", () => {
    expect([rate("before", 2), rate("during", 1), rate("after", 2)]).toEqual(["0.05", "8.0", "0.06"]);
  });

  test.each(causes.slice(0, process.env.TEST_LONG ? undefined : 1))("is what a run gives, under the cause $name", async (cause) => {
    expect(await trafficOf(read, cause)).toEqual(recorded?.results.find((result) => result.cause === cause.name));
  });

  test("says when it is of another plan or handler", () => {
    const { scenario, handlers } = read;
    const otherPlan = { ...read, scenario: { ...scenario, traffic: scenario.traffic && { ...scenario.traffic, seed: seed + 1 } } };
    const otherHandler = { ...read, handlers: { ...handlers, given: `${handlers["given"]}\n` } };
    expect([otherPlan, otherHandler].map((changed) => recordedTraffic(changed, files)?.isCurrent)).toEqual([false, false]);
  });
});
