import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { whereItBreaks } from "@/components/repair/where-it-breaks";
import { framesOf, play } from "@/lib/simulator/run/run";
import { shipped } from "@/lib/simulator/testing/simulate";

const code = readFileSync("content/scenarios/select-then-act/handlers/given.ts", "utf8").split("\n");
const linesOf = (call: string) => code.flatMap((line, index) => (line.includes(call) ? [index + 1] : []));
const [select = 0, insert = 0] = linesOf("db.query(");
const [charge = 0] = linesOf("charges.create(");

async function breakOf(choices: string) {
  const simulation = await shipped("select-then-act", { executor: "native", faults: { crash: 1, expiry: 1 } });
  return whereItBreaks(framesOf(play(simulation, choices.split("."))).frames);
}

test("a crash is told by the call before it and the call that it kept from happening", async () => {
  expect(await breakOf("A-m1.A-select.A-charge.A-crash.m1-lease.B-m1.B-select.B-charge")).toEqual({ by: "crash", worker: "A", line: charge, next: insert });
});

test("two workers are told by the calls between which the other one came", async () => {
  expect(await breakOf("A-m1.A-select.m1-expiry.B-m1.B-select.B-charge.A-charge")).toEqual({
    by: "other",
    worker: "A",
    line: select,
    next: charge,
    other: "B",
    lines: [select, charge],
  });
});

test("a run without either is told nothing of", async () => {
  expect(await breakOf("A-m1.A-select.A-charge.A-insert.A-ack")).toBeNull();
  expect(await breakOf("A-m1.A-crash.m1-lease.A-m1.A-select")).toBeNull();
});
