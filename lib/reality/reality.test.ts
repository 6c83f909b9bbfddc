import { existsSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readSource } from "./cases";
import { checkReality, type RealityOptions } from "./check";
import { families, familyNames } from "./families";
import { longSchedules } from "./limits";
import { plants } from "./plants";
import { failuresOf, type RealityResult } from "./result";

/**
 * The simulator held against real servers. The quick run takes some schedules of each family, always the same;
 * the long one another seed each time, and at least six hundred of each, every counterexample, every cell of the crash maps, and RabbitMQ.
 */
const isLong = process.env["TEST_LONG"] === "1";
const seed = Number(process.env["REALITY_SEED"] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_130));
const long = { schedules: longSchedules, chosen: true, rabbit: true, mostStates: 60_000, kills: 20, limitMs: 10_800_000 };
const quick = { schedules: 2, chosen: false, rabbit: false, mostStates: 600, kills: 2, limitMs: 7_000 };
/** The quick run plants some of the faults. */
const plantsInQuickRun = 3;
const planted = plants.map(({ name }) => name).filter((_, index) => isLong || (index + seed) % plants.length < plantsInQuickRun);
const options: RealityOptions = {
  ...(isLong ? long : quick),
  seed,
  families: familyNames,
  plants: planted,
  lanes: 2,
  say: (line) => console.log(line),
};

let result: RealityResult;
beforeAll(async () => {
  console.log(`REALITY_SEED=${seed}`);
  result = await checkReality(options);
}, 11_000_000);

describe("simulator and reality", () => {
  it("agree in every reply and in what is left at the end", () => {
    expect(failuresOf({ ...result, families: result.families.filter(({ total }) => total > 0) })).toEqual([]);
  });

  it("have met, with kills between the steps and calls that had to wait", () => {
    const sum = (of: (family: RealityResult["families"][number]) => number) => result.families.reduce((total, family) => total + of(family), 0);
    expect(sum(({ replies }) => replies)).toBeGreaterThan(10);
    expect(sum(({ kills }) => kills)).toBeGreaterThan(0);
  });

  it("agree in all cells of the ten anomalies", () => {
    expect(result.hermitage).toHaveLength(30);
    expect(result.hermitage.filter(({ simulated, real }) => simulated !== real)).toEqual([]);
  });

  it("part where a fault was planted in the simulator, and the schedule and the step are named", () => {
    expect(plants.length).toBeGreaterThanOrEqual(6);
    expect(result.plants.map(({ name, caught }) => [name, caught !== null])).toEqual(planted.map((name) => [name, true]));
  });

  it("the server rolls back within seconds of the kill of its client", () => {
    expect(result.rollback.longestMs).toBeLessThan(5000);
  });
});

it.runIf(isLong)("each family has its six hundred schedules", () => {
  expect(result.families.filter(({ total }) => total < longSchedules).map(({ name, total }) => `${name} ${total}`)).toEqual([]);
  expect(result.rabbit?.every(({ agreed }) => agreed)).toBe(true);
});

it("every scenario that reaches a part with a real counterpart is in a family", () => {
  const checked = new Set(families.flatMap(({ scenarios }) => scenarios));
  const slugs = readdirSync("content/scenarios").filter((slug) => existsSync(`content/scenarios/${slug}/scenario.yaml`));
  const real = ["database", "stripe", "mailer", "alert", "receivers", "redis", "coordinator"];
  const reaching = slugs.filter((slug) => readSource(slug).scenario.parts.some((part) => real.includes(part)));
  expect(reaching.filter((slug) => !checked.has(slug))).toEqual([]);
});
