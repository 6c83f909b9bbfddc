import { expect, test } from "vitest";
import { samePlaceIn } from "@/components/ui/same-place";

test("the other language keeps path and query", () => {
  expect(samePlaceIn("en", "/ru/lessons/reading-code-and-logs", "run=3&worker=a")).toBe(
    "/en/lessons/reading-code-and-logs?run=3&worker=a",
  );
  expect(samePlaceIn("ru", "/en", "")).toBe("/ru");
});

test("a path without a language leads to the start page", () => {
  expect(samePlaceIn("ru", "/nowhere/at/all", "a=b")).toBe("/ru");
  expect(samePlaceIn("en", "/", "")).toBe("/en");
});
