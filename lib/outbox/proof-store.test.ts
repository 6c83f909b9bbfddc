import { expect, test } from "vitest";
import { proofStore } from "@/lib/outbox/proof-store";
import { memory } from "@/lib/outbox/testing/memory-storage";
import type { ProofRequest } from "@/lib/progress/proofs/contract";

const proof = { id: "one", scenario: "outbox", handlers: { relay: "code" } } as unknown as ProofRequest;

test("the next visit finds the same proof of each scenario, the latest of it", () => {
  const storage = memory();
  const store = proofStore(() => storage);
  const [later, other] = [{ ...proof, id: "two" }, { ...proof, id: "three", scenario: "inbox" }];
  for (const one of [proof, other, later]) store.write(one);
  expect(proofStore(() => storage).all()).toEqual([other, later]);
});

test("what the server has answered is forgotten, and nothing else", () => {
  const storage = memory();
  const store = proofStore(() => storage);
  store.write({ ...proof, id: "two" });
  store.remove(proof);
  expect(store.all()).toHaveLength(1);
  store.remove({ ...proof, id: "two" });
  expect(storage.texts.size).toBe(0);
});

test.each(["not JSON", "null", "{}", "[7, null]", '[{"id":"x"}]'])("damaged text is no proof: %s", (text) => {
  const storage = memory();
  const store = proofStore(() => storage);
  store.write(proof);
  for (const key of storage.texts.keys()) storage.texts.set(key, text);
  expect(store.all()).toEqual([]);
});

test("blocked storage is no error", () => {
  const store = proofStore(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  store.write(proof);
  store.remove(proof);
  expect(store.all()).toEqual([]);
});
