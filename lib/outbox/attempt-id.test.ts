import { expect, test } from "vitest";
import { newAttemptId } from "@/lib/outbox/attempt-id";

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("every commit gets an id of its own", () => {
  const ids = Array.from({ length: 100 }, () => newAttemptId());
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(version4);
});

test("a page over plain http, without randomUUID, makes the same kind of id", () => {
  const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const ids = Array.from({ length: 100 }, () => newAttemptId(insecure));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(version4);
});
