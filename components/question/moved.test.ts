import { expect, test } from "vitest";
import { moved } from "@/components/question/moved";

const list = ["key", "inbox", "alarm"];

test("an item changes places with its neighbour", () => {
  expect(moved(list, "inbox", -1)).toEqual(["inbox", "key", "alarm"]);
  expect(moved(list, "inbox", 1)).toEqual(["key", "alarm", "inbox"]);
});

test("at the ends, and for what is not there, nothing moves", () => {
  expect(moved(list, "key", -1)).toBe(list);
  expect(moved(list, "alarm", 1)).toBe(list);
  expect(moved(list, "unknown", 1)).toBe(list);
});
