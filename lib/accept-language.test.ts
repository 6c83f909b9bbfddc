import { expect, test } from "vitest";
import { preferredLocale } from "@/lib/accept-language";

test.each([
  ["ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"],
  ["en-US,en;q=0.9,ru;q=0.8", "en"],
  ["de-DE,de;q=0.9,ru;q=0.5,en;q=0.4", "ru"],
  ["en;q=0.5, ru;q=0.8", "ru"],
  ["ru;q=0, en;q=0.1", "en"],
  ["RU", "ru"],
  ["ru,en", "ru"],
  ["en,ru", "en"],
])("%s reads %s", (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test.each([null, "", "*", "de,fr;q=0.8", "ru;q=0", ";;;,,", "russian"])("%j reads English", (header) => {
  expect(preferredLocale(header)).toBe("en");
});

test("a broken quality value counts as none", () => {
  expect(preferredLocale("en;q=0.9,ru;q=much")).toBe("ru");
  expect(preferredLocale("ru;q=7,en")).toBe("ru");
});
