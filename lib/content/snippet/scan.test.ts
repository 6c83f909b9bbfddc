import fc from "fast-check";
import { expect, test } from "vitest";
import { Report } from "../problem";
import { scanMetric } from "./metric";
import { scanPython } from "./python";
import { codeLines } from "./scan";
import { scanSql } from "./sql";
import { scanTypeScript } from "./typescript";

const pieces = [
  "a",
  "db.query(",
  "ack()",
  '"',
  "'",
  "`",
  "${",
  "}",
  "{",
  ")",
  "#",
  "//",
  "/*",
  "*/",
  "--",
  ";",
  "$$",
  "\n",
  "  ",
  "if x: return ack()",
  "é",
  "\t",
];

test("the lines of a snippet hold exactly its text, whatever the text is", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      for (const scan of [
        scanTypeScript(text, "given.ts", new Report()),
        scanPython(text),
        scanSql(text),
        scanMetric(text),
      ]) {
        const lines = codeLines(text, scan);
        const shown = lines.map(({ segments }) => segments.map((segment) => segment.text).join("")).join("\n");
        expect(shown.replace(/\n+$/, "")).toBe(text.replace(/\n+$/, ""));
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);
