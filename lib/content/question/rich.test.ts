import { expect, test } from "vitest";
import type { Rich } from "../compiled";
import { TermWords } from "../glossary/term-uses";
import { Report } from "../problem";
import { readRich } from "./rich";

function read(text: string, feedback = true): { rich: Rich; told: string[] } {
  const report = new Report();
  const rich = readRich(text, {
    field: "q: feedback",
    placeAt: (position) => ({ file: "ru.mdx", ...position }),
    singleParagraph: false,
    numbers: feedback ? { locale: "en", nouns: ["charges"], isSource: (name) => name === "manual", claimText: (of) => `[${of}]` } : null,
    terms: { known: new TermWords(new Map(), "en"), note: () => undefined },
    report,
  });
  return { rich, told: report.problems.map(({ rule, line, column }) => `${rule} ${line}:${column}`) };
}

test("one paragraph is inline, several are blocks", () => {
  expect(read("a *b*\nc").rich).toEqual(["a ", { tag: "em", children: ["b"] }, " c"]);
  expect(read("a\n\nb").rich).toEqual([
    { tag: "p", children: ["a"] },
    { tag: "p", children: ["b"] },
  ]);
});

test("comparisons, braces and SQL are text, not markup", () => {
  expect(read("if a < b { x } <= y <10", false)).toEqual({ rich: ["if a < b { x } <= y <10"], told: [] });
});

test("lists hold their texts without paragraphs, unless they are spaced", () => {
  expect(read("- a\n- b `c`").rich).toEqual([
    {
      tag: "ul",
      children: [
        { tag: "li", children: ["a"] },
        { tag: "li", children: ["b ", { tag: "code", children: ["c"] }] },
      ],
    },
  ]);
  expect(read("first. a\n\n1. b\n\n   c").rich[1]).toEqual({
    tag: "ol",
    children: [
      {
        tag: "li",
        children: [
          { tag: "p", children: ["b"] },
          { tag: "p", children: ["c"] },
        ],
      },
    ],
  });
});

test("a fact carries its source and may hold a number", () => {
  expect(read('It lasts <Given source="manual">30 **seconds**</Given>.')).toEqual({
    rich: [
      "It lasts ",
      { tag: "given", source: "manual", children: ["30 ", { tag: "strong", children: ["seconds"] }] },
      ".",
    ],
    told: [],
  });
  expect(read('<Given source="nowhere">30</Given>').told).toEqual(["given-source-unknown 1:1"]);
});

test("a claim becomes the number that was computed for it", () => {
  expect(read('In <Claim of="race/worst/double" /> of *<Claim of="race/worst/schedules" />*.')).toEqual({
    rich: ["In ", "[race/worst/double]", " of ", { tag: "em", children: ["[race/worst/schedules]"] }, "."],
    told: [],
  });
  expect(read('<Claim of="race/worst/max">two</Claim>').told).toEqual(["text-html 1:1", "text-html 1:31"]);
});

test("typed numbers and counted effects are found at their place, code is exempt", () => {
  expect(read("a\n\nb `23505` in 14:02\ntwo *charges*").told).toEqual(["number-typed 3:14", "number-word-typed 4:1"]);
});

test("other HTML, unsafe links and what a card cannot show are told and left out", () => {
  expect(read("a <b>c</b> [d](javascript:x)\n\n***\n\n<script>\nx\n</script>").told).toEqual([
    "text-html 1:3",
    "text-html 1:7",
    "link-unsafe 1:12",
    "text-unsupported 3:1",
    "text-html 5:1",
    "text-html 7:1",
  ]);
});
