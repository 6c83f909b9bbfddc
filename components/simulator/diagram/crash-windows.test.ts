import { join } from "node:path";
import { expect, test } from "vitest";
import { crashWindowsOf, verdictInMap } from "@/components/simulator/diagram/crash-windows";
import { engineSetup } from "@/lib/content/claims/setup";
import { nativeExecutor, parseSql } from "@/lib/content/engine";
import { diskFiles } from "@/lib/content/files";
import { Report } from "@/lib/content/problem";
import { readScenario } from "@/lib/content/scenarios";
import { explore } from "@/lib/simulator/explore/explore";
import { resultOf } from "@/lib/simulator/explore/result";
import { framesOf, play } from "@/lib/simulator/run/run";
import { createSimulation } from "@/lib/simulator/run/simulation";
import { noFaults } from "@/lib/simulator/scenario/bounds";

/** All schedules with one crash of the handler that reads, charges and records; the windows of some of its runs. */
const read = readScenario("select-then-act", diskFiles(join(process.cwd(), "content")), new Report());
if (!read) throw new Error("the scenario cannot be read");
const setup = engineSetup(read, "given", { ...read.scenario.bounds, faults: { ...noFaults, crash: 1 } });
if (!setup) throw new Error("the handler cannot be found");
const simulation = createSimulation({ ...setup, executor: nativeExecutor(), parseSql });
const { crashMap } = resultOf(explore(simulation), "native");

function windows(choices: string) {
  return crashWindowsOf(framesOf(play(simulation, choices.split(" "))), verdictInMap(crashMap), setup?.scenario.captions ?? []);
}

test("a crash between the charge and its record is in the window, whoever it strikes", () => {
  expect(windows("A-m1 A-select A-charge A-crash")).toMatchObject([
    { process: "A", at: 4, violates: "all", words: { ru: "деньги списаны, записи нет" } },
  ]);
  expect(windows("B-m1 B-select B-charge B-crash m1-lease A-m1")).toMatchObject([{ process: "B", at: 4, violates: "all" }]);
});

test("the window lies between the last call and the one that never came", () => {
  const [window] = windows("A-m1 A-select A-charge A-crash m1-lease");
  expect(window?.from).toBeGreaterThan(3);
  expect(window?.from).toBeLessThan(4);
  expect(window?.to).toBeGreaterThan(4);
  expect(window?.to).toBeLessThan(5);
});

test("a crash that does no harm has no window, and a run without a crash has none", () => {
  expect(windows("A-m1 A-select A-crash")).toEqual([]);
  expect(windows("A-m1 A-select A-charge A-insert A-crash")).toEqual([]);
  expect(windows("A-m1 A-select A-charge")).toEqual([]);
});

test("without a search nothing is claimed", () => {
  const frames = framesOf(play(simulation, ["A-m1", "A-select", "A-charge", "A-crash"]));
  expect(crashWindowsOf(frames, verdictInMap([]), [])).toEqual([]);
});
