import { expect, test } from "vitest";
import { changedCalls } from "@/components/repair/changed-calls";
import { readScenarioFolder } from "@/lib/content/engine";

const { handlers } = readScenarioFolder("content/scenarios/select-then-act/scenario.yaml");

test("the calls that a repair makes in another way are named, however the code is laid out", () => {
  expect(changedCalls(handlers["given"] ?? "", handlers["fixed"] ?? "")).toEqual(["stripe.charges.create", "db.query"]);
  expect(changedCalls(handlers["given"] ?? "", handlers["given"] ?? "")).toEqual([]);
  expect(changedCalls("await db.query('A', [\n  1,\n]); await ack();", "await tx.query( 'A', [1] );\nawait ack();")).toEqual([]);
});
