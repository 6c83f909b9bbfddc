import { expect, it } from "vitest";
import { shipped } from "../testing/simulate";
import { ordersOf } from "./orders";

const bothHoldIt = ["A-m1", "m1-expiry", "B-m1"];

it("two workers can take SELECT, charge and INSERT in as many orders as two threes can be shuffled, unless one sees the row", async () => {
  const simulation = await shipped("select-then-act", { executor: "native", faults: { expiry: 1 } });
  const orders = ordersOf(simulation, bothHoldIt, ["select", "charge", "insert"]);
  const serial = ["A-select A-charge A-insert B-select", "B-select B-charge B-insert A-select"];
  expect(orders.size).toBe(20);
  expect([...orders].filter(([, verdict]) => verdict === "ok").map(([order]) => order).sort()).toEqual(serial);
  expect([...orders.values()].filter((verdict) => verdict === "double")).toHaveLength(18);
});

it("the repair is right in every order", async () => {
  const simulation = await shipped("select-then-act", { handler: "fixed", executor: "native", faults: { expiry: 1 } });
  expect([...new Set(ordersOf(simulation, bothHoldIt, ["select", "charge"]).values())]).toEqual(["ok"]);
});

it("says which choice is not possible", async () => {
  const simulation = await shipped("select-then-act", { executor: "native", faults: {} });
  expect(() => ordersOf(simulation, bothHoldIt, ["select"])).toThrow("m1-expiry is not possible");
});
