import { expect, test } from "vitest";
import { codeStore } from "@/lib/outbox/code-store";
import { longestCode } from "@/lib/progress/proofs/contract";
import { memory } from "@/lib/outbox/testing/memory-storage";

const code = { source: "export default async () => {};\n", tries: 2 };

test("each scenario and role has code of its own, and a reload finds it", () => {
  const storage = memory();
  const store = codeStore(() => storage);
  expect(store.write("outbox", "relay", code)).toBe(true);
  expect(store.read("outbox", "relay")).toEqual(code);
  expect(store.read("outbox", "consumer")).toBeNull();
  expect(store.read("inbox", "relay")).toBeNull();
});

test("a browser that keeps nothing, or is full, says so", () => {
  const blocked = codeStore(() => {
    throw new Error("blocked");
  });
  expect(blocked.read("outbox", "relay")).toBeNull();
  expect(blocked.write("outbox", "relay", code)).toBe(false);
});

test.each([
  ["something else", "[]"],
  ["no JSON", "{"],
  ["code without a count", JSON.stringify({ source: "x" })],
  ["a count that is none", JSON.stringify({ source: "x", tries: -1 })],
  ["more than the engine takes", JSON.stringify({ source: "x".repeat(longestCode + 1), tries: 0 })],
])("%s is no code", (_, text) => {
  const storage = memory();
  const store = codeStore(() => storage);
  store.write("outbox", "relay", code);
  for (const key of storage.texts.keys()) storage.texts.set(key, text);
  expect(store.read("outbox", "relay")).toBeNull();
});
