import fc from "fast-check";
import { expect, test } from "vitest";
import { shuffledOptions } from "./shuffle";

const question = (ids: string[], version = "v1", shuffle = true) => ({
  id: "lesson/q",
  version,
  shuffle,
  options: ids.map((id) => ({ id, text: [] })),
});
const ids = ["a", "b", "c", "d"];

test("an order holds each option once and is the same every time", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 6 }), fc.option(fc.uuid()), (options, learner) => {
      const order = shuffledOptions(question(options), learner);
      expect([...order].sort()).toEqual([...options].sort());
      expect(shuffledOptions(question(options), learner)).toEqual(order);
    }),
  );
});

test("without a learner every visitor sees the same; learners and versions differ", () => {
  const orders = (from: (index: number) => string[]) =>
    new Set(Array.from({ length: 40 }, (_, index) => from(index).join()));
  expect(orders(() => shuffledOptions(question(ids), null)).size).toBe(1);
  expect(orders((index) => shuffledOptions(question(ids), `learner-${index}`)).size).toBeGreaterThan(10);
  expect(orders((index) => shuffledOptions(question(ids, `v${index}`), null)).size).toBeGreaterThan(10);
});

test("an option stands in every place about equally often, so that no place gives the key away", () => {
  const rounds = 4_000;
  const first = Array.from({ length: rounds }, (_, index) => shuffledOptions(question(ids), `learner-${index}`)[0]);
  for (const id of ids) {
    const share = first.filter((other) => other === id).length / rounds;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
  }
});

test("an order that carries meaning is kept", () => {
  expect(shuffledOptions(question(ids, "v1", false), "learner")).toEqual(ids);
});
