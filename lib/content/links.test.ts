import { expect, test } from "vitest";
import { isSafeLink } from "./links";

test.each(["https://a.example/b?c#d", "HTTPS://a.example", "mailto:a@b.example", "#goal", "/ru/lessons/x"])(
  "%s may be linked to",
  (url) => {
    expect(isSafeLink(url)).toBe(true);
  },
);

test.each([
  "http://a.example",
  "javascript:alert(1)",
  "//a.example",
  "/\\a.example",
  "data:text/html,x",
  "ftp://a",
  "lesson",
  "",
  "https://a b",
  "vbscript:x",
  "java\nscript:x",
])("%j is refused", (url) => {
  expect(isSafeLink(url)).toBe(false);
});
