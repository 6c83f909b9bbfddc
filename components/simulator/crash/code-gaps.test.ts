import { expect, it } from "vitest";
import { codeGapsOf } from "@/components/simulator/crash/code-gaps";

const points = (...violates: ("none" | "some" | "all")[]) => violates.map((verdict) => ({ violates: verdict }));

it("puts a gap before the call that would be next, and the last one after the statement of the last call", () => {
  const text = ["handle() {", "  charge({", "    a,", "  });", "  ack();", "}"];
  expect(codeGapsOf(points("none", "all", "some"), [2, 5], text)).toEqual([
    { line: 2, gaps: [0], violates: "none" },
    { line: 5, gaps: [1], violates: "all" },
    { line: 6, gaps: [2], violates: "some" },
  ]);
});

it("puts the gap before the end of a transaction inside it", () => {
  const text = ["transaction(() => {", "  insert();", "});", "ack();"];
  // BEGIN and COMMIT are calls of one line.
  expect(codeGapsOf(points("none", "none", "all", "none", "none"), [1, 2, 1, 4], text).map(({ line, gaps }) => [line, gaps])).toEqual([
    [1, [0]],
    [2, [1]],
    [3, [2]],
    [4, [3]],
    [5, [4]],
  ]);
});

it("joins gaps that a text cannot tell apart, and shows the worst of them", () => {
  // SQL shows neither the charge nor the ack.
  const text = ["SELECT;", "INSERT;"];
  expect(codeGapsOf(points("none", "some", "all", "none", "none"), [1, undefined, 2, undefined], text)).toEqual([
    { line: 1, gaps: [0], violates: "none" },
    { line: 2, gaps: [1, 2], violates: "all" },
    { line: 3, gaps: [3, 4], violates: "none" },
  ]);
});

it("shows nothing where no call has a line", () => {
  expect(codeGapsOf(points("all", "none"), [undefined], ["-- nothing"])).toEqual([]);
});
