import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { barColors, isTheme, paper } from "@/lib/theme";

test("the browser's bars have the colour of the page", () => {
  const sheet = readFileSync("app/globals.css", "utf8");
  expect(sheet).toContain(`--paper: light-dark(${paper.light}, ${paper.dark});`);
});

test("a chosen theme wins over the system's", () => {
  expect(barColors("system").map(({ color }) => color)).toEqual([paper.light, paper.dark]);
  expect(barColors("dark").map(({ color }) => color)).toEqual([paper.dark, paper.dark]);
  expect(barColors("light").map(({ color }) => color)).toEqual([paper.light, paper.light]);
});

test("a foreign cookie value is no theme", () => {
  expect(isTheme("dark")).toBe(true);
  expect(isTheme("dark; path=/")).toBe(false);
  expect(isTheme(undefined)).toBe(false);
});
