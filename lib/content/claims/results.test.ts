import { expect, test } from "vitest";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import { readScenarioFolder } from "../engine";
import { ClaimResults } from "./results";
import { engineSetup } from "./setup";

const { loaded, handlers } = readScenarioFolder("content/scenarios/crash-before-ack/scenario.yaml");
if ("problems" in loaded) throw new Error(JSON.stringify(loaded.problems));
const { scenario } = loaded;

function setup(changes: { source?: string; crash?: number; title?: string } = {}): EngineSetup {
  const { bounds } = scenario;
  const faults = { ...bounds.faults, crash: changes.crash ?? 1, expiry: 0 };
  const titled = { ...scenario, title: { ru: changes.title ?? "", en: "" } };
  const sources = { ...handlers, given: changes.source ?? handlers["given"] ?? "" };
  const found = engineSetup({ scenario: titled, handlers: sources, claimPlaces: [] }, "given", { ...bounds, faults });
  if (!found) throw new Error("there is no handler given");
  return found;
}

/** Asks for one result after another; how many of them had to be executed. */
function executed(recorded: string | null, ...setups: EngineSetup[]): number {
  const results = new ClaimResults(recorded);
  setups.forEach((one) => results.of(one));
  return results.executed;
}

const before = new ClaimResults();
const result = before.of(setup());
const record = before.record();

test("a claim is executed once, and not again when its result was recorded", () => {
  expect(result).toMatchObject({ counts: { mails: [1, 2] }, verdict: "double", schedules: "12" });
  expect(executed(null, setup(), setup())).toBe(1);
  expect(executed(record, setup())).toBe(0);
  expect(new ClaimResults(record).of(setup())).toEqual(result);
});

test("another handler text or other bounds are executed anew, other words are not", () => {
  expect(executed(record, setup({ source: `${handlers["given"] ?? ""}\n` }))).toBe(1);
  expect(executed(record, setup({ crash: 2 }))).toBe(1);
  expect(executed(record, setup({ title: "Иначе" }))).toBe(0);
});

test.each([
  ["a number that was changed by hand", record.replace('"mails":[1,2]', '"mails":[1,1]')],
  ["a verdict that was changed by hand", record.replace('"verdict":"double"', '"verdict":"ok"')],
  ["a result under the key of another", record.replace(/"[0-9a-f]+-[0-9a-f]{31}/, (key) => `${key.slice(0, -1)}x`)],
  ["text that is no record", "[]"],
  ["text that is no JSON", "{"],
])("%s is not believed", (_, recorded) => {
  expect(recorded).not.toBe(record);
  const results = new ClaimResults(recorded);
  expect(results.of(setup())).toEqual(result);
  expect(results.executed).toBe(1);
});

test("results of an engine that is no longer the same are dropped from the record", () => {
  const old = record.replace(/"[0-9a-f]{16}-/, '"0000000000000000-');
  const results = new ClaimResults(old);
  results.of(setup());
  expect(results.record()).toBe(record);
});
