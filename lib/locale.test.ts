import { expect, test } from "vitest";
import { localeOfPath } from "@/lib/locale";

test.each([
  ["/ru", "ru"],
  ["/en/lessons/reading-code-and-logs", "en"],
  ["/", null],
  ["", null],
  ["/de/progress", null],
  ["/russian", null],
  ["/RU", null],
])("%j begins with the language %j", (path, locale) => {
  expect(localeOfPath(path)).toBe(locale);
});
